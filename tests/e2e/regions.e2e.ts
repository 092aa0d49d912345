import type { Page } from '@playwright/test'

import { logIn } from './fixtures/log-in.ts'
import { expect, signInOnPage, signUpPerson, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

async function runCommand(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type(query)
  const option = page.getByRole('option', { name: title }).first()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('dates follow the region chosen in the palette or the account at once, and after the next login', async ({
  page,
  server,
}, info) => {
  const person = await signUpPerson(server, `regions${info.workerIndex}`)
  await signInOnPage(page, server.url, person.token)
  await page.goto('/account/sign-in')
  const signedIn = page.locator('main time').first()
  await expect(signedIn).toHaveText(/^\d{1,2} \w+ \d{4}$/)

  await runCommand(page, 'date format', 'Set dates and numbers…')
  await page.keyboard.type('iso')
  await page.keyboard.press('Enter')
  await expect(signedIn).toHaveText(/^\d{4}-\d{2}-\d{2}$/)
  await page.reload()
  await expect(signedIn).toHaveText(/^\d{4}-\d{2}-\d{2}$/)

  await page.goto('/account')
  const format = page.getByRole('button', { name: /Format/ })
  await expect(format).toContainText('ISO 8601')
  await format.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /ISO 8601/ })).toBeFocused()
  await page.keyboard.type('Am')
  await page.keyboard.press('Enter')
  await expect(format).toContainText('American')
  // The page was rendered again without moving the focus.
  await expect(format).toBeFocused()
  expect(await violations(page)).toEqual([])

  await runCommand(page, 'log out', 'Log out')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await logIn(page, person)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/account/sign-in')
  await expect(signedIn).toHaveText(/^\w+ \d{1,2}, \d{4}$/)
})
