import type { BodyOf } from '@typecase/contract/endpoint'
import { updateObject } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { Failure, Progress, RunContext } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { bucketSlugOf } from '../bucket-slug.ts'
import { refreshObjects } from '../queries.ts'

export type ObjectPatch = BodyOf<typeof updateObject>['data']

/** What came of changing objects one by one. */
export interface Updated {
  readonly done: readonly string[]
  readonly failures: readonly Failure[]
}

/**
 * Changes objects one after the other; one that fails does not stop the others. Cancel stops between two.
 * Lists are asked for anew once, at the end.
 */
export async function* updateEach(
  patches: readonly { readonly id: string; readonly data: ObjectPatch }[],
  context: RunContext,
): AsyncGenerator<Progress, Updated> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const done: string[] = []
  const failures: Failure[] = []
  try {
    for (const [at, { id, data }] of patches.entries()) {
      yield { done: at, total: patches.length }
      try {
        await services
          .get(Api)
          .call(updateObject, { body: { slug, object_id: id, data } }, { signal })
        done.push(id)
      } catch (error) {
        if (!isApiError(error)) throw error
        failures.push({ id, reason: error.message })
      }
    }
  } finally {
    await refreshObjects(services)
  }
  return { done, failures }
}
