import type { FactDeclaration, FactPatch } from '@typecase/plugin-sdk/facts'

import type { Entry } from './history/entries.ts'
import { isRunning } from './words.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the change that undid this one, if it can be undone in turn. */
    'jobs.undo': string
    /** Id of the change's job, until that has ended. */
    'jobs.running': string
  }
}

export const jobFacts: readonly FactDeclaration[] = [
  {
    key: 'jobs.change',
    title: 'a change that can be undone is current',
    missing: 'Go to a change in the history that has not been undone.',
  },
  {
    key: 'jobs.undo',
    title: 'a change that was undone is current',
    missing: 'Go to a change in the history that has been undone.',
  },
  {
    key: 'jobs.running',
    title: 'a job that runs is current',
    missing: 'Go to a running or waiting job in the history.',
  },
]

/** Returns the facts of a row: the change that commands can undo or redo, and the job that they can cancel. */
export function factsOf(entry: Pick<Entry, 'change' | 'job'> | undefined): FactPatch {
  const { change, job } = entry ?? {}
  const isGoingOn = job !== undefined && isRunning(job)
  return {
    'jobs.change': change && change.undone_by === null && !isGoingOn ? change.id : undefined,
    'jobs.undo': change?.undone_by ?? undefined,
    'jobs.running': isGoingOn ? job.id : undefined,
  }
}
