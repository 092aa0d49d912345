import { useRouterState } from '@tanstack/react-router'
import { Plugins } from '@typecase/plugin-sdk/plugins'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Palette } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useSyncExternalStore } from 'react'

import { HOME } from './guards.ts'
import styles from './pages.module.css'

/** State of the history entry after a redirect from a bucket that the user may not open. */
interface RedirectState {
  reason?: string
}

/**
 * Shown for pages that do not exist or that the user may not see. Both look the same.
 * @param data what is missing, if the page knows it
 */
export function NotFoundPage({ data }: { data?: unknown }) {
  const navigation = useService(Navigation)
  const palette = useService(Palette)
  const plugins = useService(Plugins)
  const all = useSyncExternalStore(plugins.subscribe, plugins.list)
  const { reason } = useRouterState({ select: ({ location }) => location.state }) as RedirectState
  const missing = all.filter(({ status }) => status === 'quarantined')
  return (
    <div className={styles.page}>
      <VisuallyHidden elementType="h1">Page not found</VisuallyHidden>
      <EmptyState
        icon="search"
        title="There is nothing here"
        action={
          <>
            <Button variant="primary" onPress={() => void navigation.go(HOME)}>
              Go to projects
            </Button>
            <Button kbd="$mod+k" onPress={() => palette.open()}>
              Search
            </Button>
          </>
        }
      >
        {typeof data === 'string'
          ? data
          : (reason ??
            'The address may be mistyped, the page may have been deleted, or it belongs to someone else.')}
        {missing.map(({ id, fault }) => (
          <span key={id} role="alert" className={styles.fault}>
            {fault?.reason}
          </span>
        ))}
      </EmptyState>
    </div>
  )
}
