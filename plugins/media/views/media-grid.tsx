import type { ManagedMedia } from '@typecase/contract/media'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useSteady } from '@typecase/plugin-sdk/react/steady'
import { useVirtualRows } from '@typecase/plugin-sdk/react/virtual-rows'
import { isComposing, indexAfterKey } from '@typecase/ui/keyboard'
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { MediaTile, type TileActions } from './media-tile.tsx'
import styles from './media.module.css'
import { type MediaList, useMediaAt } from './use-media-list.ts'

const TILE = { width: 150, height: 158 }
const ROW_HEIGHT = 44

/** Which media are selected, for grids that allow a selection. */
export interface GridSelection {
  isSelected(id: string): boolean
  toggle(media: ManagedMedia): void
  /** Adds these to the selection. */
  extend(media: readonly ManagedMedia[]): void
}

export interface GridHandle {
  /** Moves the focus by a number of positions, or back to the current media if the focus is outside the grid. */
  move(by: number): void
  toggle(): void
  /** Makes a media the current one when it appears on the first page. */
  goTo(id: string): void
}

interface MediaGridProps {
  list: MediaList
  view: 'grid' | 'list'
  handle: Ref<GridHandle>
  /** Id of the media that is initially current and focused. */
  startAt?: string | undefined
  selection?: GridSelection | undefined
  onCurrent: (media: ManagedMedia | undefined) => void
  /** Called on Enter and on a double click. */
  onOpen: (media: ManagedMedia) => void
  onSpace: (media: ManagedMedia) => void
  /** Writes the data of a drag. Without it, media cannot be dragged. */
  onDrag?: ((media: ManagedMedia, data: DataTransfer) => void) | undefined
  /** Called when the focus leaves upwards. */
  onLeave?: () => void
}

/** Shows all matching media. Only the visible rows are read and in the document. */
export function MediaGrid(props: MediaGridProps) {
  const { list, view, handle, startAt, selection, onCurrent, onOpen, onSpace, onLeave, onDrag } =
    props
  const { total } = list
  const focus = useService(Focus)
  const box = useRef<HTMLDivElement>(null)
  const perRow = useColumns(box, view)
  const [current, setCurrent] = useState(0)
  const at = Math.min(current, Math.max(0, total - 1))
  const wantsFocus = useRef(startAt !== undefined)
  const anchor = useRef<number>(undefined)

  const rows = Math.ceil(total / perRow)
  const { items, height, scrollTo } = useVirtualRows({
    count: rows,
    box: () => box.current,
    height: () => (view === 'list' ? ROW_HEIGHT : TILE.height),
    pinnedIndex: Math.floor(at / perRow),
    overscan: 3,
  })
  const indexes = items.flatMap(({ index }) =>
    Array.from({ length: perRow }, (_, n) => index * perRow + n).filter((index) => index < total),
  )
  const mediaAt = useMediaAt(list, [...indexes, at])
  const media = mediaAt(at)

  /** Selects from where the extension began. Media in between that have not loaded are left out. */
  function extendTo(index: number): void {
    anchor.current ??= at
    const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
    const between = Array.from({ length: to - from + 1 }, (_, n) => mediaAt(from + n))
    selection?.extend(between.filter((one) => one !== undefined))
  }

  const focusAt = (index: number): boolean =>
    focus.moveTo(box.current?.querySelector(`[data-position="${index}"]`), { preventScroll: true })

  function goTo(index: number): void {
    const next = Math.min(Math.max(index, 0), total - 1)
    setCurrent(next)
    scrollTo(Math.floor(next / perRow))
    // A row that only now scrolls into view takes the focus when it is rendered.
    wantsFocus.current = !focusAt(next)
  }

  const [currentId, setCurrentId] = useState(startAt)
  const position = list.first.data?.media.findIndex(({ id }) => id === currentId) ?? -1
  if (currentId !== undefined && position >= 0) {
    setCurrentId(undefined)
    setCurrent(position)
  }

  useImperativeHandle(handle, () => ({
    move: (by) => goTo(box.current?.contains(document.activeElement) ? at + by : at),
    toggle: () => media && selection?.toggle(media),
    goTo: setCurrentId,
  }))

  // The page shows the details of the current media.
  useEffect(() => onCurrent(media), [media, onCurrent])

  useLayoutEffect(() => {
    if (wantsFocus.current && focusAt(at)) wantsFocus.current = false
  })

  function handleKeyDown(event: KeyboardEvent): void {
    if (isComposing(event) || event.altKey || event.metaKey || event.ctrlKey) return
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'gridcell') return
    const to = indexAfterKey(event.key, at, { count: total, perRow, jump: perRow * 4 })
    if (to !== undefined) {
      if (event.key === 'ArrowUp' && to < 0 && onLeave) return onLeave()
      if (event.shiftKey) extendTo(Math.min(Math.max(to, 0), total - 1))
      else anchor.current = undefined
      goTo(to)
    } else if (event.key === ' ' && media) onSpace(media)
    else if (event.key === 'Enter' && media) onOpen(media)
    else return
    event.preventDefault()
  }

  const toggle = (index: number) => {
    const one = mediaAt(index)
    if (one) selection?.toggle(one)
  }
  const open = useSteady((index: number) => {
    const one = mediaAt(index)
    if (one) onOpen(one)
  })
  const pick = useSteady<Parameters<TileActions['pick']>, void>(
    (index, { isExtending, isToggling }) => {
      if (isExtending) extendTo(index)
      else if (isToggling) toggle(index)
      goTo(index)
    },
  )
  const toggleTile = useSteady(toggle)
  const drag = useSteady((index: number, data: DataTransfer) => {
    const one = mediaAt(index)
    if (one) onDrag?.(one, data)
  })
  const isPickable = selection !== undefined
  const isMovable = onDrag !== undefined
  const actions = useMemo(
    (): TileActions => ({
      current: setCurrent,
      open,
      pick,
      toggle: isPickable ? toggleTile : undefined,
      drag: isMovable ? drag : undefined,
    }),
    [open, pick, toggleTile, drag, isPickable, isMovable],
  )

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="Media"
      data-media-grid
      aria-multiselectable={selection !== undefined}
      aria-rowcount={rows}
      aria-colcount={perRow}
      aria-busy={list.first.isPlaceholderData}
      className={styles.grid}
      onKeyDown={handleKeyDown}
      // The press moves the focus before the click, and with it the position to extend from.
      onMouseDownCapture={({ shiftKey }) => {
        if (shiftKey) anchor.current ??= at
        else anchor.current = undefined
      }}
    >
      <div role="presentation" className={styles.rows} style={{ height }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className={styles.row}
            data-view={view}
            style={{
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: perRow }, (_, n) => index * perRow + n)
              .filter((index) => index < total)
              .map((index) => {
                const one = mediaAt(index)
                return (
                  <MediaTile
                    key={index}
                    media={one}
                    index={index}
                    view={view}
                    isCurrent={index === at}
                    isSelected={one !== undefined && (selection?.isSelected(one.id) ?? false)}
                    actions={actions}
                  />
                )
              })}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Returns the number of tiles that fit in a row. */
function useColumns(box: React.RefObject<HTMLDivElement | null>, view: 'grid' | 'list'): number {
  const [columns, setColumns] = useState(4)
  // The layout is outside React.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setColumns(Math.max(2, Math.floor(element.clientWidth / TILE.width)))
    measure()
    if (typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return view === 'list' ? 1 : columns
}
