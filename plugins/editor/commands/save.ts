import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has, not, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { whyNotType } from '@typecase/content/object/writable-types'
import { editorPage } from '../session/editor-page.ts'

export const saveDraft = defineCommand({
  id: 'editor.save-draft',
  formerIds: ['objects.save-draft'],
  title: 'Save draft',
  keywords: ['store', 'keep', 'write'],
  group: 'Object',
  icon: 'save',
  order: 5,
  effect: 'write',
  // A second press also saves the text typed since the first, in one more attempt.
  isReentrant: true,
  when: and(
    has('editor.isEditing'),
    can('objects:write'),
    or(can('objects:others'), not(has('editor.isOthers'))),
    not(has('editor.isOtherType')),
  ),
  why: (facts) => (facts['editor.isOtherType'] ? whyNotType(facts) : undefined),
  load: async () => (await import('./save-runs.ts')).saveDraft,
})

/** `session` names the editor whose changes to discard, so a redo never affects another object that is open by then. */
export const discardArgs = () => type({ 'session?': 'string' })

export const discardChanges = defineCommand({
  id: 'editor.discard-changes',
  formerIds: ['objects.discard-changes'],
  title: 'Discard changes',
  keywords: ['revert', 'reset', 'throw away', 'unsaved'],
  group: 'Object',
  icon: 'rotate-ccw',
  effect: 'write',
  when: and(has('editor.isEditing'), has('editor.isDirty')),
  args: discardArgs,
  load: async () => (await import('./save-runs.ts')).discardChanges,
})

export const restoreArgs = () => type({ key: 'string' })

/** Undoes "Discard changes". */
export const restoreChanges = defineCommand({
  id: 'editor.restore-changes',
  formerIds: ['objects.restore-changes'],
  title: 'Restore discarded changes',
  group: 'Object',
  icon: 'undo-2',
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  load: async () => (await import('./save-runs.ts')).restoreChanges,
})

export const continueUnsaved = defineCommand({
  id: 'editor.continue-unsaved',
  formerIds: ['objects.continue-unsaved'],
  title: 'Continue the object that was left unsaved',
  keywords: ['draft', 'restore', 'resume', 'abandoned'],
  group: 'Object',
  icon: 'history',
  effect: 'none',
  when: has('editor.hasOffer'),
  runNow: (_args, { page }) => page(editorPage)?.continueOffered(),
})

export const startNew = defineCommand({
  id: 'editor.discard-unsaved',
  formerIds: ['objects.discard-unsaved'],
  title: 'Discard the object that was left unsaved',
  keywords: ['draft', 'start new', 'forget', 'abandoned'],
  group: 'Object',
  icon: 'rotate-ccw',
  effect: 'write',
  when: has('editor.hasOffer'),
  load: async () => (await import('./save-runs.ts')).startNew,
})

/** Undoes "Discard the object that was left unsaved". */
export const offerAgain = defineCommand({
  id: 'editor.offer-unsaved',
  formerIds: ['objects.offer-unsaved'],
  title: 'Restore the object that was left unsaved',
  group: 'Object',
  icon: 'undo-2',
  effect: 'write',
  isInternal: true,
  args: restoreArgs,
  load: async () => (await import('./save-runs.ts')).offerAgain,
})

/** The field to choose for. Without one, the choice applies to all fields and saves. */
export const clashArgs = () => type({ 'path?': 'string' })

export const keepMine = defineCommand({
  id: 'editor.keep-mine',
  formerIds: ['objects.keep-mine'],
  title: 'Keep mine',
  keywords: ['conflict', 'resolve', 'own'],
  group: 'Object',
  effect: 'write',
  when: has('editor.hasConflict'),
  args: clashArgs,
  load: async () => (await import('./save-runs.ts')).keepMine,
})

export const takeTheirs = defineCommand({
  id: 'editor.take-theirs',
  formerIds: ['objects.take-theirs'],
  title: 'Take theirs',
  keywords: ['conflict', 'resolve', 'other'],
  group: 'Object',
  effect: 'write',
  when: has('editor.hasConflict'),
  args: clashArgs,
  load: async () => (await import('./save-runs.ts')).takeTheirs,
})

export const keepBoth = defineCommand({
  id: 'editor.keep-both',
  formerIds: ['objects.keep-both'],
  title: 'Keep both',
  keywords: ['conflict', 'resolve', 'merge', 'join'],
  group: 'Object',
  effect: 'write',
  when: has('editor.hasConflict'),
  args: clashArgs,
  load: async () => (await import('./save-runs.ts')).keepBoth,
})

export const saveResolved = defineCommand({
  id: 'editor.save-resolved',
  formerIds: ['objects.save-resolved'],
  title: 'Save what I chose',
  keywords: ['conflict', 'resolve', 'merge'],
  group: 'Object',
  icon: 'save',
  effect: 'write',
  when: has('editor.hasConflict'),
  load: async () => (await import('./save-runs.ts')).saveResolved,
})

export const saveCommands: readonly AnyCommand[] = [
  saveDraft,
  discardChanges,
  restoreChanges,
  continueUnsaved,
  startNew,
  offerAgain,
  keepMine,
  takeTheirs,
  keepBoth,
  saveResolved,
]
