import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { macro } from '../record.ts'

const { group, when } = macro
const isRecording = has('macros.isRecording')

export const record = defineCommand({
  id: 'macros.record',
  title: 'Record a macro',
  aliases: ['Start recording'],
  keywords: ['automate', 'repeat', 'steps'],
  group,
  icon: 'circle-dot',
  when: and(when, not(isRecording)),
  why: (facts) => (facts['macros.isRecording'] ? 'A macro is already being recorded.' : undefined),
  effect: 'none',
  load: async () => (await import('./runs.ts')).record,
})

export const stopArgs = () => type({ title: '0 < string <= 60' })

export const stop = defineCommand({
  id: 'macros.stop',
  title: 'Stop recording…',
  aliases: ['Finish recording'],
  keywords: ['save', 'end', 'macro'],
  group,
  icon: 'square',
  order: 5,
  when: and(when, isRecording, has('macros.stepCount')),
  effect: 'write',
  args: stopArgs,
  ask: { title: { kind: 'text', title: 'Name', placeholder: 'Name of the macro' } },
  load: async () => (await import('./runs.ts')).stop,
})

export const cancelRecording = defineCommand({
  id: 'macros.cancel-recording',
  title: 'Cancel recording',
  aliases: ['Discard recording'],
  keywords: ['abort', 'macro'],
  group,
  icon: 'x',
  order: 6,
  when: isRecording,
  effect: 'none',
  load: async () => (await import('./runs.ts')).cancelRecording,
})

export const resumeArgs = () => type({ recording: { steps: 'object[]', 'hasTold?': 'boolean' } })

export const resumeRecording = defineCommand({
  id: 'macros.resume-recording',
  title: 'Resume recording',
  group,
  isInternal: true,
  effect: 'none',
  args: resumeArgs,
  load: async () => (await import('./runs.ts')).resumeRecording,
})

export const recordingCommands: readonly AnyCommand[] = [
  record,
  stop,
  cancelRecording,
  resumeRecording,
]
