import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { comparePage, compareRoute } from '../routes.ts'

const group = 'Revisions'
const hasObject = and(has('route.bucketSlug'), has('route.objectID'))
const mayWrite = and(has('route.bucketSlug'), can('objects:write'))
const subject = { object_id: has('route.objectID') }
const onComparison = eq('route.id', compareRoute.id)

const whyNone = (facts: FactValues): string | undefined =>
  facts['route.objectID'] === undefined ? 'Open an object first.' : undefined

const open = (facts: FactValues) => ({ object_id: savedObject(facts) })
/** Returns the id of the open object, unless it is new and has no revisions. */
const savedObject = (facts: FactValues): string | undefined =>
  facts['route.objectID'] === 'new' ? undefined : facts['route.objectID']

const askRevision: AskPicker = {
  kind: 'picker',
  title: 'Revision',
  placeholder: 'Which revision?',
  search: async (query, context) =>
    (await import('./revisions-runs.ts')).revisionRows(query, context),
}

/** `rev` is the state of the object that the user is restoring over. */
export const overArgs = () => type({ object_id: 'string', 'rev?': 'number' })
export const objectArgs = () => type({ object_id: 'string' })
export const revisionArgs = () => type({ object_id: 'string', revision_id: 'string' })
export const restoreArgs = () =>
  revisionArgs().and({ 'fields?': 'string[] >= 1', 'rev?': 'number' })

export const showRevisions = defineCommand({
  id: 'revisions.show',
  title: 'Show revisions',
  aliases: ['Revision history'],
  keywords: ['older', 'versions', 'past', 'former', 'changes'],
  group,
  icon: 'history',
  when: hasObject,
  why: whyNone,
  effect: 'nav',
  args: objectArgs,
  defaults: open,
  load: async () => (await import('./revisions-runs.ts')).showRevisions,
})

export const compareWith = defineCommand({
  id: 'revisions.compare-with',
  title: 'Compare with…',
  aliases: ['Compare versions', 'Compare revisions', 'Diff'],
  keywords: ['difference', 'version', 'changes'],
  group,
  icon: 'file-diff',
  when: hasObject,
  why: whyNone,
  effect: 'nav',
  args: revisionArgs,
  defaults: open,
  ask: { revision_id: askRevision },
  load: async () => (await import('./revisions-runs.ts')).compareWith,
})

export const restoreRevisionCommand = defineCommand({
  id: 'revisions.restore',
  title: 'Restore revision…',
  aliases: ['Go back to a revision', 'Roll back'],
  keywords: ['yesterday', 'older', 'earlier', 'version', 'revert', 'undo', 'former'],
  group,
  icon: 'undo-2',
  when: mayWrite,
  subject,
  why: whyNone,
  effect: 'write',
  args: restoreArgs,
  defaults: open,
  ask: { revision_id: askRevision },
  load: async () => (await import('./revisions-runs.ts')).restore,
})

export const restorePrevious = defineCommand({
  id: 'revisions.restore-previous',
  title: 'Restore previous revision',
  keywords: ['version', 'revert', 'last'],
  group,
  icon: 'undo-2',
  when: mayWrite,
  subject,
  why: whyNone,
  effect: 'write',
  args: overArgs,
  defaults: open,
  load: async () => (await import('./revisions-runs.ts')).restorePrevious,
})

/** Restores the left side of the comparison into the draft. */
export const restoreLeft = defineCommand({
  id: 'revisions.restore-shown',
  title: 'Restore this revision',
  group,
  icon: 'undo-2',
  order: 5,
  when: and(hasObject, mayWrite, onComparison, has('revisions.left')),
  effect: 'write',
  args: restoreArgs,
  defaults: (facts) => ({ ...open(facts), revision_id: facts['revisions.left'] }),
  load: async () => (await import('./revisions-runs.ts')).restore,
})

export const restoreField = defineCommand({
  id: 'revisions.restore-field',
  title: 'Restore this field',
  group,
  icon: 'undo-2',
  order: 6,
  when: and(hasObject, mayWrite, onComparison, has('revisions.left'), has('revisions.field')),
  effect: 'write',
  args: restoreArgs,
  defaults: (facts) => {
    const field = facts['revisions.field']
    return {
      ...open(facts),
      revision_id: facts['revisions.left'],
      fields: field === undefined ? undefined : [field],
    }
  },
  load: async () => (await import('./revisions-runs.ts')).restore,
})

export const nameArgs = () =>
  type({ object_id: 'string', 'revision_id?': 'string', name: 'string <= 100' })

export const nameRevision = defineCommand({
  id: 'revisions.name',
  title: 'Name this revision…',
  aliases: ['Rename revision', 'Label revision'],
  keywords: ['milestone', 'version', 'mark'],
  group,
  icon: 'tag',
  when: mayWrite,
  subject,
  why: whyNone,
  effect: 'write',
  args: nameArgs,
  defaults: (facts) => ({ ...open(facts), revision_id: facts['revisions.left'] }),
  ask: {
    name: {
      kind: 'text',
      title: 'Name',
      placeholder: 'Before the legal read',
      empty: 'Remove the name',
      initial: async (context) => (await import('./revisions-runs.ts')).nameNow(context),
    },
  },
  load: async () => (await import('./revisions-runs.ts')).name,
})

export const authorsArgs = () => type({ object_id: 'string', field: 'string' })

export const showAuthors = defineCommand({
  id: 'revisions.show-authors',
  title: 'Show who wrote what…',
  aliases: ['Blame', 'Who wrote this'],
  keywords: ['author', 'sentence', 'people'],
  group,
  icon: 'users',
  when: hasObject,
  why: whyNone,
  effect: 'nav',
  args: authorsArgs,
  defaults: open,
  ask: {
    field: {
      kind: 'picker',
      title: 'Field',
      search: async (query, context) =>
        (await import('./revisions-runs.ts')).textFieldRows(query, context),
    },
  },
  load: async () => (await import('./revisions-runs.ts')).showAuthors,
})

export const toggleView = defineCommand({
  id: 'revisions.toggle-view',
  title: 'Compare inline or side by side',
  group,
  icon: 'columns-3',
  when: onComparison,
  why: () => 'Compare revisions first.',
  effect: 'none',
  runNow: (_args, { page }) => page(comparePage)?.toggleView(),
})

export const swapSides = defineCommand({
  id: 'revisions.swap',
  title: 'Swap sides',
  group,
  icon: 'arrow-up-down',
  when: onComparison,
  why: () => 'Compare revisions first.',
  effect: 'none',
  runNow: (_args, { page }) => page(comparePage)?.swap(),
})

export const revisionCommands: readonly AnyCommand[] = [
  showRevisions,
  compareWith,
  restoreRevisionCommand,
  restorePrevious,
  restoreLeft,
  restoreField,
  nameRevision,
  showAuthors,
  toggleView,
  swapSides,
]
