import { errorCodes } from '@typecase/contract/errors'
import type { CmsObject } from '@typecase/contract/objects'

import { isRecord } from '@typecase/content/object/json-equal'

/** The kind of a failed call, as the draft has to treat it. */
export type FailureKind = 'stale' | 'invalid' | 'offline' | 'refused'

/** Errors of the server have a code of the contract; anything else never got an answer. */
export function failureKind(error: unknown): FailureKind {
  const code = isRecord(error) ? error['code'] : undefined
  if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code)) return 'offline'
  if (code === 'stale' || code === 'invalid') return code
  // Without a session it is sent again once there is one.
  return code === 'unavailable' || code === 'unauthenticated' ? 'offline' : 'refused'
}

/** The server's state that came with a `stale`. */
export function currentOf(error: unknown): CmsObject | undefined {
  if (!isRecord(error) || !isRecord(error['current'])) return undefined
  const current = error['current']
  const object = isRecord(current['object']) ? current['object'] : current
  // The contract promises the object as `objects.get` answers it; the check keeps a partial one out.
  return typeof object['rev'] === 'number' && isRecord(object['metadata'])
    ? (object as unknown as CmsObject)
    : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'The object could not be saved.'
}
