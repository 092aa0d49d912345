import { existsSync } from 'node:fs'

import { type Browser, type BrowserContext, chromium } from '@playwright/test'

import playwright from '../../playwright.config.ts'

/** The browser that people use. Tests use the headless one, which is faster. */
const WITH_WINDOW = '/usr/bin/chromium'

/**
 * Launches a browser that reaches only this machine: pictures of the content set are on other servers. The browser
 * itself blocks them, since routing requests through the test would slow them down.
 */
export function launch(): Promise<Browser> {
  const { args = [], ...options } = playwright.use?.launchOptions ?? {}
  const isolated = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'
  return chromium.launch({
    ...options,
    ...(existsSync(WITH_WINDOW) && { executablePath: WITH_WINDOW }),
    args: [...args, isolated],
  })
}

export async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Strict' }])
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
}
