import type { CmsObject } from '@typecase/contract/objects'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer, Commands, Storage } from '@typecase/plugin-sdk/services'
import { refTo } from '@typecase/plugin-sdk/command'
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type RefObject, useMemo, useState } from 'react'

import { sortBy } from '../commands/list.ts'
import { valueAt } from '@typecase/content/object/cell-value'
import {
  storeLayout,
  layoutKey,
  moveColumn,
  withinLimits,
  withoutPin,
  withPin,
} from '../list/column-layout.ts'
import { CHECKBOX_WIDTH, fixedWidth, gridColumns } from '../list/columns.ts'
import { type ListField, titleField } from '@typecase/content/object/list-fields'
import { columnsPage } from '../list/list-page.ts'
import { readSort } from '../list/page.ts'
import { columnsKey } from '../list/preferences.ts'
import type { ObjectListState } from './use-object-list.ts'

/** A column on screen. */
export interface GridColumn {
  readonly field: ListField
  readonly columnIndex: number
  /** Distance in px from the start of the grid, if the column is pinned. */
  readonly pinnedAt: number | undefined
  /** Null if the list is not sorted by this column; undefined if it cannot be. */
  readonly sort: 'ascending' | 'descending' | null | undefined
}

/** The features of the table. The server sorts, filters and pages the rows. */
const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

interface ColumnsOptions {
  list: ObjectListState
  /** The fields on screen, in order. */
  fields: readonly ListField[]
  data: CmsObject[]
  isNarrow: boolean
  root: RefObject<HTMLElement | null>
}

/**
 * Manages the columns of the list: their order, widths and sort, and which are hidden or pinned. Stores each change.
 */
export function useColumns({ list, fields, data, isNarrow, root }: ColumnsOptions) {
  const { bucketSlug, typeSlug, view, layout } = list
  const storage = useService(Storage)
  const commands = useService(Commands)
  const announcer = useService(Announcer)
  /** Widths while the user drags an edge. */
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>()

  const paths = useMemo(() => fields.map(({ path }) => path), [fields])
  const columns = useMemo(
    () =>
      list.fields.map((field) => ({
        id: field.path,
        accessorFn: (object: CmsObject) => valueAt(object, field.path),
        size: fixedWidth(field),
        enableSorting: !field.isUnsortable,
        enableHiding: field.path !== titleField.path,
      })),
    [list.fields],
  )
  const state = useMemo(() => {
    const sorted = readSort(list.sort)
    return {
      columnOrder: paths,
      columnVisibility: Object.fromEntries(
        list.fields.map(({ path }) => [path, paths.includes(path)]),
      ),
      columnSizing: { ...(dragged ?? layout.widths) },
      columnPinning: { start: isNarrow ? [] : [...layout.pinned], end: [] },
      sorting: sorted ? [{ id: sorted.path, desc: sorted.isDescending }] : [],
    }
  }, [list.sort, paths, list.fields, dragged, layout, isNarrow])

  const store = (next: typeof layout): void =>
    storeLayout(storage, layoutKey(bucketSlug, typeSlug, view.id), next)
  const storePaths = (next: readonly string[]): void =>
    storage.set(columnsKey(bucketSlug, typeSlug, view.id), [...next])

  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ id }) => id,
    manualSorting: true,
    sortDescFirst: false,
    enableMultiSort: false,
    state,
    onColumnOrderChange: (updater) => storePaths(functionalUpdate(updater, paths)),
    onColumnVisibilityChange(updater) {
      const isVisible = functionalUpdate(updater, state.columnVisibility)
      storePaths(paths.filter((path) => isVisible[path] !== false))
    },
    onColumnSizingChange: (updater) =>
      store({ ...layout, widths: functionalUpdate(updater, state.columnSizing) }),
    onColumnPinningChange: (updater) =>
      store({ ...layout, pinned: functionalUpdate(updater, state.columnPinning).start }),
    onSortingChange(updater) {
      const [first] = functionalUpdate(updater, state.sorting)
      const next = first ? `${first.desc ? '-' : ''}${first.id}` : ''
      void commands.run(refTo(sortBy, { sort: next }), { source: 'button' })
    },
  })

  const visible = useMemo((): readonly GridColumn[] => {
    const fieldOf = new Map(fields.map((field) => [field.path, field]))
    let start = CHECKBOX_WIDTH
    const inOrder = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()]
    return inOrder.flatMap((column, index) => {
      const field = fieldOf.get(column.id)
      if (!field) return []
      const isPinned = state.columnPinning.start.includes(column.id)
      const pinnedAt = isPinned ? start : undefined
      if (isPinned) start += column.getSize()
      const sorted = column.getIsSorted()
      const sort = sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : null
      const columnIndex = index + 2
      return [{ field, columnIndex, pinnedAt, sort: column.getCanSort() ? sort : undefined }]
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the table is the same object each time; these are what changes its columns
  }, [fields, state, columns])

  const titleOf = (path: string): string =>
    fields.find((field) => field.path === path)?.title ?? path

  function resize(path: string, width: number, isDone: boolean): void {
    const widths = { ...layout.widths, [path]: withinLimits(width) }
    setDragged(isDone ? undefined : widths)
    if (isDone) table.setColumnSizing(widths)
  }

  usePageHandle(columnsPage, {
    move(path, by) {
      const next = moveColumn(
        visible.map(({ field }) => field.path),
        path,
        by,
      )
      if (!next) return announcer.say(`${titleOf(path)} cannot move further.`)
      table.setColumnOrder([...next])
      announcer.say(`${titleOf(path)} is column ${next.indexOf(path) + 1} of ${next.length}.`)
    },
    resize(path, by) {
      const index = visible.findIndex(({ field }) => field.path === path)
      const cell = root.current?.querySelectorAll<HTMLElement>('[role="columnheader"]')[index + 1]
      if (index === -1 || !cell) return
      const width = withinLimits(cell.offsetWidth + by)
      resize(path, width, true)
      announcer.say(`${titleOf(path)} is ${width} pixels wide.`)
    },
    pin(path, isPinned) {
      const { pinned } = isPinned ? withPin(layout, path) : withoutPin(layout, path)
      table.setColumnPinning({ start: [...pinned], end: [] })
      announcer.say(`${titleOf(path)} ${isPinned ? 'is pinned' : 'is unpinned'}.`)
    },
    hide(path) {
      table.getColumn(path)?.toggleVisibility(false)
      announcer.say(`${titleOf(path)} is hidden.`)
    },
  })

  return {
    visible,
    resize,
    sort: (path: string) => table.getColumn(path)?.toggleSorting(),
    hasPinned: state.columnPinning.start.length > 0,
    template: gridColumns(
      visible.map(({ field }) => field),
      isNarrow,
      ({ path }) =>
        state.columnPinning.start.includes(path) || state.columnSizing[path] !== undefined
          ? table.getColumn(path)?.getSize()
          : undefined,
    ),
  }
}
