import { duplicateObject } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import {
  type ArgsOf,
  type Failure,
  type MakePlan,
  type Outcome,
  type Progress,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { refreshObjects } from '../queries.ts'
import { deleteFound } from './bulk-commands.ts'
import type { scopeArgs } from './conditions.ts'
import { openObject } from './go-commands.ts'
import { scopeIds, scopeRows } from './scope-rows.ts'
import { objectsInWords } from './words.ts'

/** Copies that a plan lists one by one. */
const LISTED = 200
/** Estimated milliseconds that a copy takes. */
const PER_OBJECT = 5

type Args = ArgsOf<typeof scopeArgs>

/** Copies one after the other; one that fails does not stop the others. */
export async function* run(
  { scope }: Args,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const ids = await scopeIds(scope, context)
  const copies: { id: string; title: string }[] = []
  const failures: Failure[] = []
  try {
    for (const [at, id] of ids.entries()) {
      yield { done: at, total: ids.length }
      try {
        const { object } = await services
          .get(Api)
          .call(duplicateObject, { body: { slug, object_id: id } }, { signal })
        copies.push(object)
      } catch (error) {
        if (!isApiError(error)) throw error
        failures.push({ id, reason: error.message })
      }
    }
  } finally {
    await refreshObjects(services)
  }
  const [first] = copies
  const made =
    copies.length === 1 ? `Made “${first?.title}”.` : `Duplicated ${objectsInWords(copies.length)}.`
  const isOne = copies.length === 1 && ids.length === 1
  return {
    message: made,
    ...(failures.length > 0 && { failures }),
    ...(copies.length > 0 && {
      undo: refTo(deleteFound, {
        scope: { kind: 'ids', ids: copies.map(({ id }) => id) },
        bucket: slug,
      }),
    }),
    ...(isOne &&
      first &&
      facts['route.objectID'] !== undefined && {
        open: refTo(openObject, { id: first.id }),
      }),
  }
}

export const plan: MakePlan<Args> = async ({ scope }, context) => {
  const rows = await scopeRows(scope, context)
  const ids = rows.map(({ id }) => id)
  return {
    title: `Duplicate ${objectsInWords(ids.length)}`,
    counts: [{ label: 'Objects', value: ids.length }],
    skipped: [],
    changes: rows
      .slice(0, LISTED)
      .map(({ id, title }) => ({ id, label: title || 'Untitled', field: 'Copy', after: title })),
    total: ids.length,
    isReversible: true,
    duration: ids.length * PER_OBJECT,
    // One by one, and those that were reviewed.
    args: { scope: { kind: 'ids', ids } },
  }
}
