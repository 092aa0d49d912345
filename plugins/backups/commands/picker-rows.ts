import type { Backup } from '@typecase/contract/backups'
import { readPeople } from '@typecase/content/people'
import { formatAge } from '@typecase/content/words/age'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { formatDateTime } from '@typecase/ui/format'

import { describeContents, describeReason } from '../words.ts'
import { readBackups } from '../queries.ts'

/** @param why why one cannot be chosen */
async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  why: (backup: Backup) => string | undefined,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const [{ backups }, people] = await Promise.all([
    readBackups(services, slug),
    readPeople(services, slug),
  ])
  return backups.flatMap((backup) => {
    const { id, at } = backup
    const label = formatDateTime(at)
    const held = backup.state === 'done' ? describeContents(backup) : (backup.failure ?? '')
    const subtitle = [formatAge(at), describeReason(backup, people), held]
      .filter(Boolean)
      .join(' · ')
    if (!holdsWords(`${label} ${subtitle}`, query)) return []
    const reason = why(backup)
    const row = { id, value: id, label, icon: 'archive', subtitle }
    return [{ ...row, ...(reason !== undefined && { reason }) }]
  })
}

/** Those that hold something. */
export const madeRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ state }) =>
    state === 'done'
      ? undefined
      : state === 'failed'
        ? 'It failed and holds nothing.'
        : 'It is being made.',
  )

export const backupRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ state }) =>
    state === 'running' ? 'It is being made. Cancel its job first.' : undefined,
  )
