import { redoLast, undoLast } from '@typecase/content/commands'
import { Focus } from '@typecase/plugin-sdk/focus'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, Storage } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'
import { isComposing } from '@typecase/ui/keyboard'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { chooseCell } from '../commands/sheet.ts'
import {
  beyond,
  filledTexts,
  pastedTexts,
  positionsIn,
  repeatedTexts,
  type Table,
  textAt,
  textsIn,
  writeTexts,
  writeValue,
} from '../sheet/cell-edits.ts'
import {
  at,
  type Edges,
  edgesOf,
  type CellPosition,
  positionWithin,
  type Range,
  rangeAfter,
  rangeOf,
} from '../sheet/cell-range.ts'
import { cellKindOf } from '../sheet/cell-values.ts'
import { sheetEdits } from '../sheet/sheet-edits.ts'
import type { SheetPage } from '../sheet/sheet-page.ts'
import { readCells, writeCells } from '../sheet/tab-separated.ts'

interface SheetOptions {
  table: Table
  root: RefObject<HTMLDivElement | null>
  bucketSlug: string
  scrollTo: (row: number) => void
}

/** Manages the sheet: the selected cells, the typed text, and the keys, the pointer and the clipboard. */
export function useSheet({ table, root, bucketSlug, scrollTo }: SheetOptions) {
  const commands = useService(Commands)
  const focus = useService(Focus)
  const store = sheetEdits(useService(Storage), bucketSlug)
  const edits = useSyncExternalStore(store.subscribe, store.get)
  const noteID = useId()
  const [selectedRange, setRange] = useState<Range>(at({ row: 0, column: 0 }))
  const [typing, setTyping] = useState<string>()
  const [message, setMessage] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const isDragging = useRef(false)
  /** The cells that the pointer is repeating downwards. */
  const repeated = useRef<Edges>(undefined)
  const lastRow = useRef(0)
  const size = { rows: table.objects.length, columns: table.fields.length }
  // There may be fewer rows and columns than before.
  const range: Range = {
    active: positionWithin(selectedRange.active, size),
    corner: positionWithin(selectedRange.corner, size),
  }
  const edges = edgesOf(range)
  const activeField = table.fields[range.active.column]
  const wantsFocus = useRef(true)
  const setField = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element
  }, [])

  const write = (texts: Iterable<readonly [CellPosition, string]>) =>
    store.change(writeTexts(table, store.get(), texts))

  function commit(): void {
    if (typing === undefined) return
    setTyping(undefined)
    wantsFocus.current = root.current?.contains(document.activeElement) ?? false
    write([[range.active, typing]])
  }

  function go(next: Range): void {
    commit()
    wantsFocus.current = true
    setMessage(undefined)
    setRange(next)
    scrollTo(next.corner.row)
  }

  const step = (rows: number, columns: number) => {
    const { row, column } = range.active
    go(at(positionWithin({ row: row + rows, column: column + columns }, size)))
  }

  /** Starts typing with the present text of the cell, or opens the picker. */
  function begin(): void {
    const object = table.objects[range.active.row]
    if (!object || !activeField) return
    const kind = cellKindOf(activeField)
    if (kind === 'text') setTyping(textAt(table, edits, range.active))
    else if (kind === 'picker') {
      const args = {
        scope: { kind: 'ids' as const, ids: [object.id] },
        field: activeField.path,
        op: 'set' as const,
      }
      void commands.run(refTo(chooseCell, args), { source: 'button' })
    }
  }

  /** Undoes unsaved edits step by step, then saved changes. */
  function undo(isRedo: boolean): void {
    if (isRedo && store.canRedo()) store.redo()
    else if (!isRedo && store.canUndo()) store.undo()
    else void commands.run(refTo(isRedo ? redoLast : undoLast), { source: 'key' })
  }

  const clear = () => write([...positionsIn(edges)].map((cell) => [cell, ''] as const))

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (isComposing(event) || event.target !== field.current) return
    const { key } = event
    const isTyping = typing !== undefined
    if (isTyping) {
      if (key === 'Enter' && !event.altKey) step(event.shiftKey ? -1 : 1, 0)
      else if (key === 'Tab') step(0, event.shiftKey ? -1 : 1)
      else if (key === 'Escape') {
        setTyping(undefined)
        wantsFocus.current = true
      } else return
    } else if (/^[zy]$/i.test(key) && (event.ctrlKey || event.metaKey)) {
      undo(event.shiftKey || key.toLowerCase() === 'y')
    } else if (
      key === 'F2' ||
      (key === 'Enter' && !event.altKey && !event.ctrlKey && !event.metaKey)
    )
      begin()
    else if (key === 'Delete' || key === 'Backspace') clear()
    else if (key === 'Escape' && (edges.top !== edges.bottom || edges.left !== edges.right)) {
      setRange(at(range.active))
    } else if (!event.altKey) {
      const next = rangeAfter(range, event, size)
      if (!next) return
      go(next)
    } else return
    event.preventDefault()
  }

  function onCopy(event: ClipboardEvent): void {
    if (typing !== undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeCells(textsIn(table, edits, edges)))
  }

  function onPaste(event: ClipboardEvent): void {
    if (typing !== undefined) return
    event.preventDefault()
    const cells = readCells(event.clipboardData.getData('text/plain'))
    write(pastedTexts(cells, edges))
    const { rows, columns } = beyond(cells, edges, table)
    const height = Math.min(cells.length, size.rows - edges.top)
    const width = Math.min(Math.max(...cells.map((row) => row.length)), size.columns - edges.left)
    const isOne = cells.length === 1 && width === 1
    const active = { row: edges.top, column: edges.left }
    const corner = { row: edges.top + height - 1, column: edges.left + width - 1 }
    if (!isOne) setRange({ active, corner })
    setMessage(describeOverflow(rows, columns))
  }

  const page: SheetPage = useMemo(
    () => ({
      edits: store,
      fillDown: () =>
        store.change(writeTexts(table, store.get(), filledTexts(table, store.get(), edges))),
      clear,
      choose(objectID, path, value) {
        const object = table.objects.find(({ id }) => id === objectID)
        const column = table.fields.find((one) => one.path === path)
        if (object && column) store.change(writeValue(store.get(), object, column, value))
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `edges` is a new object at each render; its four numbers are what counts
    [store, table, edges.top, edges.bottom, edges.left, edges.right],
  )

  // The text field moves with the active cell, and so does the focus. Rows render later than the sheet.
  useLayoutEffect(() => {
    const element = field.current
    if (!element || !wantsFocus.current) return
    wantsFocus.current = false
    const { activeElement } = document
    const isWithin = root.current?.contains(activeElement) ?? false
    // Another field that the user is typing in, such as the filter, keeps the focus.
    if (!isWithin && activeElement?.matches('input, textarea')) return
    focus.moveTo(element, { preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (typing === undefined) element.select()
  })

  return {
    range,
    edits,
    typing,
    message,
    noteID,
    setField,
    page,
    begin,
    commit,
    type: setTyping,
    onKeyDown,
    onCopy,
    onCut(event: ClipboardEvent) {
      if (typing !== undefined) return
      onCopy(event)
      clear()
    },
    onPaste,
    onPointerDown(event: PointerEvent, cell: CellPosition) {
      if (event.button !== 0) return
      const isActive = cell.row === range.active.row && cell.column === range.active.column
      // In the text being typed, the pointer places the cursor.
      if (isActive && typing !== undefined) return
      event.preventDefault()
      isDragging.current = true
      addEventListener('pointerup', () => (isDragging.current = false), { once: true })
      go(event.shiftKey ? { active: range.active, corner: cell } : at(cell))
      if (field.current) focus.moveTo(field.current, { preventScroll: true })
    },
    /** Starts to drag the selection's corner, which repeats the selected cells down to the row of the release. */
    onHandleDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      // Touch captures the pointer for the handle, so it would enter no other cell.
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId)
      commit()
      const from = edges
      repeated.current = from
      lastRow.current = from.bottom
      const controller = new AbortController()
      const end = (isCancelled: boolean) => {
        controller.abort()
        repeated.current = undefined
        const last = lastRow.current
        if (isCancelled) setRange(rangeOf(from))
        else if (last > from.bottom)
          store.change(
            writeTexts(table, store.get(), repeatedTexts(table, store.get(), from, last)),
          )
      }
      const { signal } = controller
      addEventListener('pointerup', () => end(false), { signal })
      addEventListener('pointercancel', () => end(true), { signal })
    },
    onPointerEnter(event: PointerEvent, cell: CellPosition) {
      const from = repeated.current
      if (from) {
        lastRow.current = Math.max(cell.row, from.bottom)
        return go(rangeOf({ ...from, bottom: lastRow.current }))
      }
      if (isDragging.current && event.buttons === 1) go({ active: range.active, corner: cell })
    },
  }
}

export type Sheet = ReturnType<typeof useSheet>

function describeOverflow(rows: number, columns: number): string | undefined {
  const parts = [
    rows > 0 ? formatCount(rows, 'row') : '',
    columns > 0 ? formatCount(columns, 'column') : '',
  ].filter(Boolean)
  if (parts.length === 0) return undefined
  return `${parts.join(' and ')} did not fit. Show more rows or columns, and paste again.`
}
