import type { ObjectType } from '@typecase/contract/object-types'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { scopeRows } from './scope-rows.ts'

/** Objects whose types are looked up; the others are taken to be like them. */
const LOOKED_AT = 100

/** The object types that a command's scope is about, as far as they are known; else all of the bucket. */
export async function typesInScope(
  scope: Scope | undefined,
  context: Pick<RunContext, 'services' | 'facts' | 'signal'>,
): Promise<readonly ObjectType[]> {
  const { object_types: types } = await readBucket(context.services, bucketSlugOf(context.facts))
  if (!scope) return types
  const slugs = 'ids' in scope ? await slugsOf(scope.ids, context) : slugsIn(scope.query['type'])
  const some = types.filter(({ slug }) => slugs.has(slug))
  return some.length > 0 ? some : types
}

async function slugsOf(
  ids: readonly string[],
  context: Pick<RunContext, 'services' | 'facts' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const rows = await scopeRows({ kind: 'ids', ids: ids.slice(0, LOOKED_AT) }, context)
  return new Set(rows.map(({ type }) => type))
}

/** `{type: 'a'}` and `{type: {$in: ['a', 'b']}}` */
function slugsIn(condition: unknown): ReadonlySet<string> {
  if (typeof condition === 'string') return new Set([condition])
  const { $in: some } = (condition ?? {}) as { $in?: unknown }
  return new Set(Array.isArray(some) ? (some as string[]) : [])
}

/** The same while arguments are asked for; the schema checks the scope before anybody asks further. */
export const typesAsked = (context: AskContext): Promise<readonly ObjectType[]> =>
  typesInScope(context.args['scope'] as Scope | undefined, context)
