import type { LocaleVersion } from '@typecase/contract/locales'
import { StatusBadge } from '@typecase/ui/status-badge'
import { formatShortDate } from '@typecase/ui/format'

/** The status of a version from the public's view. */
export function VersionStatus({ version }: { version: LocaleVersion }) {
  const { status, main_object_status: main, publish_at: at } = version
  if (at !== null) return <StatusBadge status="scheduled">{formatShortDate(at)}</StatusBadge>
  if (status === 'published') return <StatusBadge status="published" />
  return <StatusBadge status={main === 'published' ? 'changed' : 'draft'} />
}
