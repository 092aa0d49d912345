import type { ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

/** The result of an import, in words that the page, the notification and the history share. */
export interface Outcome {
  tone: 'ready' | 'done' | 'failed' | 'cancelled'
  title: string
  text: string
  /** The user's next step. */
  next: 'import' | 'correct' | 'show' | 'none'
  /** The label of the button for the next step. */
  action?: string
}

/** Whether a table was sent without the mapping that it needs. */
export const needsMapping = ({ errors }: ImportReport): boolean =>
  errors.some(({ row, path }) => row === 0 && path === 'mapping')

/** Returns the outcome of an import or of its check. */
export function outcomeOf(job: Job, report: ImportReport | null): Outcome {
  if (job.status === 'cancelled') {
    const what = job.kind === 'import' ? 'import' : 'check'
    const text = 'Nothing was changed. The mapping is kept.'
    return { tone: 'cancelled', title: `The ${what} was cancelled`, text, next: 'none' }
  }
  const invalid = report?.invalid_rows ?? report?.total_errors ?? 0
  if (job.status === 'failed' || !report) return failure(job, invalid)
  const { added, updated, deleted } = report.objects
  const changes = added + updated + deleted
  const { object_types: types, media } = report
  const others = types.added + types.updated + media.added + (media.deleted ?? 0)
  if (job.kind === 'import') {
    const but = invalid > 0 ? ` except ${formatCount(invalid, 'row')} that cannot be imported` : ''
    const text = `The whole file${but} is in the bucket now.`
    return { tone: 'done', title: 'Imported', text, next: 'show' }
  }
  if (needsMapping(report)) {
    const text = 'Choose where its columns go, then check it. Nothing was changed.'
    return { tone: 'ready', title: 'The table needs a mapping', text, next: 'none' }
  }
  if (report.refusal !== undefined) {
    const outcome = 'Nothing was changed. The mapping is kept.'
    const text = `${report.refusal} ${outcome}`
    return {
      tone: 'failed',
      title: 'There is not enough room for all of it',
      text,
      next: 'correct',
    }
  }
  if (invalid > 0 && changes === 0) {
    return {
      tone: 'failed',
      title: `${formatCount(invalid, 'row')} cannot be imported`,
      text: 'Nothing was changed. The mapping is kept: correct the file and choose it again.',
      next: 'correct',
    }
  }
  if (invalid > 0) {
    return {
      tone: 'failed',
      title: `${formatCount(invalid, 'row')} cannot be imported`,
      text: 'Nothing was changed yet. The mapping is kept: correct the file and choose it again, or skip these rows.',
      next: 'correct',
      action: `Import the other ${formatNumber(added + updated + report.objects.unchanged)}`,
    }
  }
  if (changes + others === 0) {
    const conflicts = report.total_conflicts ?? 0
    if (conflicts > 0) {
      const text = `${formatCount(conflicts, 'field')} changed here and in the file. Take values of the file to overwrite what is here.`
      return { tone: 'ready', title: 'Nothing to import', text, next: 'none' }
    }
    const text =
      'Everything in the file is already in the bucket. Importing it would change nothing.'
    return { tone: 'ready', title: 'Nothing to import', text, next: 'none' }
  }
  return {
    tone: 'ready',
    title: 'Ready to import',
    text: 'The file was checked as a whole. Nothing was changed yet.',
    next: 'import',
    action: changes > 0 ? `Import ${formatCount(added + updated, 'object')}` : 'Import now',
  }
}

function failure(job: Job, invalid: number): Outcome {
  const reason = job.errors.at(-1)?.reason ?? 'Unknown reason.'
  return {
    tone: 'failed',
    title: job.kind === 'import' ? 'Nothing was imported' : 'The file cannot be imported',
    text:
      invalid > 0
        ? `${reason} The mapping is kept: correct the file and choose it again, or skip these rows.`
        : reason,
    next: 'correct',
    ...(invalid > 0 && { action: 'Skip these rows' }),
  }
}
