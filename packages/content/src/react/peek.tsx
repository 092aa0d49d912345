import { preload } from '@typecase/plugin-sdk/module'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Queries } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Inspector } from '@typecase/ui/split-layout'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'

import '../object-facts.ts'
import { peekQuery, type PeekSource } from '../object/peek-query.ts'
import type { Perspective } from '../perspective.ts'
import { peekPage } from '../peek.ts'
import { usePerspective } from './perspective.tsx'

const panelCode = { load: async () => (await import('./peek-panel.tsx')).PeekPanel }
const PeekPanel = lazyView(panelCode.load, 'The peek')

interface PeekOptions {
  bucketSlug: string
  /** Ids of the objects in the list, in order. */
  ids: readonly string[]
  /** Id of the current row's object; undefined while the current row is not an object. */
  currentID: string | undefined
  source?: PeekSource
  /** Returns the element of the current row, which gets the focus back. */
  row: () => Element | null | undefined
}

/** The result of `usePeek`. */
export interface PeekState extends Required<Pick<PeekOptions, 'bucketSlug' | 'source'>> {
  readonly perspective: Perspective
  /** Id of the visible object; undefined while the peek is closed. */
  readonly objectID: string | undefined
  open(): void
  toggle(): void
}

/** Manages the peek of a list. */
export function usePeek(options: PeekOptions): PeekState {
  const { bucketSlug, ids, currentID, source = 'objects', row } = options
  const services = useServices()
  const perspective = usePerspective(bucketSlug)
  const focus = useService(Focus)
  const [isOpen, setOpen] = useState(false)
  // While the header of a group is current, the peek keeps showing the previous object.
  const [lastID, setLastID] = useState(currentID)
  if (currentID !== undefined && currentID !== lastID) setLastID(currentID)
  const index = lastID === undefined ? -1 : ids.indexOf(lastID)
  const visibleID = isOpen && index !== -1 ? lastID : undefined
  const [previousID, nextID] = [ids[index - 1], ids[index + 1]]

  function close(): void {
    const isInside = document.activeElement?.closest('[data-peek]') != null
    setOpen(false)
    if (isInside || focus.isFree()) focus.moveTo(row())
  }
  const open = () => setOpen(true)
  const toggle = () => (visibleID === undefined ? open() : close())
  usePageHandle(peekPage, { toggle, close })
  useProvideFacts({
    'peek.row': currentID,
    'peek.isOpen': visibleID !== undefined || undefined,
  })

  const isVisible = visibleID !== undefined
  const showRow = useEffectEvent(() => row()?.scrollIntoView({ block: 'nearest' }))
  // On a narrow screen, the sheet covers some of the rows.
  useEffect(() => {
    if (isVisible) showRow()
  }, [isVisible])
  const isOnRow = currentID !== undefined
  // Preloads the code, so it is ready when the user presses Space.
  useEffect(() => {
    if (isOnRow) preload(panelCode)
  }, [isOnRow])
  // Prefetches the neighbours, so moving through the rows does not wait for the network.
  useEffect(() => {
    if (visibleID === undefined) return
    for (const id of [nextID, previousID]) {
      if (id === undefined) continue
      void services
        .get(Queries)
        .prefetchQuery(peekQuery(services, bucketSlug, id, source, perspective))
    }
  }, [services, bucketSlug, source, perspective, visibleID, nextID, previousID])

  return { bucketSlug, source, perspective, objectID: visibleID, open, toggle }
}

/**
 * Renders the object of a peek, as the inspector of a `SplitLayout` whose `narrow` is `sheet`.
 * @param props.children actions for the object
 */
export function Peek({
  peek: { objectID, bucketSlug, source, perspective },
  children,
}: {
  peek: PeekState
  children: ReactNode
}) {
  if (objectID === undefined) return null
  return (
    <Suspense
      fallback={
        <Inspector aria-label="Peek">
          <SkeletonLines label="object" count={6} />
        </Inspector>
      }
    >
      <PeekPanel {...{ bucketSlug, objectID, source, perspective }}>{children}</PeekPanel>
    </Suspense>
  )
}

/** Renders a button that opens the object of a peek, as Enter on its row does. */
export function OpenButton({ onPress }: { onPress: () => void }) {
  return (
    <Button kbd="Enter" onPress={onPress}>
      Open
    </Button>
  )
}
