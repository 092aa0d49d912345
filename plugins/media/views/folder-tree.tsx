import { listMediaFolders, type MediaFolder } from '@typecase/contract/media-folders'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { MovableTree, type TreeDrop, type TreeMove } from '@typecase/ui/movable-tree'
import { Tree, type TreeNode } from '@typecase/ui/tree'
import { formatNumber } from '@typecase/ui/format'

import { moveFolder, newFolder } from '../commands/folders.ts'
import { positionOfMove } from '../list/folder-position.ts'
import type { MediaSearch } from '../list/media-query.ts'
import { mediaRoute } from '../routes.ts'
import styles from './media.module.css'

interface FolderTreeProps {
  bucketSlug: string
  search: MediaSearch
  /** Opens a folder; without it, a folder is a link. */
  onOpen?: (folder: string | undefined) => void
  /** Called when something is dropped on a folder; an empty text stands for media without a folder. */
  onDrop?: (folder: string, dropped: Pick<TreeDrop, 'text' | 'files'>) => void
}

/** Data type of a drag of media. The value is the id of one of them. */
export const MEDIA = 'application/x-typecase-media'

/**
 * Shows the folders of a bucket as links to their content. Users with permission can drag them to reorder or nest them.
 */
export function FolderTree({ bucketSlug, search, onOpen, onDrop }: FolderTreeProps) {
  const { href } = useService(Navigation)
  const { data } = useApiQuery(listMediaFolders, { query: { slug: bucketSlug } })
  const commands = useService(Commands)
  const mayWrite = useFacts((facts) => facts.can?.has('media:write') ?? false)
  if (!data) return null
  const handleMove = ({ id, target, position }: TreeMove) => {
    const folder = folderOfKey(id)
    const onto = folderOfKey(target) ?? ''
    if (!folder) return
    const folderPosition = positionOfMove(data.media_folders, folder, onto, position)
    if (folderPosition)
      void commands.run(refTo(moveFolder, { folder, ...folderPosition }), { source: 'button' })
  }
  const handleDrop = ({ target, text, files }: TreeDrop) => {
    const folder = folderOfKey(target)
    // Media cannot be moved to “All media”. A file dropped there is uploaded without a folder.
    if (folder !== undefined || files.length > 0) onDrop?.(folder ?? '', { text, files })
  }
  const { folder: _, ...rest } = search
  const hrefOf = (folder?: string) =>
    href(mediaRoute, {
      params: { bucketSlug },
      search: { ...rest, ...(folder !== undefined && { folder }) },
    })
  const node = (
    id: string,
    label: string,
    folder: string | undefined,
    detail?: number,
  ): TreeNode => ({
    id,
    label,
    icon: folder ? 'folder' : 'image',
    ...(!onOpen && { href: hrefOf(folder) }),
    ...(detail !== undefined && { detail: formatNumber(detail) }),
    ...(search.folder === folder && { current: 'page' as const }),
  })
  type CountedFolder = MediaFolder & { media_count: number }
  const within = (parent: string | null): TreeNode[] =>
    data.media_folders
      .filter((one: CountedFolder) => one.parent === parent)
      .map(({ slug, title, media_count }: CountedFolder) => ({
        ...node(`folder ${slug}`, title, slug, media_count),
        isMovable: true,
        children: within(slug),
      }))
  const nodes = [
    node('all', 'All media', undefined),
    ...(data.media_folders.length > 0
      ? [node('unfiled', 'Without a folder', '', data.unfiled_count)]
      : []),
    ...within(null),
  ]
  const tree = {
    'aria-label': 'Folders',
    nodes,
    defaultExpandedKeys: data.media_folders.map(({ slug }) => `folder ${slug}`),
  }
  return (
    <nav className={styles.tree} aria-label="Folders of media">
      {mayWrite && !onOpen ? (
        <MovableTree
          {...tree}
          onMove={handleMove}
          {...(onDrop && { accepts: { type: MEDIA, onDrop: handleDrop } })}
        />
      ) : (
        <Tree {...tree} {...(onOpen && { onAction: (key) => onOpen(folderOfKey(String(key))) })} />
      )}
      {onOpen ? null : (
        <CommandButton command={newFolder} variant="quiet">
          New folder
        </CommandButton>
      )}
    </nav>
  )
}

/** Returns the folder of a row; empty for media without a folder, undefined for all media. */
function folderOfKey(key: string): string | undefined {
  if (key === 'all') return undefined
  return key === 'unfiled' ? '' : key.slice('folder '.length)
}
