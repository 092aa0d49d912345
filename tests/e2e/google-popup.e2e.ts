import type { Page } from '@playwright/test'
import { type LoopbackPopup, startLoopbackPopup } from '@typecase/server/testing/google-popup'
import { ada } from '@typecase/server/testing/sign-in-providers'

import { type RunningServer, startServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/** A test with a server that offers Google in a pop-up. */
const withPopup = test.extend<object, { popup: LoopbackPopup; server: RunningServer }>({
  popup: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of this pattern
    async ({}, use) => {
      const popup = await startLoopbackPopup()
      await use(popup)
      await popup.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ popup }, use) => {
      const server = await startServer({ env: popup.settings })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** Presses the button. @returns the window that it opens */
async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  const button = page.getByRole('button', { name: 'Continue with Google' })
  // The focus returns while the button is still busy with the previous window.
  await expect(button).not.toHaveAttribute('data-pending')
  await button.press('Enter')
  return opening
}

async function answerPopup(page: Page, name: string): Promise<void> {
  const popup = await openPopup(page)
  // With Enter, the window would close before the key is released.
  await popup.getByRole('button', { name }).press('Space')
}

withPopup('signs in by keyboard, and can be closed or denied', async ({ page, popup }, info) => {
  popup.person = { ...ada, id: '1', email: `first-${info.workerIndex}@example.org` }
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await page.goto('/signup?referral_code=friend-1')
  await (await openPopup(page)).close()
  await expect(button).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await answerPopup(page, 'Cancel')
  await expect(page.getByRole('alert')).toContainText('You did not let Google log you in')
  await expect(button).toBeFocused()
  await answerPopup(page, 'Fail')
  await expect(page.getByRole('alert')).toContainText('Google did not confirm this sign-in')
  expect(await violations(page)).toEqual([])

  await answerPopup(page, 'Continue as Ada')
  await expect(page.getByRole('dialog', { name: /^Welcome to/ })).toBeVisible()
  await expect(page).toHaveURL(/\/projects$/)
})

withPopup('goes to Google’s own page if the pop-up cannot open', async ({ page, popup }, info) => {
  popup.person = { ...ada, id: '2', email: `second-${info.workerIndex}@example.org` }
  const signIn = async () => {
    await page.getByRole('button', { name: 'Continue with Google' }).press('Enter')
    await expect(page).toHaveURL(/\/projects$/)
  }
  // The page that is loaded here allows no script of Google.
  await page.goto('/')
  await signIn()
  await page.evaluate(() => {
    localStorage.clear()
    document.cookie = 'token=; Path=/; Max-Age=0'
  })
  popup.hasScript = false
  await page.goto('/login')
  await signIn()
  popup.hasScript = true
})
