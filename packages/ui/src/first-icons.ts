import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Box from 'lucide-react/icons/box'
import Calendar from 'lucide-react/icons/calendar'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Folder from 'lucide-react/icons/folder'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Plus from 'lucide-react/icons/plus'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import User from 'lucide-react/icons/user'
import X from 'lucide-react/icons/x'

/** The icons of the design system and of the frame, by Lucide's name: they come with the first page. */
export const firstIcons = {
  'arrow-down': ArrowDown,
  'arrow-up': ArrowUp,
  box: Box,
  calendar: Calendar,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'chevrons-up-down': ChevronsUpDown,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  ellipsis: Ellipsis,
  eye: Eye,
  'eye-off': EyeOff,
  folder: Folder,
  'grip-vertical': GripVertical,
  inbox: Inbox,
  info: Info,
  lock: Lock,
  'log-out': LogOut,
  menu: Menu,
  moon: Moon,
  'panel-left': PanelLeft,
  'panel-right': PanelRight,
  plus: Plus,
  'rotate-ccw': RotateCcw,
  search: Search,
  settings: Settings,
  sun: Sun,
  user: User,
  x: X,
} satisfies Record<string, LucideIcon>
