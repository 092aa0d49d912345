import { defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/** The field it is about; all of them without one, and then it saves. */
export const clashArgs = () => type({ 'path?': 'string' })

export const keepMine = defineCommand({
  id: 'objects.keep-mine',
  title: 'Keep mine',
  keywords: ['conflict', 'resolve', 'own'],
  group: 'Object',
  effect: 'write',
  when: has('objects.hasConflict'),
  args: clashArgs,
  load: () => import('./run-keep-mine.ts'),
})

export const takeTheirs = defineCommand({
  id: 'objects.take-theirs',
  title: 'Take theirs',
  keywords: ['conflict', 'resolve', 'other'],
  group: 'Object',
  effect: 'write',
  when: has('objects.hasConflict'),
  args: clashArgs,
  load: () => import('./run-take-theirs.ts'),
})

export const saveResolved = defineCommand({
  id: 'objects.save-resolved',
  title: 'Save what I chose',
  keywords: ['conflict', 'resolve', 'merge'],
  group: 'Object',
  icon: 'save',
  effect: 'write',
  when: has('objects.hasConflict'),
  load: () => import('./run-save-resolved.ts'),
})
