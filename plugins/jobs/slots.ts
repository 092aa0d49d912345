import type { Job } from '@typecase/contract/jobs'

declare module '@typecase/plugin-sdk/slot' {
  interface Slots {
    /**
     * Ways on from a job, beside its row in tray and history: a report, for instance. Filled by plugins that know the
     * kind, which render nothing for others. With `onOpen` the row is not needed any more.
     */
    'jobs.actions': { job: Pick<Job, 'id' | 'kind'>; onOpen?: () => void }
  }
}
