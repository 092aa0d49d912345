import { Jobs } from '@typecase/plugin-sdk/jobs'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Announcer, Commands, FactStore, Storage, Toasts } from '@typecase/plugin-sdk/services'

import './facts.ts'
import { createRecorder } from './recording/recorder.ts'
import { KEY, readRecording } from './recording/recording.ts'

/** Continues a recording after a reload, and provides the facts that commands and the bar depend on. */
export function activate({ services }: ActivateContext): () => void {
  const storage = services.get(Storage)
  const facts = services.get(FactStore)
  const commands = services.get(Commands)
  const recorder = createRecorder({
    commands,
    storage,
    jobs: services.get(Jobs),
    toasts: services.get(Toasts),
    announcer: services.get(Announcer),
  })

  function tell(): void {
    const recording = readRecording(storage)
    facts.set({
      'macros.isRecording': recording ? true : undefined,
      'macros.stepCount': recording?.steps.length,
    })
  }

  const stops = [storage.subscribe(KEY, tell), commands.observe(recorder)]
  tell()
  return () => {
    for (const stop of stops) stop()
    facts.set({ 'macros.isRecording': undefined, 'macros.stepCount': undefined })
  }
}
