import type { FactPatch } from '@typecase/plugin-sdk/facts'

import '../facts.ts'
import { isRunning } from '../job-in-words.ts'
import type { Entry } from './entries.ts'

/** What commands may do with a row: undo it, redo it, cancel it. */
export function factsOf(entry: Pick<Entry, 'change' | 'job'> | undefined): FactPatch {
  const { change, job } = entry ?? {}
  const isGoingOn = job !== undefined && isRunning(job)
  return {
    'jobs.change': change && change.undone_by === null && !isGoingOn ? change.id : undefined,
    'jobs.undo': change?.undone_by ?? undefined,
    'jobs.running': isGoingOn ? job.id : undefined,
  }
}
