import type { MacroStep } from '@typecase/contract/macros'
import type { Ref } from '@typecase/plugin-sdk/command'
import type { StorageService } from '@typecase/plugin-sdk/services'

/** A recorded step. */
export interface RecordedStep extends MacroStep {
  /** Undoes the changes of the step. Running it also removes the step. */
  readonly undo?: Ref
}

/** The steps recorded so far. They are in this browser's storage, so a reload does not end the recording. */
export interface Recording {
  readonly steps: readonly RecordedStep[]
  /** Whether the user has been informed that not every command is recorded. */
  readonly hasAnnounced?: boolean
}

export const KEY = 'macros.recording'

/** Returns the current recording, if there is one. */
export function readRecording(storage: Pick<StorageService, 'get'>): Recording | undefined {
  const stored = storage.get(KEY) as Partial<Recording> | undefined
  // The entry was written by hand, or by an older version.
  if (typeof stored !== 'object' || stored === null || !Array.isArray(stored.steps))
    return undefined
  return stored as Recording
}

export function keepRecording(storage: Pick<StorageService, 'set'>, recording: Recording): void {
  // Steps are JSON: they came as arguments, and the server takes them.
  storage.set(KEY, structuredClone(recording) as never)
}
