import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, eq, has, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { group, inBucket, onList, whyNoObjects } from '../commands/conditions.ts'

/** One of those that point at the object, or the list of all that do with one field. */
export const showUsesArgs = () =>
  type({
    id: 'string',
    use: type({ id: 'string' }).or({ type: 'string', field: 'string' }),
  })

/** The one object that is meant: open, selected, or under the keyboard. */
function oneObject(facts: FactValues): string | undefined {
  const open = facts['route.objectID']
  if (open !== undefined) return open === 'new' ? undefined : open
  if (facts['selection.kind'] !== 'object') return facts['objects.row']
  return facts['selection.count'] === 1 ? facts['selection.ids']?.[0] : undefined
}

export const showUses = defineCommand({
  id: 'objects.show-uses',
  title: 'Show what uses this object…',
  aliases: ['Used by', 'References'],
  keywords: ['who points', 'incoming', 'relations', 'links', 'backlinks'],
  group,
  icon: 'waypoints',
  order: 70,
  when: and(
    inBucket,
    or(has('objects.isEditing'), and(onList, or(has('objects.row'), eq('selection.count', 1)))),
  ),
  why: (facts) => whyNoObjects(facts) ?? 'Open an object, or move to a row, first.',
  effect: 'nav',
  args: showUsesArgs,
  defaults: (facts) => ({ id: oneObject(facts) }),
  ask: {
    id: {
      kind: 'picker',
      title: 'Object',
      placeholder: 'Whose uses?',
      search: async (query, context) => (await import('./use-rows.ts')).objectRows(query, context),
    },
    use: {
      kind: 'picker',
      title: 'Used by',
      placeholder: 'Objects that point at it',
      search: async (query, context) => (await import('./use-rows.ts')).useRows(query, context),
    },
  },
  load: () => import('./show-uses.ts'),
})

export const referenceCommands: readonly AnyCommand[] = [showUses]
