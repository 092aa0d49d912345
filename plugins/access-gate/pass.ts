import { accessCodeStatus, verifyAccessCode } from '@typecase/contract/access-gate'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Keys in `localStorage`. All but the last are defined in sections 2 and 3 of the specification. */
const CODE = 'access-code'
const BYPASS = 'access-code-bypass'
const PASSED_KEY = 'access-gate.passed'
const PARAMETER = 'bypassAccessCode'

let pending: Promise<boolean> | undefined

/**
 * Whether the visitor may pass: no code is required, the visitor has entered it, or the address bypassed it. If the
 * server does not answer, the visitor passes. Asks the server once per page load.
 */
export function mayPass(api: Pick<ApiService, 'call'>): Promise<boolean> {
  pending ??= isLetThrough(api).then((may) => {
    keep(PASSED_KEY, String(may))
    return may
  })
  return pending
}

async function isLetThrough(api: Pick<ApiService, 'call'>): Promise<boolean> {
  if (new URLSearchParams(location.search).has(PARAMETER)) keep(BYPASS, 'true')
  try {
    const { enabled } = await api.call(accessCodeStatus, {})
    if (!enabled || localStorage.getItem(BYPASS) === 'true') return true
  } catch {
    return true
  }
  const code = localStorage.getItem(CODE)
  return code !== null && (await tryCode(api, code)) === 'passed'
}

/** Whether the visitor passed on the last page load in this browser. */
export const hasPassed = (): boolean => localStorage.getItem(PASSED_KEY) === 'true'

/** Tries a code. @returns whether it passed, is wrong, or could not be checked */
export async function tryCode(
  api: Pick<ApiService, 'call'>,
  accessCode: string,
): Promise<'passed' | 'wrong' | 'failed'> {
  try {
    await api.call(verifyAccessCode, { body: { accessCode } })
    keep(CODE, accessCode)
    return 'passed'
  } catch (error) {
    return isApiError(error, 'unauthenticated') ? 'wrong' : 'failed'
  }
}

/** Stores a value. If storage is full or switched off, the code is asked for again on the next page load. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The visitor passes on this page load.
  }
}
