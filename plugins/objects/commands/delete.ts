import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'

import {
  askScope,
  defaultScope,
  group,
  mayDo,
  scopeArgs,
  subject,
  whyNoObjects,
} from './object-command.ts'

const calls = () => import('../bulk/calls.ts')
const runs = () => import('./delete-runs.ts')

export const deleteObjects = defineCommand({
  id: 'objects.delete',
  title: 'Delete objects',
  aliases: ['Delete', 'Move to trash'],
  keywords: ['remove', 'trash'],
  group,
  icon: 'trash-2',
  order: 60,
  when: mayDo('objects:delete'),
  subject,
  why: whyNoObjects,
  effect: 'destructive',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  call: async () => (await calls()).deleteCall,
  load: async () => (await runs()).deleteObjects,
})

export const duplicate = defineCommand({
  id: 'objects.duplicate',
  title: 'Duplicate objects',
  aliases: ['Duplicate'],
  keywords: ['copy', 'clone'],
  group,
  icon: 'copy',
  when: mayDo('objects:write'),
  subject,
  why: whyNoObjects,
  effect: 'write',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  call: async () => (await calls()).duplicateCall,
  load: async () => (await runs()).duplicate,
})

export const deleteCommands: readonly AnyCommand[] = [deleteObjects, duplicate]
