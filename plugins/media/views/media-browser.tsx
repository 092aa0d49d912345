import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import type { ManagedMedia } from '@typecase/contract/media'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'

import type { MediaSearch } from '../list/media-query.ts'
import { FolderTree } from './folder-tree.tsx'
import { type GridHandle, MediaGrid } from './media-grid.tsx'
import styles from './media.module.css'
import { useMediaList } from './use-media-list.ts'

/** Reads the media that a search finds and tracks the current one, with refs to the grid and the alt text. */
export function useMediaBrowser(bucketSlug: string, search: MediaSearch) {
  const list = useMediaList(bucketSlug, search)
  const [current, setCurrent] = useState<ManagedMedia>()
  const grid = useRef<GridHandle>(null)
  const altText = useRef<HTMLTextAreaElement>(null)
  return { bucketSlug, search, list, current, setCurrent, grid, altText }
}

type GridProps = ComponentProps<typeof MediaGrid>
type TreeProps = ComponentProps<typeof FolderTree>

interface MediaBrowserProps extends Omit<GridProps, 'list' | 'handle' | 'onCurrent'> {
  browser: ReturnType<typeof useMediaBrowser>
  /** Whether the user is dragging files over it. */
  isDropping: boolean
  onFolder?: TreeProps['onOpen']
  onFolderDrop?: TreeProps['onDrop']
  /** Shown instead of the grid if nothing matches. */
  empty: ReactNode
  above?: ReactNode
  below: ReactNode
  /** The details of the current media. */
  details: ReactNode
}

/**
 * Shows the folders, the media in one of them, and the details of the current one. The page and the picker share it.
 */
export function MediaBrowser(props: MediaBrowserProps) {
  const {
    browser,
    isDropping,
    onFolder,
    onFolderDrop,
    empty,
    above,
    below,
    details,
    ...gridProps
  } = props
  const { bucketSlug, search, list, setCurrent, grid } = browser
  const query = list.first
  return (
    <div className={styles.columns} data-dropping={isDropping || undefined}>
      <FolderTree
        bucketSlug={bucketSlug}
        search={search}
        {...(onFolder && { onOpen: onFolder })}
        {...(onFolderDrop && { onDrop: onFolderDrop })}
      />
      <div className={styles.main}>
        {above}
        <div className={styles.body}>
          <div className={styles.main}>
            {hasFailed(query) ? (
              <QueryFailure query={query} what="media" />
            ) : !query.data ? (
              <SkeletonRows label="media" />
            ) : list.total === 0 ? (
              <div className={styles.state}>{empty}</div>
            ) : (
              <MediaGrid {...gridProps} list={list} handle={grid} onCurrent={setCurrent} />
            )}
            {below}
          </div>
          {list.total > 0 ? <div className={styles.details}>{details}</div> : null}
        </div>
      </div>
    </div>
  )
}
