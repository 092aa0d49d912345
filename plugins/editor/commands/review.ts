import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { saveDraft } from './save.ts'

/** Commands that move through the list that the open object was opened from. */
const runs = () => import('./review-runs.ts')

const group = 'Object'
const hasNext = and(has('editor.isEditing'), has('editor.hasNext'))

export const publishAndNext = defineCommand({
  id: 'editor.publish-and-next',
  formerIds: ['objects.publish-and-next'],
  title: 'Publish and go to next',
  keywords: ['release', 'continue', 'review'],
  group,
  icon: 'send',
  order: 15,
  effect: 'write',
  when: and(has('editor.isEditing'), can('objects:publish')),
  load: async () => (await runs()).publishAndNext,
})

export const saveAndNext = defineCommand({
  ...saveDraft,
  id: 'editor.save-and-next',
  formerIds: ['objects.save-and-next'],
  title: 'Save and go to next',
  keywords: ['draft', 'continue', 'review'],
  order: 16,
  load: async () => (await runs()).saveAndNext,
})

export const nextWithErrors = defineCommand({
  id: 'editor.next-with-errors',
  formerIds: ['objects.next-with-errors'],
  title: 'Go to next with errors',
  aliases: ['Next object that cannot be published'],
  keywords: ['invalid', 'broken', 'missing', 'required', 'problem', 'review'],
  group,
  icon: 'triangle-alert',
  order: 72,
  effect: 'nav',
  when: hasNext,
  load: async () => (await runs()).nextWithErrors,
})

export const nextDraft = defineCommand({
  id: 'editor.next-draft',
  formerIds: ['objects.next-draft'],
  title: 'Go to next draft',
  keywords: ['unpublished', 'jump', 'review'],
  group,
  icon: 'file-text',
  order: 73,
  effect: 'nav',
  when: hasNext,
  load: async () => (await runs()).nextDraft,
})

export const reviewCommands: readonly AnyCommand[] = [
  publishAndNext,
  saveAndNext,
  nextWithErrors,
  nextDraft,
]
