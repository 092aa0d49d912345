import { type FieldChange, displayValues } from '@typecase/contract/field-changes'
import type { MigratedField, MigrateResult } from '@typecase/contract/object-types-migrate'
import type { BulkResult } from '@typecase/contract/objects'
import type { ObjectMatch, SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import { objectNoun } from '@typecase/content/words/nouns'
import { countOfThem } from '@typecase/content/words/result'
import { describeUses } from '@typecase/content/words/uses'
import { formatCount } from '@typecase/ui/count'
import type { CallWords } from '@typecase/plugin-sdk/server-call'

import type { Paint } from './paint.ts'

/** The result of a bulk call's dry run. */
export type DryRun = Omit<BulkResult, 'sample'> &
  Pick<SearchAndReplaceResult, 'matches'> &
  Pick<MigrateResult, 'fields'> & {
    readonly sample?: readonly (FieldChange | ObjectMatch)[]
  }

/** Number of changes to print; `--json` has more. */
const MAX_CHANGES = 10

/** Formats a plan like the palette's review: counts, what is left out and why, and the first changes. */
export function formatPlan(
  plan: DryRun,
  { verb, already, noun = objectNoun, takesPublish, publish }: CallWords,
  paint: Paint,
): string {
  const { modified = 0, unchanged = 0, matches, skipped = [], sample = [] } = plan
  const facts = [
    ...(matches === undefined ? [] : [matches === 1 ? '1 match' : `${number(matches)} matches`]),
    (plan.is_reversible ?? true) ? 'can be undone' : 'cannot be undone',
    ...(plan.estimated_ms === undefined ? [] : [formatDuration(plan.estimated_ms)]),
  ]
  const warning = describeUses(plan)
  const live = takesPublish ? formatLiveVersions(plan.public ?? 0, publish) : []
  const unchangedGroup = unchanged > 0 ? [{ reason: already ?? 'unchanged', count: unchanged }] : []
  const reasons = [...unchangedGroup, ...skipped]
  const rows = sample.slice(0, MAX_CHANGES)
  const objects = new Set(sample.map(({ object_id }) => object_id)).size
  const isMore = sample.length > MAX_CHANGES || objects < modified
  return [
    `${paint.strong(`${verb} ${formatCount(modified, noun)}`)} · ${facts.join(' · ')}`,
    ...(warning === undefined ? [] : ['', warning]),
    ...live,
    ...(plan.fields ?? []).flatMap(formatField),
    ...(reasons.length > 0 ? ['', 'Left out'] : []),
    ...reasons.map(({ count, reason }) => `  ${number(count)} ${reason}`),
    ...(rows.length > 0 ? ['', 'Changes'] : []),
    ...rows.flatMap((row) => formatChange(row, paint)),
    ...(rows.length > 0 && isMore ? ['  …'] : []),
    '',
  ].join('\n')
}

/** Describes the effect on published objects. @param publish the flag, if present */
function formatLiveVersions(published: number, publish: boolean | undefined): string[] {
  if (published === 0) return []
  const public_ = `${countOfThem(published, 'is', 'are')} public`
  if (publish === undefined) {
    return [
      '',
      `${public_}: what has no draft changes for visitors too (--no-publish: drafts alone).`,
    ]
  }
  return [
    '',
    publish ? `${public_}: they change for visitors too.` : `${public_}: they get drafts.`,
  ]
}

function formatField(field: MigratedField): string[] {
  const { key, new_key, type, new_type, values, converted, reasons } = field
  return [
    `  ${key} (${type}) → ${new_key} (${new_type}): ${number(converted)} of ${number(values)} values convert`,
    ...reasons.map(({ count, reason }) => `    ${number(count)} ${reason}`),
  ]
}

function formatChange(row: FieldChange | ObjectMatch, paint: Paint): string[] {
  const title = row.title || 'Untitled'
  if (!('match_id' in row)) {
    const values = displayValues(row)
    const [before, after] = [formatValue(values.before), formatValue(values.after)]
    return [`  ${title} · ${row.field}: ${paint.deletion(before)} → ${paint.insertion(after)}`]
  }
  const { before, after, start, end } = row
  const rest = before.length - end
  // The shortened texts may be cut at different positions.
  const isWhole = after.endsWith(before.slice(end))
  const to = isWhole ? after.length - rest : after.length
  return [
    `  ${title} · ${row.label}`,
    `    - ${oneLine(before.slice(0, start))}${paint.deletion(oneLine(before.slice(start, end)))}${oneLine(before.slice(end))}`,
    `    + ${oneLine(after.slice(0, start))}${paint.insertion(oneLine(after.slice(start, to)))}${oneLine(after.slice(to))}`,
  ]
}

const number = (count: number) => count.toLocaleString('en')

function formatDuration(ms: number): string {
  if (ms < 1_000) return 'less than a second'
  const seconds = Math.round(ms / 1_000)
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} minutes`
}

/** Maximum number of characters of a value. */
const MAX_VALUE_LENGTH = 60

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = oneLine(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}

/** Replaces control characters, which would move the cursor or colour the rest. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
