import { formatSize } from '@typecase/ui/format'
import type { ManagedMedia } from '@typecase/contract/media'
import { GridCheckbox } from '@typecase/ui/data-grid'
import { Icon } from '@typecase/ui/icon'
import { memo, type DragEvent, type MouseEvent } from 'react'

import { isPicture, formatMeasure, nameOf } from '../list/media-words.ts'
import styles from './media.module.css'
import { Thumbnail } from './thumbnail.tsx'

/** Actions on a tile, by its position. All tiles share one stable object, so they need not render again. */
export interface TileActions {
  current(index: number): void
  open(index: number): void
  pick(index: number, keys: { isExtending: boolean; isToggling: boolean }): void
  /** Undefined if nothing can be selected. */
  toggle?: ((index: number) => void) | undefined
  /** Undefined if nothing can be dragged. */
  drag?: ((index: number, data: DataTransfer) => void) | undefined
}

interface MediaTileProps {
  /** Undefined while it is loading. */
  media: ManagedMedia | undefined
  index: number
  view: 'grid' | 'list'
  isCurrent: boolean
  isSelected: boolean
  actions: TileActions
}

/** One media in the grid or the list. It is memoized, so moving the cursor renders no other tile. */
export const MediaTile = memo(function MediaTile(props: MediaTileProps) {
  const { media, index, view, isCurrent, isSelected, actions } = props
  const { toggle, drag } = actions
  function handleClick({ shiftKey, metaKey, ctrlKey }: MouseEvent) {
    actions.pick(index, { isExtending: shiftKey, isToggling: metaKey || ctrlKey })
  }
  function handleDragStart({ dataTransfer }: DragEvent) {
    drag?.(index, dataTransfer)
  }
  const name = media ? nameOf(media) : ''
  const lacksAlt = media !== undefined && isPicture(media) && media.alt_text === ''
  return (
    // The surrounding grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said
    <div
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={
        media ? `${name}, ${formatMeasure(media)}${lacksAlt ? ', no alt text' : ''}` : 'Loading'
      }
      aria-selected={isSelected}
      data-position={index}
      data-view={view}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      className={styles.tile}
      onFocus={() => actions.current(index)}
      onClick={handleClick}
      onDoubleClick={() => actions.open(index)}
      draggable={drag !== undefined && media !== undefined}
      onDragStart={handleDragStart}
    >
      <span className={styles.picture}>
        {media ? <Thumbnail media={media} width={view === 'list' ? 80 : 320} /> : null}
      </span>
      {media ? (
        <>
          {/* For selecting with the mouse. The key is x. */}
          {toggle ? (
            <span className={styles.check}>
              <GridCheckbox
                aria-label={`Select ${name}`}
                isSelected={isSelected}
                onChange={() => toggle(index)}
              />
            </span>
          ) : null}
          <span className={styles.name} title={name}>
            {name}
          </span>
          {lacksAlt ? (
            <span className={styles.lacking}>
              <Icon name="triangle-alert" size={12} /> No alt text
            </span>
          ) : (
            <span className={styles.measure}>{formatMeasure(media)}</span>
          )}
          {view === 'list' ? (
            <span className={styles.measure}>{formatSize(media.size)}</span>
          ) : null}
        </>
      ) : null}
    </div>
  )
})
