import type { Release } from '@typecase/contract/releases'
import { StatusBadge } from '@typecase/ui/status-badge'

import { formatReleaseTime } from '../record.ts'

/** The state of a release, with its time if there is one. */
export function ReleaseState({ release }: { release: Release }) {
  const { state, publish_at: at, published_at: since } = release
  if (state === 'failed') return <StatusBadge status="error">Could not be published</StatusBadge>
  if (state === 'publishing') return <StatusBadge status="unsaved">Being published</StatusBadge>
  if (since !== null)
    return <StatusBadge status="published">{formatReleaseTime(Date.parse(since))}</StatusBadge>
  if (at !== null) return <StatusBadge status="scheduled">{formatReleaseTime(at)}</StatusBadge>
  return <StatusBadge status="draft">Open</StatusBadge>
}
