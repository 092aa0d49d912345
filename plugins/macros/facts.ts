import type { FactDeclaration } from '@typecase/plugin-sdk/facts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    'macros.isRecording': boolean
    /** Number of steps recorded so far. */
    'macros.stepCount': number
  }
}

export const macroFacts: readonly FactDeclaration[] = [
  {
    key: 'macros.isRecording',
    title: 'a macro is being recorded',
    missing: 'No macro is being recorded.',
  },
  {
    key: 'macros.stepCount',
    title: 'the recording has steps',
    missing: 'Nothing was recorded yet: run a command that changes objects.',
  },
]
