import { accessCodeStatus, verifyAccessCode } from '@typecase/contract/access-gate'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Keys in localStorage; those of the specification, sections 2 and 3, but for the last. */
const CODE = 'access-code'
const BYPASS = 'access-code-bypass'
const PASSED = 'access-gate.passed'
const PARAMETER = 'bypassAccessCode'

let pending: Promise<boolean> | undefined

/**
 * Whether the visitor may pass: nothing is asked for, they know the code, or came with an address that lets them
 * through. Where the server does not say, nothing is asked for. It is asked once for a page.
 */
export function mayPass(api: Pick<ApiService, 'call'>): Promise<boolean> {
  pending ??= isLetThrough(api).then((may) => {
    keep(PASSED, String(may))
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

/** Whether the last page of this browser was let through. */
export const hasPassed = (): boolean => localStorage.getItem(PASSED) === 'true'

/** Whether a code passes, is a wrong one, or could not be checked. */
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

/** Where storage is full or switched off, the code is asked for again. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It passes this time.
  }
}
