import { errorCodes } from '@typecase/contract/errors'
import type { CmsObject } from '@typecase/contract/objects'

import { isRecord } from '@typecase/content/object/json-equal'

/** How the draft must treat a failed call. */
export type FailureKind = 'stale' | 'invalid' | 'offline' | 'refused'

/** Classifies an error. Server errors have a code of the contract; any other error means that there was no answer. */
export function failureKind(error: unknown): FailureKind {
  const code = isRecord(error) ? error['code'] : undefined
  if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code)) return 'offline'
  if (code === 'stale' || code === 'invalid') return code
  // Without a session, the attempt is sent again after the user signs in.
  return code === 'unavailable' || code === 'unauthenticated' ? 'offline' : 'refused'
}

/** Returns the server's current object from a `stale` error. */
export function currentOf(error: unknown): CmsObject | undefined {
  if (!isRecord(error) || !isRecord(error['current'])) return undefined
  const current = error['current']
  const object = isRecord(current['object']) ? current['object'] : current
  // The contract promises the object as in `objects.get`; the check excludes a partial one.
  return typeof object['rev'] === 'number' && isRecord(object['metadata'])
    ? (object as unknown as CmsObject)
    : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'The object could not be saved.'
}
