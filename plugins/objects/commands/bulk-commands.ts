import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { and, can } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { byCall } from './by-call.ts'
import { defaultScope, group, inBucket, mayDo, scopeArgs, whyNoObjects } from './conditions.ts'

const which = { scope: { kind: 'scope', title: 'Objects' } } as const

export const publishArgs = () => type({ scope: scope(), 'all_versions?': 'boolean' })

export const publish = defineCommand({
  id: 'objects.publish',
  title: 'Publish',
  keywords: ['release', 'public', 'live'],
  group,
  icon: 'send',
  order: 10,
  when: mayDo('objects:publish'),
  why: whyNoObjects,
  effect: 'write',
  args: publishArgs,
  defaults: defaultScope,
  ask: which,
  call: () => import('../calls/publish.ts'),
  load: () => import('./publish.ts'),
})

export const publishLocales = defineCommand({
  ...publish,
  id: 'objects.publish-all-locales',
  title: 'Publish in all locales',
  order: 55,
  keywords: ['translations', 'versions'],
  defaults: (facts) => ({ ...defaultScope(facts), all_versions: true }),
})

export const unpublish = defineCommand({
  id: 'objects.unpublish',
  title: 'Unpublish',
  keywords: ['hide', 'withdraw', 'draft'],
  group,
  icon: 'eye-off',
  when: mayDo('objects:publish'),
  why: whyNoObjects,
  effect: 'write',
  args: publishArgs,
  defaults: defaultScope,
  ask: which,
  ...byCall(() => import('../calls/unpublish.ts')),
})

export const unpublishLocales = defineCommand({
  ...unpublish,
  id: 'objects.unpublish-all-locales',
  title: 'Unpublish in all locales',
  order: 65,
  keywords: ['translations', 'versions'],
  defaults: (facts) => ({ ...defaultScope(facts), all_versions: true }),
})

export const deleteObjects = defineCommand({
  id: 'objects.delete',
  title: 'Delete objects',
  aliases: ['Delete', 'Move to trash'],
  keywords: ['remove', 'trash'],
  group,
  icon: 'trash-2',
  order: 60,
  when: mayDo('objects:delete'),
  why: whyNoObjects,
  effect: 'destructive',
  args: scopeArgs,
  defaults: defaultScope,
  ask: which,
  call: () => import('../calls/delete.ts'),
  load: () => import('./delete.ts'),
})

export const duplicate = defineCommand({
  id: 'objects.duplicate',
  title: 'Duplicate objects',
  aliases: ['Duplicate'],
  keywords: ['copy', 'clone'],
  group,
  icon: 'copy',
  when: mayDo('objects:write'),
  why: whyNoObjects,
  effect: 'write',
  args: scopeArgs,
  defaults: defaultScope,
  ask: which,
  call: () => import('../calls/duplicate.ts'),
  load: () => import('./duplicate.ts'),
})

/** For rows of the palette: the same commands where nothing is selected, since they bring their object. */
const forFound = <Args extends { scope: unknown }>(
  command: { id: `${string}.${string}` } & Pick<
    ReturnType<typeof defineCommand<Args>>,
    'title' | 'effect' | 'args' | 'load'
  > & { icon?: string },
  permission: string,
) => ({
  id: `${command.id}-found` as const,
  title: command.title,
  effect: command.effect,
  group,
  ...(command.icon && { icon: command.icon }),
  ...(command.args && { args: command.args }),
  load: command.load,
  isInternal: true,
  when: and(inBucket, can(permission)),
})

export const publishFound = forFound(publish, 'objects:publish')
export const deleteFound = forFound(deleteObjects, 'objects:delete')
export const duplicateFound = forFound(duplicate, 'objects:write')

export const undoArgs = () => type({ bucket: 'string', change_set_id: 'string' })

export const undoChangeSet = defineCommand({
  id: 'objects.undo-change-set',
  title: 'Undo a change of objects',
  group,
  effect: 'write',
  isInternal: true,
  args: undoArgs,
  call: () => import('../calls/undo-change-set.ts'),
  load: () => import('./undo-change-set.ts'),
})

/** Undoing an undo. */
export const redoChangeSet = defineCommand({
  ...undoChangeSet,
  id: 'objects.redo-change-set',
  title: 'Redo a change of objects',
})

export const bulkCommands: readonly AnyCommand[] = [
  publish,
  publishLocales,
  unpublish,
  unpublishLocales,
  deleteObjects,
  duplicate,
  publishFound,
  deleteFound,
  duplicateFound,
  undoChangeSet,
  redoChangeSet,
]
