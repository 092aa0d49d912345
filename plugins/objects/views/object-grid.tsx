import type { CmsObject, listObjects } from '@typecase/contract/objects'
import type { OutputOf } from '@typecase/contract/endpoint'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { OpenButton, Peek, usePeek } from '@typecase/content/react/peek'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useSteady } from '@typecase/plugin-sdk/react/steady'
import { useVirtualRows } from '@typecase/plugin-sdk/react/virtual-rows'
import { GridBody, GridRoot } from '@typecase/ui/data-grid'
import { SplitLayout } from '@typecase/ui/split-layout'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'

import { filledColumns } from '../list/columns.ts'
import { subtitleFields } from '@typecase/content/object/list-fields'
import { type GroupHead, rowsInGroups, titleOfGroup } from '../list/groups.ts'
import { listPage } from '../list/list-page.ts'
import { rowLook } from './object-cell.tsx'
import { GridHead } from './grid-head.tsx'
import { GroupRow } from './group-row.tsx'
import { ObjectRow } from './object-row.tsx'
import { RelationTitles } from './relation-titles.tsx'
import { useColumns } from './use-columns.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridSelection } from './use-grid-selection.ts'
import { useGroupSelection } from './use-group-selection.ts'
import type { ObjectListState } from './use-object-list.ts'

export type ListedObject = OutputOf<typeof listObjects>['objects'][number]

/** Height in px of the header, which rows scroll under. */
const HEADER = 30
const OVERSCAN = 12

interface ObjectGridProps {
  list: ObjectListState
  objects: readonly ListedObject[]
  /** Number of rows in the whole list, without those of collapsed groups. */
  total: number
}

/** Shows the rows of one page. Only the visible ones are in the document. */
export function ObjectGrid({ list, objects, total }: ObjectGridProps) {
  const { bucketSlug, skip, page, groups, answered } = list
  const isNarrow = useNarrow()
  const root = useRef<HTMLDivElement>(null)
  const data = useMemo(
    () =>
      objects.map(({ object, main_object_status }): CmsObject => ({
        ...object,
        main_object_status,
      })),
    [objects],
  )
  const rows = useMemo(() => data.map(({ id }) => id), [data])
  const grouped = useMemo(
    () =>
      groups.data &&
      rowsInGroups(groups.data, groups.collapsed, { ...answered, count: rows.length }),
    [groups.data, groups.collapsed, answered, rows.length],
  )
  const items = useMemo(() => grouped?.items ?? rows.map((_, index) => index), [grouped, rows])
  /** The stops of the arrow keys: rows, and the group heads between them. */
  const stops = useMemo(
    () => items.map((item) => (typeof item === 'number' ? (rows[item] ?? '') : item.id)),
    [items, rows],
  )
  const heads = useMemo(() => items.filter((item) => typeof item !== 'number'), [items])
  const fields = useMemo(() => {
    if (isNarrow) return list.columns.filter(({ path }) => path === 'title' || path === 'status')
    return list.areColumnsChosen ? list.columns : filledColumns(list.columns, data)
  }, [isNarrow, list.columns, list.areColumnsChosen, data])
  const hasThumbnails = data.some(({ thumbnail }) => thumbnail)
  const related = useMemo(
    () => [...fields, ...subtitleFields(list.types).values()],
    [fields, list.types],
  )
  const kinds = useFieldKinds()
  const look = useMemo(
    () => rowLook(fields, list.types, kinds, hasThumbnails),
    [fields, list.types, kinds, hasThumbnails],
  )
  const columns = useColumns({ list, fields, data, isNarrow, root })

  const rowHeight = useRowHeight()
  const current = useRef(0)
  const virtual = useVirtualRows({
    count: items.length,
    box: () => root.current,
    height: () => rowHeight,
    // The row that Tab enters stays in the document.
    pinnedIndex: () => current.current,
    overscan: OVERSCAN,
    top: HEADER,
  })
  const all = list.total ?? total
  const selection = useGridSelection({ rows, query: list.query, total: all })
  const { coverageOf, toggleGroup } = useGroupSelection({ rows, groups, selection })
  const headOf = (id: string) => heads.find((head) => head.id === id)
  const keys = useGridKeys({
    rows: stops,
    objects: rows,
    root,
    selection,
    total,
    heads: {
      toggle: (id) => toggleHead(headOf(id)),
      select: (id) => selectHead(headOf(id)),
      isCollapsed: (id) => headOf(id)?.isCollapsed === true,
    },
    hasMore: skip + rows.length < total,
    hasBefore: skip > 0,
    isFetching: page.isFetching,
    scrollTo: virtual.scrollTo,
  })
  function toggleHead(head: GroupHead | undefined): void {
    if (head?.group) groups.toggle(head.group)
  }
  function selectHead(head: GroupHead | undefined): void {
    if (head?.group) toggleGroup(head)
  }
  const titleOf = ({ group, id }: GroupHead) =>
    group ? titleOfGroup(group, groups.field, list.types) : `${id.slice('group:'.length)} groups`
  usePageHandle(listPage, {
    rows,
    total,
    selectAll: selection.selectAll,
    selectMatching: selection.selectMatching,
    invertSelection: selection.invert,
    collapseGroups: groups.collapseAll,
    expandGroups: groups.expandAll,
    selectGroup() {
      const at = stops.indexOf(keys.currentID ?? rows[0] ?? '')
      selectHead(heads.findLast((head) => stops.indexOf(head.id) <= at))
    },
  })
  const peek = usePeek({
    bucketSlug,
    ids: rows,
    currentID: keys.objectID,
    row: () => root.current?.querySelector('[role="row"][tabindex="0"]'),
  })
  const { objectID: peekedID } = peek
  // oxlint-disable-next-line react/refs -- rows and keys need each other: what scrolls comes first
  current.current = Math.max(0, keys.currentID === undefined ? 0 : stops.indexOf(keys.currentID))

  // Stable callbacks, so that a key press does not render the rows and the head.
  const pick = useSteady(keys.pick)
  const check = useSteady(keys.check)
  const toggleAll = useSteady(selection.toggleAll)
  const sort = useSteady(columns.sort)
  const resize = useSteady(columns.resize)
  return (
    <RelationTitles bucketSlug={bucketSlug} objects={data} fields={related}>
      <SplitLayout
        narrow="sheet"
        inspector={
          peekedID === undefined ? undefined : (
            <Peek peek={peek}>
              <OpenButton onPress={() => keys.open(peekedID)} />
            </Peek>
          )
        }
      >
        <GridRoot
          ref={root}
          aria-label="Objects"
          rowCount={total + (grouped?.heads ?? 0) + 1}
          columnCount={fields.length + 1}
          columns={columns.template}
          hasPinned={columns.hasPinned}
          isMultiselectable
          isBusy={page.isPlaceholderData}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onMouseDownCapture={keys.onMouseDownCapture}
        >
          <GridHead
            columns={columns.visible}
            hasPinned={columns.hasPinned}
            isNarrow={isNarrow}
            coverage={selection.coverage}
            onToggleAll={toggleAll}
            onSort={sort}
            onResize={resize}
          />
          <GridBody height={virtual.height}>
            {virtual.items.map(({ index, start }) => {
              const item = items[index]
              const rowIndex = answered.skip + (grouped?.headsBefore ?? 0) + index + 2
              if (typeof item === 'object') {
                const isCurrent = item.id === keys.currentID
                return (
                  <GroupRow
                    key={item.id}
                    head={item}
                    title={titleOf(item)}
                    rowIndex={rowIndex}
                    top={start - HEADER}
                    columns={fields.length + 1}
                    isCurrent={isCurrent}
                    isTabStop={isCurrent || (keys.currentID === undefined && index === 0)}
                    coverage={coverageOf(item)}
                    onToggle={toggleHead}
                    onSelect={selectHead}
                  />
                )
              }
              const object = item === undefined ? undefined : data[item]
              if (!object) return null
              const isCurrent = object.id === keys.currentID
              return (
                <ObjectRow
                  key={object.id}
                  object={object}
                  columns={columns.visible}
                  look={look}
                  rowIndex={rowIndex}
                  top={start - HEADER}
                  isCurrent={isCurrent}
                  isTabStop={isCurrent || (keys.currentID === undefined && index === 0)}
                  isSelected={selection.has(object.id)}
                  onPick={pick}
                  onCheck={check}
                />
              )
            })}
          </GridBody>
        </GridRoot>
      </SplitLayout>
    </RelationTitles>
  )
}

const ROW = 36

/** Returns the row height of the theme in px, which depends on the density. */
export function useRowHeight(): number {
  const [height] = useState(() => {
    const scope = document.querySelector('[data-density]') ?? document.documentElement
    return Number.parseFloat(getComputedStyle(scope).getPropertyValue('--row')) || ROW
  })
  return height
}

const query = '(width < 720px)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether there is only room for the title and the status. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
