import type { CommandModule, Outcome, Progress, RunContext } from '@typecase/plugin-sdk/command'

import type { RunningJob } from './jobs.ts'

/** How the work ended, unless it failed: a failure is an exception. */
export interface CommandEnd {
  readonly status: 'done' | 'cancelled'
  readonly outcome: Outcome
}

/**
 * Runs a command's module to its end, step by step if it is a generator.
 * @throws what the module throws, unless the run was cancelled: then the failure follows from that
 */
export async function carryOut(
  module: CommandModule,
  args: object,
  context: RunContext,
  job: RunningJob,
): Promise<CommandEnd> {
  try {
    const finished = unlessAborted(work(module, args, context, job), job.abandoned)
    return (await finished) ?? { status: 'cancelled', outcome: { message: GIVEN_UP } }
  } catch (error) {
    if (job.signal.aborted) return cancellation()
    throw error
  }
}

const GIVEN_UP = 'Cancelling timed out. The change may still take effect.'

async function work(
  module: CommandModule,
  args: object,
  context: RunContext,
  job: RunningJob,
): Promise<CommandEnd> {
  const result = module.run(args, context)
  if (Symbol.asyncIterator in result) return drive(result, job)
  return { status: 'done', outcome: (await result) ?? {} }
}

/** Waits for a promise that may never settle. @returns undefined once the signal is aborted */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  if (signal.aborted) return undefined
  const stop = new AbortController()
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { signal: stop.signal })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stop.abort()
  }
}

async function drive(
  work: AsyncGenerator<Progress, Outcome | void>,
  job: RunningJob,
): Promise<CommandEnd> {
  for (;;) {
    const step = await work.next()
    const { aborted: isCancelled } = job.signal
    if (step.done) return { status: isCancelled ? 'cancelled' : 'done', outcome: step.value ?? {} }
    job.progress(step.value)
    if (!isCancelled) continue
    // `return` runs the generator's `finally`, which may return what was done and how to undo it.
    const last = await work.return(undefined)
    return last.done && last.value ? { status: 'cancelled', outcome: last.value } : cancellation()
  }
}

function cancellation(): CommandEnd {
  return { status: 'cancelled', outcome: { message: 'Cancelled.' } }
}
