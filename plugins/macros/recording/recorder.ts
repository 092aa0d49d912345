import { type MacroCall, macroCalls, type MacroStep, notInSteps } from '@typecase/contract/macros'
import { type CommandSource, type Outcome, type Ref, refKey } from '@typecase/plugin-sdk/command'
import type { JobsService } from '@typecase/plugin-sdk/jobs'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'
import type {
  AnnouncerService,
  CommandsService,
  StorageService,
  ToastsService,
} from '@typecase/plugin-sdk/services'

import { keepRecording, readRecording, type RecordedStep } from './recording.ts'

/** Maximum number of steps in a macro (contract). */
export const MAX_STEPS = 20

export interface RecorderParts {
  readonly commands: Pick<CommandsService, 'get' | 'callOf'>
  readonly jobs: Pick<JobsService, 'list'>
  readonly storage: Pick<StorageService, 'get' | 'set'>
  readonly toasts: ToastsService
  readonly announcer: AnnouncerService
}

/**
 * Observes commands as they end. During a recording, each command that is a single call over objects becomes a step, in
 * the order in which they end; other commands run as usual.
 */
export function createRecorder({ commands, jobs, storage, toasts, announcer }: RecorderParts) {
  let queue: Promise<void> = Promise.resolve()

  /** Returns the command as it ran, including the arguments that no one entered. */
  function ranAs({ command }: Ref): Ref | undefined {
    const job = jobs.list().find(({ ref, endedAt }) => ref.command === command && endedAt)
    return job?.status === 'done' ? job.ref : undefined
  }

  async function record(ran: Ref, { undo }: Outcome): Promise<void> {
    const title = commands.get(ran.command)?.title.replace(/…$/, '') ?? ran.command
    const call = await commands.callOf(ran)
    const recording = readRecording(storage)
    if (!recording) return
    const step = call && stepOf(call)
    const refusal = step
      ? refusalOf(recording.steps)
      : undo && 'A macro records only commands that can run on any object.'
    if (step && refusal === undefined) {
      const steps = [...recording.steps, { ...step, ...(undo && { undo }) }]
      keepRecording(storage, { ...recording, steps })
      announcer.say(`Recorded “${title}” as step ${steps.length}.`)
    } else if (refusal !== undefined && !recording.hasAnnounced) {
      keepRecording(storage, { ...recording, hasAnnounced: true })
      toasts.show({ message: `“${title}” was not recorded. ${refusal}` })
    }
  }

  function takeOut(undone: Ref): void {
    const recording = readRecording(storage)
    const key = refKey(undone)
    const steps = recording?.steps.filter(({ undo }) => !undo || refKey(undo) !== key) ?? []
    if (!recording || steps.length === recording.steps.length) return
    keepRecording(storage, { ...recording, steps })
    announcer.say('The step was removed from the macro.')
  }

  return {
    /** The observer for `Commands.observe`. */
    after(ref: Ref, outcome: Outcome | undefined, source: CommandSource): void {
      if (!outcome || !readRecording(storage) || ref.command.startsWith('macros.')) return
      if (source === 'undo') return takeOut(ref)
      const ran = ranAs(ref)
      if (!ran) return
      // One after another, because finding the call of a command may load code.
      queue = queue.then(() => record(ran, outcome)).catch((error: unknown) => reportError(error))
    },
    /** Settles when every command that has ended so far is recorded. */
    settled: (): Promise<void> => queue,
  }
}

function refusalOf(steps: readonly RecordedStep[]): string | undefined {
  if (steps.at(-1)?.call === 'objects.deleteByIds') return 'Nothing can follow a step that deletes.'
  return steps.length >= MAX_STEPS ? `A macro has at most ${MAX_STEPS} steps.` : undefined
}

const isMacroCall = (id: string): id is MacroCall => (macroCalls as readonly string[]).includes(id)

/** Returns the step that repeats a call on any objects, or undefined for a call that macros do not support. */
export function stepOf({ endpoint, body }: ServerCall): MacroStep | undefined {
  if (!isMacroCall(endpoint.id) || typeof body !== 'object' || body === null) return undefined
  const entries = Object.entries(body).filter(
    ([key, value]) => !notInSteps.includes(key) && value !== undefined,
  )
  return { call: endpoint.id, body: Object.fromEntries(entries) }
}
