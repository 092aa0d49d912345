import type { PublishChoice } from '@typecase/contract/bulk-scope'
import type { ErrorDetail } from '@typecase/contract/errors'

import { forbidden, invalid } from '../../../../http/failure.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import {
  isSameVersion,
  newestVersion,
  type ObjectState,
  type ObjectVersion,
  type Status,
  type StoredObject,
} from '../../model/state.ts'
import type { StepResult } from './change.ts'

/** The parameters of a bulk change together with the `publish` choice of its call. */
export type WithPublish<Params> = Params & PublishChoice

/**
 * Computes the next state of one version of an object.
 * @param status the status of the version; undefined keeps the status that the change itself sets, or else the current
 * one
 */
type Edit = (object: StoredObject, status: Status | undefined) => StepResult | Promise<StepResult>

/** Suffix of a reason that applies only to the published version, while the draft could be changed. */
const IN_PUBLISHED = ' (in the published version)'

/**
 * Edits the versions of an object that a bulk change writes, by one rule (docs/dashboard-api.md, “What goes live”):
 *
 * - `publish: false` writes a draft, over the published version.
 * - `publish: true` also writes the published version. A draft over it is edited separately and stays a draft, so that
 * none of its other edits goes live. An object without a published version gets none.
 * - Without `publish`, the newest version is written and keeps its status; a role without `objects:publish` writes a draft.
 */
export async function editVersions(
  access: BucketAccess,
  object: StoredObject,
  publish: boolean | undefined,
  edit: Edit,
): Promise<StepResult> {
  const { state } = object
  const { published } = state
  const choice = publish ?? (access.can('objects:publish') ? undefined : false)
  if (choice === undefined) return edit(object, undefined)
  const newest = await editOne(object, choice ? state.status : 'draft', edit)
  if (!choice || !published || (newest && !isState(newest))) return newest
  const live = { ...object, state: publishedState(state, published) }
  const result = await editOne(live, 'published', edit)
  if (result && 'reason' in result) return { reason: `${result.reason}${IN_PUBLISHED}` }
  if (!result || !isState(result)) return newest
  return { ...(newest ?? state), published: newestVersion(result) }
}

/** Edits one version. If its content stays the same, it keeps its status, too. */
async function editOne(object: StoredObject, status: Status, edit: Edit): Promise<StepResult> {
  const result = await edit(object, status)
  return result && isState(result) && isSameVersion(object.state, result) ? undefined : result
}

const isState = (result: NonNullable<StepResult>): result is ObjectState =>
  !('reason' in result) && !('copy' in result)

/** Returns the published version of an object as its state, without the draft over it. */
export const publishedState = (state: ObjectState, published: ObjectVersion): ObjectState => ({
  ...state,
  ...published,
  status: 'published',
  published: null,
})

/**
 * Returns the `publish` choice of a call, if any.
 * @throws Failure `forbidden` for a role that may not change published content
 */
export function choiceOf(access: BucketAccess, { publish }: PublishChoice): PublishChoice {
  if (publish === undefined) return {}
  if (publish && !access.can('objects:publish')) {
    const words = `Your role (${access.describeRole}) may only save drafts`
    throw forbidden(`${words}; only others can change what is published.`)
  }
  return { publish }
}

/** The fields of an edit that set the status, which exclude `publish`. */
const stated = ['status', 'publish_at', 'unpublish_at'] as const
type StatusEdit = { readonly [Key in (typeof stated)[number]]?: unknown }

/** Whether an edit itself sets a status or schedule. */
export const statesStatus = (data: StatusEdit): boolean =>
  stated.some((key) => data[key] !== undefined)

/** @throws Failure `invalid` for an edit that both sends `publish` and sets a status or schedule */
export function assertOneChoice({ publish }: PublishChoice, data: StatusEdit, path: string): void {
  const problems = stated.flatMap((key): ErrorDetail[] => {
    if (publish === undefined || data[key] === undefined) return []
    const message = `${path}.${key} must not be sent together with publish: both say what becomes public`
    return [{ path: `${path}.${key}`, message, rule: 'publish' }]
  })
  if (problems.length > 0) throw invalid(problems)
}
