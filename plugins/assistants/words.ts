import type { PlanState } from '@typecase/contract/assistant-plans'
import type { ReviewMark } from '@typecase/contract/objects'
import type { AssistantSetting } from '@typecase/contract/roles'
import { formatCount } from '@typecase/ui/count'
import { formatList } from '@typecase/ui/format'

/** What assistants may do in a bucket. */
export const settingLabels: Readonly<Record<AssistantSetting, string>> = {
  on: 'All that was permitted',
  drafts: 'Drafts only',
  off: 'Nothing',
}

export const settingMessages: Readonly<Record<AssistantSetting, string>> = {
  on: 'Assistants may do in this bucket all that their users permitted.',
  drafts: 'Assistants write drafts only in this bucket.',
  off: 'Assistants are turned off in this bucket.',
}

/** The state of a plan that an assistant made. */
export const stateLabels: Readonly<Record<PlanState, string>> = {
  open: 'Planned',
  waiting: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  declined: 'Declined',
  stale: 'Out of date',
  undone: 'Undone',
}

/** Limit of named fields. Beyond it, only the number is given. */
const MAX_FIELD_NAMES = 3

/**
 * Describes an assistant's changes: `Claude changed Title and Teaser for Ada`.
 * @param fields titles; empty if unknown
 */
export function describeWritten(
  { client, rev }: ReviewMark,
  fields: readonly string[],
  person: string,
): string {
  if (rev === 0) return `${client} created this object for ${person}`
  const what =
    fields.length === 0
      ? 'this object'
      : fields.length > MAX_FIELD_NAMES
        ? formatCount(fields.length, 'field')
        : formatList(fields)
  return `${client} changed ${what} for ${person}`
}
