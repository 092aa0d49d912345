import { useRouterState } from '@tanstack/react-router'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { fillTitle } from '@typecase/plugin-sdk/title'
import { Button } from '@typecase/ui/button'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { useLayoutEffect, useRef, useState } from 'react'

import { useCore } from '../core/core.tsx'
import { pageOf } from '../routing/page.tsx'
import styles from './path.module.css'

/** Minimum width in pixels for the first letters of a workspace, project or bucket; in step with `path.module.css`. */
const STEP_WIDTH = 60

/** The path to the current page. To make room for the page's name, the steps shrink first and then move into a menu. */
export function Path() {
  const title = usePageTitle()
  const { path, steps, page, isCollapsed } = useCollapsed()
  return (
    <nav ref={path} aria-label="Path" className={styles.path}>
      <div ref={steps} className={styles.steps} hidden={isCollapsed}>
        <Slot isInline name="shell.path" props={{}} />
      </div>
      {isCollapsed ? <CollapsedSteps /> : null}
      {title ? (
        <span ref={page} aria-current="page" className={styles.page} title={title}>
          {title}
        </span>
      ) : null}
    </nav>
  )
}

function usePageTitle(): string | undefined {
  const { router } = useCore()
  const routeId: string | undefined = useRouterState({
    router,
    select: (state) => state.matches.at(-1)?.routeId as string | undefined,
  })
  const page = routeId === undefined ? undefined : pageOf(router.routesById[routeId])
  return useFacts((facts) => page && fillTitle(page.route.title, facts))
}

/** Whether the steps have to move into a menu. Measured, since their names come from plugins. */
function useCollapsed() {
  const path = useRef<HTMLElement>(null)
  const steps = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLSpanElement>(null)
  const [isCollapsed, setCollapsed] = useState(false)
  // Observes sizes in the DOM: of the window, of the page's name, and of steps whose code has arrived.
  useLayoutEffect(() => {
    const measure = () => {
      const room = (path.current?.clientWidth ?? 0) - (page.current?.scrollWidth ?? 0)
      const count = steps.current?.childElementCount ?? 0
      // The menu's button makes the path wider. An empty menu would thus appear and disappear without end.
      setCollapsed(count > 0 && count * STEP_WIDTH > room)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const { current } of [path, steps, page]) if (current) observer.observe(current)
    return () => observer.disconnect()
  })
  return { path, steps, page, isCollapsed }
}

/** The same steps in a popover, one below the other, each with its own menu. */
function CollapsedSteps() {
  const { router } = useCore()
  // The key closes the popover after navigation.
  const href = useRouterState({ router, select: ({ location }) => location.href })
  return (
    <PopoverTrigger key={href}>
      <Button variant="quiet" icon="ellipsis" aria-label="Project and bucket" />
      <Popover aria-label="Project and bucket" placement="bottom start">
        <div className={styles.list}>
          <Slot isInline name="shell.path" props={{}} />
        </div>
      </Popover>
    </PopoverTrigger>
  )
}
