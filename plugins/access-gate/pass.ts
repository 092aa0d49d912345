import { accessCodeStatus, verifyAccessCode } from '@typecase/contract/access-gate'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Keys in localStorage, and the name in the address (specification sections 2 and 3). */
const CODE = 'access-code'
const BYPASS = 'access-code-bypass'
/** In sessionStorage. */
const PASSED = 'access-gate.passed'
const PARAMETER = 'bypassAccessCode'

/**
 * Whether the visitor may pass: nothing is asked for, they know the code, or came with an address that lets them
 * through. Where the server does not say, nothing is asked for.
 */
export async function mayPass(api: Pick<ApiService, 'call'>): Promise<boolean> {
  const may = await isLetThrough(api)
  sessionStorage.setItem(PASSED, String(may))
  return may
}

async function isLetThrough(api: Pick<ApiService, 'call'>): Promise<boolean> {
  if (new URLSearchParams(location.search).has(PARAMETER)) keep(BYPASS, 'true')
  try {
    const { enabled } = await api.call(accessCodeStatus, {})
    if (!enabled || localStorage.getItem(BYPASS) === 'true') return true
  } catch {
    return true
  }
  const known = localStorage.getItem(CODE)
  return known !== null && (await tryCode(api, known)) === undefined
}

/** Whether the last page of this tab was let through. */
export const hasPassed = (): boolean => sessionStorage.getItem(PASSED) === 'true'

/** @returns why the code does not pass, as a sentence; undefined where it does */
export async function tryCode(
  api: Pick<ApiService, 'call'>,
  accessCode: string,
): Promise<string | undefined> {
  try {
    await api.call(verifyAccessCode, { body: { accessCode } })
    keep(CODE, accessCode)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
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
