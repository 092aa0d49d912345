import { accessCodeStatus, verifyAccessCode } from '@typecase/contract/access-gate'
import type { ApiService } from '@typecase/plugin-sdk/services'

/** Keys in localStorage; those of the specification, sections 2 and 3, but for the last. */
const CODE = 'access-code'
const BYPASS = 'access-code-bypass'
const PASSED = 'access-gate.passed'
const PARAMETER = 'bypassAccessCode'

let asked: Promise<boolean> | undefined

/**
 * Whether the visitor may pass: nothing is asked for, they know the code, or came with an address that lets them
 * through. Where the server does not say, nothing is asked for. It is asked once for a page.
 */
export function mayPass(api: Pick<ApiService, 'call'>): Promise<boolean> {
  asked ??= isLetThrough(api).then((may) => {
    keep(PASSED, String(may))
    return may
  })
  return asked
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

/** Whether the last page of this browser was let through. */
export const hasPassed = (): boolean => localStorage.getItem(PASSED) === 'true'

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
