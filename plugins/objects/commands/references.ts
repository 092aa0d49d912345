import { isEditing } from '@typecase/content/object-facts'
import { askPublish } from '@typecase/content/publish-ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { and, can, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { group, inBucket, oneObject, onList, whyNoObjects } from './object-command.ts'

const rows = () => import('../references/use-rows.ts')
const runs = () => import('./reference-runs.ts')

/** `use` is a referring object to open, or a field, for the list of all objects that refer with that field. */
export const showUsesArgs = () =>
  type({
    id: 'string',
    use: type({ id: 'string' }).or({ type: 'string', field: 'string' }),
  })

export const showUses = defineCommand({
  id: 'objects.show-uses',
  title: 'Show references to this object…',
  aliases: ['Used by', 'References', 'Show what uses this object'],
  keywords: ['who points', 'incoming', 'relations', 'links', 'backlinks'],
  group,
  icon: 'waypoints',
  order: 70,
  when: and(inBucket, or(isEditing, and(onList, or(has('objects.row'), eq('selection.count', 1))))),
  why: (facts) => whyNoObjects(facts) ?? 'Open an object or go to a row first.',
  effect: 'nav',
  args: showUsesArgs,
  defaults: (facts) => ({ id: oneObject(facts) }),
  ask: {
    id: {
      kind: 'picker',
      title: 'Object',
      placeholder: 'References to which object?',
      search: async (query, context) => (await rows()).objectRows(query, context),
    },
    use: {
      kind: 'picker',
      title: 'Used by',
      placeholder: 'Objects that refer to it',
      search: async (query, context) => (await rows()).useRows(query, context),
    },
  },
  load: async () => (await runs()).showUses,
})

const whyNoBucket = (facts: { 'route.bucketSlug'?: string }) =>
  facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined

export const showBroken = defineCommand({
  id: 'objects.show-broken',
  title: 'Show broken references',
  aliases: ['Find broken links', 'Missing references'],
  keywords: ['dead', 'dangling', 'orphan', 'deleted', 'relations', 'check'],
  group,
  icon: 'unlink',
  order: 71,
  when: inBucket,
  why: whyNoBucket,
  effect: 'nav',
  load: async () => (await runs()).showBroken,
})

export const replaceReferenceArgs = () =>
  type({
    from: 'string',
    to: 'string',
    /** The objects to change. The review can exclude some. */
    'scope?': scope(),
    'publish?': 'boolean',
  })

export const replaceReference = defineCommand({
  id: 'objects.replace-reference',
  title: 'Find and replace a reference…',
  aliases: [
    'Replace a reference everywhere',
    'Replace relation',
    'Merge duplicates',
    'Point references to another object',
  ],
  keywords: ['swap', 'redirect', 'links', 'relations', 'change', 'instead', 'substitute'],
  group,
  icon: 'replace',
  order: 72,
  when: and(inBucket, can('objects:write')),
  why: whyNoBucket,
  effect: 'write',
  isAlwaysPlanned: true,
  args: replaceReferenceArgs,
  defaults: (facts) => ({ from: oneObject(facts) }),
  ask: {
    from: {
      kind: 'picker',
      title: 'Object',
      placeholder: 'References to which object?',
      search: async (query, context) => (await rows()).replacedRows(query, context),
    },
    to: {
      kind: 'picker',
      title: 'Replace with',
      placeholder: 'Replace it with which object?',
      search: async (query, context) => (await rows()).replacementRows(query, context),
    },
    publish: askPublish,
  },
  call: async () => (await import('../bulk/calls.ts')).replaceReferenceCall,
  load: async () => (await runs()).replaceReference,
})

export const referenceCommands: readonly AnyCommand[] = [showUses, showBroken, replaceReference]
