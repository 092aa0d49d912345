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
  /** The permission that the endpoint itself requires. */
  readonly permission: Permission
  /** Returns the change that the call makes to each object. @param body validated by the schema of the endpoint */
  change(body: Record<string, unknown>): StepChange
}

/** Returns the change for publishing or unpublishing, in one locale or all. */
const inLocales = (kind: string, { all_versions }: Record<string, unknown>): StepChange => ({
  kind,
  params: null,
  ...(all_versions === true && { isForAllLocales: true }),
})

/** The calls that steps can make, each with the kind of change that its handler makes. */
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
 * Returns the change of a step, validated by the schema of its endpoint.
 * @param body with its arguments filled in
 * @throws Failure `invalid` with paths into the body
 */
export function checkedChange(call: MacroCall, body: Record<string, unknown>): StepChange {
  const { endpoint, change } = stepCalls[call]
  const invalidKeys = notInSteps.filter((key) => Object.hasOwn(body, key))
  if (invalidKeys.length > 0) {
    throw invalid(
      invalidKeys.map((path) => ({
        path,
        message: `${path} has no meaning in a step`,
        rule: 'scope',
      })),
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

/** Adds the run's choice of versions to an edit, unless the edit itself sets a status. */
export function withChoice(change: StepChange, choice: PublishChoice): StepChange {
  const { kind, params } = change
  const isEdit = kind === 'searchAndReplace' || kind === 'bulkEdit'
  // The schema of the endpoint has validated the parameters, so the cast is safe.
  const edit = params as BulkEditData
  return isEdit && !statesStatus(edit) ? { ...change, params: { ...edit, ...choice } } : change
}

/** Runs work that may refuse its input, and renames the paths of the failure to those that the caller knows. */
export function withPaths<T>(rename: (path: string) => string, work: () => T): T {
  try {
    return work()
  } catch (reason) {
    throw renamePaths(reason, rename)
  }
}

/** Renames the paths of a failure. Any other error is returned unchanged. */
export function renamePaths(reason: unknown, rename: (path: string) => string): unknown {
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
