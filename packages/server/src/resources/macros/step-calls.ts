import { type BulkEditData, bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { PublishChoice } from '@typecase/contract/bulk-scope'
import type { LazySchema } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { type MacroCall, notInSteps } from '@typecase/contract/macros'
import { deleteObjects, publishObjects, unpublishObjects } from '@typecase/contract/objects'
import type { Permission } from '@typecase/contract/roles'
import { searchAndReplace } from '@typecase/contract/search-and-replace'

import { Failure, invalid } from '../../http/failure.ts'
import { validate } from '../../http/validate.ts'
import type { StepChange } from '../objects/changes/bulk/macro-kind.ts'
import { statesStatus } from '../objects/changes/bulk/versions.ts'

interface StepCall {
  readonly endpoint: { readonly body: LazySchema }
  /** The permission that the call itself needs. */
  readonly permission: Permission
  /** The change that it makes to each object. @param body as validated by the schema of the call */
  change(body: Record<string, unknown>): StepChange
}

/** Publishing, also in all locales. */
const inLocales = (kind: string, { all_versions }: Record<string, unknown>): StepChange => ({
  kind,
  params: null,
  ...(all_versions === true && { isForAllLocales: true }),
})

/** The calls that steps make, each as its handler's kind of change. */
export const stepCalls: Readonly<Record<MacroCall, StepCall>> = {
  'objects.bulkEdit': {
    endpoint: bulkEditObjects,
    permission: 'objects:write',
    change: ({ data }) => ({ kind: 'bulkEdit', params: data }),
  },
  'objects.searchAndReplace': {
    endpoint: searchAndReplace,
    permission: 'objects:write',
    change: (body) => ({ kind: 'searchAndReplace', params: body }),
  },
  'objects.publishByIds': {
    endpoint: publishObjects,
    permission: 'objects:publish',
    change: (body) => inLocales('publish', body),
  },
  'objects.unpublishByIds': {
    endpoint: unpublishObjects,
    permission: 'objects:publish',
    change: (body) => inLocales('unpublish', body),
  },
  'objects.deleteByIds': {
    endpoint: deleteObjects,
    permission: 'objects:delete',
    change: () => ({ kind: 'delete', params: null }),
  },
}

/**
 * The change of a step, checked by the schema of its call.
 * @param body with its arguments filled in
 * @throws Failure `invalid` with paths into the body
 */
export function checkedChange(call: MacroCall, body: Record<string, unknown>): StepChange {
  const { endpoint, change } = stepCalls[call]
  const odd = notInSteps.filter((key) => Object.hasOwn(body, key))
  if (odd.length > 0) {
    throw invalid(
      odd.map((path) => ({ path, message: `${path} has no meaning in a step`, rule: 'scope' })),
    )
  }
  const {
    slug: _slug,
    object_ids: _ids,
    ...params
  } = validate(endpoint.body, {
    ...body,
    slug: 'a',
    object_ids: [newId()],
  }) as Record<string, unknown>
  return change(params)
}

/** An edit of a run with `publish`, unless the edit itself has a status. */
export function withChoice(change: StepChange, choice: PublishChoice): StepChange {
  const { kind, params } = change
  const isEdit = kind === 'searchAndReplace' || kind === 'bulkEdit'
  // The schema of the call has validated it.
  const edit = params as BulkEditData
  return isEdit && !statesStatus(edit) ? { ...change, params: { ...edit, ...choice } } : change
}

/** Does something that may refuse its input, and names the input as the caller knows it. */
export function withPaths<T>(rename: (path: string) => string, work: () => T): T {
  try {
    return work()
  } catch (reason) {
    throw renamed(reason, rename)
  }
}

/** A failure with renamed paths; anything else is returned unchanged. */
export function renamed(reason: unknown, rename: (path: string) => string): unknown {
  if (!(reason instanceof Failure) || reason.code !== 'invalid') return reason
  const { details = [] } = reason.extra
  if (details.length === 0) return reason
  return invalid(
    details.map((detail) => {
      const path = rename(detail.path)
      const words = detail.message.startsWith(detail.path)
        ? detail.message.slice(detail.path.length)
        : `: ${detail.message}`
      return { ...detail, path, message: `${path}${words}` }
    }),
  )
}
