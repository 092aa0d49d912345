import type { Job } from '@typecase/contract/jobs'
import { formatNumber } from '@typecase/ui/format'

export const isRunning = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'queued' || status === 'running'

/** Describes how a job ended, for tray and history. */
export function describeEnd({ status, errors, done, total, failed, kind }: Job): string {
  if (status === 'failed') return `Failed: ${errors.at(-1)?.reason ?? 'unknown reason'}`
  if (status === 'cancelled') {
    return done > 0 && done < total ? `Cancelled after ${done} of ${total}` : 'Cancelled'
  }
  return describeDone(failed, kind === 'changeSets.undo')
}

/** Describes a finished job or change, with the number of failures. */
export function describeDone(failed: number, isUndo: boolean): string {
  if (failed === 0) return 'Done'
  const count = formatNumber(failed)
  return isUndo ? `Done, ${count} skipped` : `Done, ${count} failed`
}
