import type { CommandModule, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import type { RunningJob } from './jobs.ts'

/** How the work itself ended; that it failed is an exception. */
export interface Finished {
  readonly status: 'done' | 'cancelled'
  readonly outcome: Outcome
}

/**
 * Runs a command's module to its end, step by step where it is a generator.
 * @throws what the module throws, unless Cancel was pressed: then the failure is its consequence
 */
export async function carryOut(
  module: CommandModule,
  args: object,
  context: RunContext,
  job: RunningJob,
): Promise<Finished> {
  try {
    const work = module.run(args, context)
    if (Symbol.asyncIterator in work) return await drive(work, job)
    return { status: 'done', outcome: (await work) ?? {} }
  } catch (error) {
    if (job.signal.aborted) return cancelled()
    throw error
  }
}

async function drive(
  work: AsyncGenerator<Progress, Outcome | void>,
  job: RunningJob,
): Promise<Finished> {
  for (;;) {
    const step = await work.next()
    if (step.done) return { status: 'done', outcome: step.value ?? {} }
    job.progress(step.value)
    if (!job.signal.aborted) continue
    // Runs its `finally`, which may return what was done so far and how to take that back.
    const last = await work.return(undefined)
    return last.done && last.value ? { status: 'cancelled', outcome: last.value } : cancelled()
  }
}

function cancelled(): Finished {
  return { status: 'cancelled', outcome: { message: 'Cancelled.' } }
}
