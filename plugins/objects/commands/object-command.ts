import { isEditing } from '@typecase/content/object-facts'
import type { AskScope } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { allSelected, type Scope, scope } from '@typecase/plugin-sdk/scope'
import { and, can, eq, has, holds, or, selection, type When } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import type { BulkCallModule } from '@typecase/content/bulk-plan'
import { objectsRoute } from '../routes.ts'

/** Conditions shared by the object commands. */

export const group = 'Objects'
export const inBucket = has('route.bucketSlug')
export const onList = eq('route.id', objectsRoute.id)

/** Objects are selected, listed or open. */
export const aboutObjects = or(selection('object'), onList, isEditing)

export const mayDo = (permission: string): When => and(inBucket, can(permission))

/** For commands whose `scope` is taken from the page. */
export const subject = { scope: aboutObjects }

/** Returns why an object command cannot run. Missing permissions have a message elsewhere. */
export function whyNoObjects(facts: FactValues): string | undefined {
  if (facts['route.bucketSlug'] === undefined) return 'Open a bucket first.'
  const isAbout =
    facts['selection.kind'] === 'object' ||
    facts['route.id'] === objectsRoute.id ||
    holds(isEditing, facts)
  return isAbout ? undefined : 'Select objects in a list or open one first.'
}

export const whyNoList = (facts: FactValues): string | undefined =>
  facts['route.id'] === objectsRoute.id ? undefined : 'Open a list of objects first.'

/** `bucket` names the bucket of the objects, because an undo may run in another bucket. */
export const scopeArgs = () => type({ scope: scope(), 'bucket?': 'string' })

/**
 * Returns the objects that a command applies to: the selection, the open object, or the keyboard's row. Never the whole
 * list, which a user must choose explicitly.
 */
export function objectScope(facts: FactValues): Scope | undefined {
  if (facts['selection.kind'] === 'object') {
    const all = allSelected(facts)
    if (all) return all
    return { kind: 'ids', ids: facts['selection.ids'] ?? [] }
  }
  const open = facts['route.objectID']
  if (open) return { kind: 'current', ids: open === 'new' ? [] : [open] }
  const row = facts['objects.row']
  return row === undefined ? undefined : { kind: 'current', ids: [row] }
}

/**
 * Returns the one object that a command applies to: the open object, the only selected object, or the keyboard's row.
 */
export function oneObject(facts: FactValues): string | undefined {
  const open = facts['route.objectID']
  if (open !== undefined) return open === 'new' ? undefined : open
  if (facts['selection.kind'] !== 'object') return facts['objects.row']
  return facts['selection.count'] === 1 ? facts['selection.ids']?.[0] : undefined
}

export const defaultScope = (facts: FactValues) => ({ scope: objectScope(facts) })

export const askScope: AskScope = {
  kind: 'scope',
  title: 'Objects',
  search: async (query, context) =>
    (await import('@typecase/content/bucket-rows')).viewRows(query, context).catch(() => []),
}

/** Builds the parts of a command that consists of nothing but its bulk call. */
export const byCall = <Args extends { readonly scope: Scope }>(
  call: () => Promise<BulkCallModule<Args>>,
) => ({
  call,
  load: async () => {
    const [{ bulkModule }, module] = await Promise.all([
      import('@typecase/content/bulk-module'),
      call(),
    ])
    return bulkModule(module)
  },
})
