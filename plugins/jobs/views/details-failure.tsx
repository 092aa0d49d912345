import { type LoadState, QueryFailure } from '@typecase/content/react/query-view'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'

import { historyRoute } from '../routes.ts'

interface DetailsFailureProps {
  what: 'change' | 'job'
  query: LoadState<unknown>
}

/** Shown instead of a change or job that could not be loaded. */
export function DetailsFailure({ what, query }: DetailsFailureProps) {
  const { href } = useService(Navigation)
  const missing = (
    <EmptyState
      isPage
      title={`There is no such ${what}`}
      icon="history"
      action={<Link href={href(historyRoute)}>Show the history</Link>}
    >
      History is kept for 30 days.
    </EmptyState>
  )
  return <QueryFailure isPage query={query} what={what} missing={missing} />
}
