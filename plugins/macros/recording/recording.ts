import type { MacroStep } from '@typecase/contract/macros'
import type { Ref } from '@typecase/plugin-sdk/command'
import type { StorageService } from '@typecase/plugin-sdk/services'

/** A step that was recorded. */
export interface RecordedStep extends MacroStep {
  /** Takes back what the step did: when that is run, the step is not wanted either. */
  readonly undo?: Ref
}

/** The steps recorded so far, in this browser's storage: a reload does not end the recording. */
export interface Recording {
  readonly steps: readonly RecordedStep[]
  /** The user knows already that not every command is recorded. */
  readonly hasAnnounced?: boolean
}

export const KEY = 'macros.recording'

/** The recording that goes on, if one does. */
export function readRecording(storage: Pick<StorageService, 'get'>): Recording | undefined {
  const stored = storage.get(KEY) as Partial<Recording> | undefined
  // Written by hand, or by an older version.
  if (typeof stored !== 'object' || stored === null || !Array.isArray(stored.steps))
    return undefined
  return stored as Recording
}

export function keepRecording(storage: Pick<StorageService, 'set'>, recording: Recording): void {
  // Steps are JSON: they came as arguments and go to the server.
  storage.set(KEY, structuredClone(recording) as never)
}
