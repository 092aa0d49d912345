import type { LucideIcon } from 'lucide-react'
import Archive from 'lucide-react/icons/archive'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import AtSign from 'lucide-react/icons/at-sign'
import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import Blocks from 'lucide-react/icons/blocks'
import Bold from 'lucide-react/icons/bold'
import BookOpen from 'lucide-react/icons/book-open'
import Bookmark from 'lucide-react/icons/bookmark'
import Braces from 'lucide-react/icons/braces'
import Building2 from 'lucide-react/icons/building-2'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CaseSensitive from 'lucide-react/icons/case-sensitive'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import CircleUser from 'lucide-react/icons/circle-user'
import Clock from 'lucide-react/icons/clock'
import CloudOff from 'lucide-react/icons/cloud-off'
import Code from 'lucide-react/icons/code'
import Coins from 'lucide-react/icons/coins'
import Columns3 from 'lucide-react/icons/columns-3'
import Command from 'lucide-react/icons/command'
import Contrast from 'lucide-react/icons/contrast'
import Copy from 'lucide-react/icons/copy'
import CreditCard from 'lucide-react/icons/credit-card'
import Database from 'lucide-react/icons/database'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import FileIcon from 'lucide-react/icons/file'
import FileDiff from 'lucide-react/icons/file-diff'
import FileText from 'lucide-react/icons/file-text'
import Flag from 'lucide-react/icons/flag'
import FolderOpen from 'lucide-react/icons/folder-open'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Funnel from 'lucide-react/icons/funnel'
import GitBranch from 'lucide-react/icons/git-branch'
import GitCommitHorizontal from 'lucide-react/icons/git-commit-horizontal'
import Globe from 'lucide-react/icons/globe'
import Hash from 'lucide-react/icons/hash'
import Heading from 'lucide-react/icons/heading'
import HistoryIcon from 'lucide-react/icons/history'
import House from 'lucide-react/icons/house'
import ImageIcon from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Italic from 'lucide-react/icons/italic'
import Key from 'lucide-react/icons/key'
import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import Layers from 'lucide-react/icons/layers'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListChecks from 'lucide-react/icons/list-checks'
import ListFilter from 'lucide-react/icons/list-filter'
import Mail from 'lucide-react/icons/mail'
import Maximize from 'lucide-react/icons/maximize'
import MessageSquare from 'lucide-react/icons/message-square'
import Minus from 'lucide-react/icons/minus'
import Monitor from 'lucide-react/icons/monitor'
import Package from 'lucide-react/icons/package'
import Palette from 'lucide-react/icons/palette'
import Paperclip from 'lucide-react/icons/paperclip'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Plug from 'lucide-react/icons/plug'
import Puzzle from 'lucide-react/icons/puzzle'
import Quote from 'lucide-react/icons/quote'
import Receipt from 'lucide-react/icons/receipt'
import Redo2 from 'lucide-react/icons/redo-2'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Replace from 'lucide-react/icons/replace'
import Rocket from 'lucide-react/icons/rocket'
import Rows3 from 'lucide-react/icons/rows-3'
import Save from 'lucide-react/icons/save'
import Send from 'lucide-react/icons/send'
import Share2 from 'lucide-react/icons/share-2'
import Shield from 'lucide-react/icons/shield'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Smile from 'lucide-react/icons/smile'
import Sparkles from 'lucide-react/icons/sparkles'
import SquarePen from 'lucide-react/icons/square-pen'
import Star from 'lucide-react/icons/star'
import Store from 'lucide-react/icons/store'
import Table from 'lucide-react/icons/table'
import Tag from 'lucide-react/icons/tag'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import ToggleLeft from 'lucide-react/icons/toggle-left'
import Trash2 from 'lucide-react/icons/trash-2'
import Triangle from 'lucide-react/icons/triangle'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import TypeIcon from 'lucide-react/icons/type'
import Undo2 from 'lucide-react/icons/undo-2'
import Unlink from 'lucide-react/icons/unlink'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import VideoIcon from 'lucide-react/icons/video'
import Wallet from 'lucide-react/icons/wallet'
import Webhook from 'lucide-react/icons/webhook'
import Zap from 'lucide-react/icons/zap'

/** The other icons of a content management system: one small chunk, fetched when the first of them is shown. */
export const moreIcons = {
  archive: Archive,
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  'arrow-up-down': ArrowUpDown,
  'at-sign': AtSign,
  ban: Ban,
  bell: Bell,
  blocks: Blocks,
  bold: Bold,
  'book-open': BookOpen,
  bookmark: Bookmark,
  braces: Braces,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'calendar-days': CalendarDays,
  'case-sensitive': CaseSensitive,
  'chart-no-axes-column': ChartNoAxesColumn,
  'circle-user': CircleUser,
  clock: Clock,
  'cloud-off': CloudOff,
  code: Code,
  coins: Coins,
  'columns-3': Columns3,
  command: Command,
  contrast: Contrast,
  copy: Copy,
  'credit-card': CreditCard,
  database: Database,
  download: Download,
  'external-link': ExternalLink,
  file: FileIcon,
  'file-diff': FileDiff,
  'file-text': FileText,
  flag: Flag,
  'folder-open': FolderOpen,
  'folder-plus': FolderPlus,
  funnel: Funnel,
  'git-branch': GitBranch,
  'git-commit-horizontal': GitCommitHorizontal,
  globe: Globe,
  hash: Hash,
  heading: Heading,
  history: HistoryIcon,
  house: House,
  image: ImageIcon,
  images: Images,
  italic: Italic,
  key: Key,
  keyboard: Keyboard,
  languages: Languages,
  layers: Layers,
  'layout-dashboard': LayoutDashboard,
  'layout-grid': LayoutGrid,
  link: Link,
  list: List,
  'list-checks': ListChecks,
  'list-filter': ListFilter,
  mail: Mail,
  maximize: Maximize,
  'message-square': MessageSquare,
  minus: Minus,
  monitor: Monitor,
  package: Package,
  palette: Palette,
  paperclip: Paperclip,
  pencil: Pencil,
  play: Play,
  plug: Plug,
  puzzle: Puzzle,
  quote: Quote,
  receipt: Receipt,
  'redo-2': Redo2,
  'refresh-cw': RefreshCw,
  replace: Replace,
  rocket: Rocket,
  'rows-3': Rows3,
  save: Save,
  send: Send,
  'share-2': Share2,
  shield: Shield,
  'shopping-cart': ShoppingCart,
  'sliders-horizontal': SlidersHorizontal,
  smile: Smile,
  sparkles: Sparkles,
  'square-pen': SquarePen,
  star: Star,
  store: Store,
  table: Table,
  tag: Tag,
  'text-cursor-input': TextCursorInput,
  'toggle-left': ToggleLeft,
  'trash-2': Trash2,
  triangle: Triangle,
  'triangle-alert': TriangleAlert,
  type: TypeIcon,
  'undo-2': Undo2,
  unlink: Unlink,
  upload: Upload,
  'user-plus': UserPlus,
  users: Users,
  video: VideoIcon,
  wallet: Wallet,
  webhook: Webhook,
  zap: Zap,
} satisfies Record<string, LucideIcon>
