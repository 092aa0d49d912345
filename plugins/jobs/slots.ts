import type { Job } from '@typecase/contract/jobs'
import { slot } from '@typecase/plugin-sdk/slot'

/**
 * Ways on from a job, beside its row in tray and history: a report, for instance. Filled by plugins that know the
 * kind, which render nothing for others.
 */
export const JobActions = slot<{
  job: Pick<Job, 'id' | 'kind'>
  /** The row is not needed any more. */
  onOpen?: () => void
}>('jobs.actions', 1)
