import { Focus } from '@typecase/plugin-sdk/focus'
import { refTo } from '@typecase/plugin-sdk/command'
import { listPage } from '@typecase/plugin-sdk/list-page'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { isComposing, indexAfterKey } from '@typecase/ui/keyboard'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { nextPage, previousPage } from '../commands/list.ts'
import { openObject } from '../commands/open.ts'
import {
  keepOpened,
  lastOpened,
  listContext,
  positionToReturn,
} from '@typecase/content/object/list-context'
import { isHead } from '../list/groups.ts'
import { objectsRoute } from '../routes.ts'
import type { PickKeys } from './object-row.tsx'
import type { GridSelection } from './use-grid-selection.ts'

/** Whether a key collapses or expands the group whose head is current, as in any tree. */
const foldsBy = (key: string, isCollapsed: boolean): boolean =>
  key === 'Enter' || key === ' ' || key === (isCollapsed ? 'ArrowRight' : 'ArrowLeft')

interface GridKeys {
  /** Ids of objects, and of the group heads between them. */
  rows: readonly string[]
  /** Ids of objects only. */
  objects: readonly string[]
  /** Actions on group heads. */
  heads: {
    toggle: (id: string) => void
    select: (id: string) => void
    isCollapsed: (id: string) => boolean
  }
  root: RefObject<HTMLDivElement | null>
  selection: GridSelection
  /** Number of rows in the whole list. */
  total: number
  hasMore: boolean
  hasBefore: boolean
  /** Whether the rows may be outdated. */
  isFetching: boolean
  scrollTo: (index: number) => void
}

/** Manages the current row: its position, and the keys that move it, select rows and open objects. */
export function useGridKeys({
  rows,
  objects,
  heads,
  root,
  selection,
  total,
  hasMore,
  hasBefore,
  isFetching,
  scrollTo,
}: GridKeys) {
  const commands = useService(Commands)
  const focus = useService(Focus)
  const { bucketSlug } = useRouteParams(objectsRoute)
  const navigation = useService(Navigation)
  const [returning] = useState(() => {
    const id = lastOpened()
    const context = listContext(bucketSlug)
    // A different list that also contains the object is shown as its URL says.
    const isSame = context?.path === navigation.current()
    return id !== undefined && isSame ? { id, context } : undefined
  })
  const hasReturned = useRef(false)
  /** The object whose page is loading, because it is not on the page where the user left the list. */
  const awaited = useRef<string>(undefined)
  const [currentID, setCurrentID] = useState(() => {
    const last = lastOpened()
    return last !== undefined && rows.includes(last) ? last : undefined
  })
  // After the return from an object, its row takes the focus.
  const wantsFocus = useRef(currentID !== undefined)
  /** The end of the next page at which to continue, after the page was turned. */
  const entering = useRef<'first' | 'last'>(undefined)
  const lastIndex = useRef(0)
  const pressedFrom = useRef<string>(undefined)
  const index = currentID === undefined ? -1 : rows.indexOf(currentID)
  const isOnHead = currentID !== undefined && isHead(currentID)
  const objectID = index === -1 || isOnHead ? undefined : currentID
  useProvideFacts({
    'objects.row': objectID,
    'list.rowCount': rows.length || undefined,
  })

  function goTo(next: number): void {
    const id = rows[next]
    if (id === undefined) return
    setCurrentID(id)
    wantsFocus.current = true
    scrollTo(next)
  }

  function move(by: number): void {
    const from = index === -1 ? (by > 0 ? -1 : 0) : index
    const next = from + by
    if (!Number.isFinite(by)) goTo(within(next))
    else if (next >= rows.length && index === rows.length - 1 && hasMore) {
      entering.current = 'first'
      void commands.run(refTo(nextPage, { by: 1 }), { source: 'key' })
    } else if (next < 0 && index === 0 && hasBefore) {
      entering.current = 'last'
      void commands.run(refTo(previousPage, { by: -1 }), { source: 'key' })
    } else goTo(within(next))
  }

  const within = (index: number): number => Math.min(Math.max(index, 0), rows.length - 1)

  function extendTo(position: number): void {
    const from = rows[Math.max(index, 0)]
    const to = rows[within(position)]
    if (from === undefined || to === undefined) return
    // Heads are passed over: only rows are selected.
    if (!isHead(to)) selection.extendTo(to, isHead(from) ? to : from)
    goTo(rows.indexOf(to))
  }

  function open(id: string): void {
    keepOpened(id)
    void commands.run(refTo(openObject, { id }), { source: 'button' })
  }

  function toggleCurrent(): void {
    const id = currentID ?? rows[0]
    if (id === undefined) return
    if (isHead(id)) heads.select(id)
    else selection.toggle(id)
    if (index === -1) goTo(0)
  }

  usePageHandle(listPage, { move, toggle: toggleCurrent })

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (isComposing(event) || event.altKey || event.metaKey || event.ctrlKey) return
    // Check boxes and header buttons handle their own keys.
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const to = indexAfterKey(event.key, index, { count: rows.length })
    if (to !== undefined) {
      if (event.shiftKey) extendTo(to)
      else {
        selection.forgetAnchor()
        if (Math.abs(to - index) === 1) move(to - index)
        else goTo(within(to))
      }
    } else if (isOnHead && foldsBy(event.key, heads.isCollapsed(currentID))) heads.toggle(currentID)
    else if (event.key === 'Enter' && currentID !== undefined) open(currentID)
    else return
    event.preventDefault()
  }

  function pick(id: string, { isExtending, isToggling }: PickKeys): void {
    if (isExtending) selection.extendTo(id, pressedFrom.current ?? id)
    else if (isToggling) selection.toggle(id)
    else open(id)
    setCurrentID(id)
  }

  function check(id: string, isExtending: boolean): void {
    if (isExtending) selection.extendTo(id, pressedFrom.current ?? id)
    else selection.toggle(id)
    setCurrentID(id)
  }

  const showCurrent = useEffectEvent(() => {
    if (index > 0) scrollTo(index)
  })
  // An effect, because the list measures itself when it appears.
  useEffect(() => showCurrent(), [])

  const goBack = useEffectEvent(() => {
    if (!returning || isFetching || hasReturned.current) return
    hasReturned.current = true
    const { context, id } = returning
    const index = positionToReturn(context, id, objects, total)
    // A filter that the user is typing in keeps the focus.
    if (!index || document.activeElement?.matches('input, textarea')) return
    if ('row' in index) goTo(rows.indexOf(index.row))
    else {
      awaited.current = id
      void navigation.go(index.path, { isReplace: true })
    }
  })
  // Where to continue depends on the list's current rows, which the server returns.
  useEffect(() => goBack(), [isFetching])

  useLayoutEffect(() => {
    const at = awaited.current === undefined ? -1 : rows.indexOf(awaited.current)
    if (at !== -1) {
      awaited.current = undefined
      goTo(at)
    } else if (entering.current && rows.length > 0) {
      // The head at the top of a page only names the group of its rows. The list continues below it.
      const next =
        entering.current === 'first' ? rows.findIndex((id) => !isHead(id)) : rows.length - 1
      entering.current = undefined
      goTo(next)
    } else if (currentID !== undefined && index === -1 && rows.length > 0) {
      // If the current row was deleted or filtered out, the focus moves to the next row.
      const next = rows[Math.min(lastIndex.current, rows.length - 1)]
      setCurrentID(next)
      wantsFocus.current = focus.isFree()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only new rows matter; the rest is read as it is then
  }, [rows])

  // Runs after the effect above, which needs the last position of a row that disappeared.
  useLayoutEffect(() => {
    if (index !== -1) lastIndex.current = index
  }, [index])

  useLayoutEffect(() => {
    if (!wantsFocus.current || currentID === undefined) return
    const row = root.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(currentID)}"]`)
    if (!row) return
    wantsFocus.current = false
    focus.moveTo(row, { preventScroll: true })
  })

  return {
    currentID: index === -1 ? undefined : currentID,
    /** The current row, if it is an object. */
    objectID,
    open,
    onKeyDown,
    /** Remembers the row before the press, which moves the focus before the click: a click extends from that row. */
    onMouseDownCapture() {
      pressedFrom.current = currentID
    },
    /** Makes any row that takes the focus the current one. */
    onFocus(event: { target: EventTarget }) {
      const id = event.target instanceof HTMLElement ? event.target.dataset['id'] : undefined
      if (id !== undefined && id !== currentID) setCurrentID(id)
    },
    pick,
    check,
  }
}
