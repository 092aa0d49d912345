import type { Job } from '@typecase/contract/jobs'

/** How a job ended, the same in tray and history. */
export function endInWords({ status, errors, done, total }: Job): string {
  if (status === 'failed') return `Failed: ${errors.at(-1)?.reason ?? 'the reason is not known'}`
  if (status !== 'cancelled') return 'Done'
  return done > 0 && done < total ? `Cancelled after ${done} of ${total}` : 'Cancelled'
}
