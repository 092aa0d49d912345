import { startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const test = base.extend<object, { gated: string }>({
  gated: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of this pattern
    async ({}, use) => {
      const server = await startServer({ env: { ACCESS_CODE: 'ahoy there' } })
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('the gate asks for the code by keyboard, remembers it and asks again when it changes', async ({
  page,
  gated,
}) => {
  await page.goto(`${gated}/login`)
  await expect(page.getByText('This development environment requires an access code')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Access code' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  // An empty field is reported when the form is sent, not when the field is left.
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter an access code')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('Enter an access code')
  await page.keyboard.type('ahoy')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('Invalid access code')
  await expect(field).toHaveValue('ahoy')
  await page.keyboard.type(' there')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access-code'))).toBe('ahoy there')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  // After a change of the code, the page asks for the new one.
  await page.evaluate(() => localStorage.setItem('access-code', 'of yesterday'))
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Access code' })).toBeVisible()
})

test('a code that cannot be checked shows a general error', async ({ page, gated }) => {
  await page.route('**/api/access-code/verify', (route) => route.fulfill({ status: 502 }))
  await page.goto(`${gated}/login`)
  await page.getByRole('textbox', { name: 'Access code' }).fill('ahoy there')
  await page.keyboard.press('Enter')
  const words = 'Something went wrong. Please try again or contact your Typecase administrator!'
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(words)
  await expect(page.getByText('Invalid access code')).toHaveCount(0)
})

test('an address with bypassAccessCode lets this browser through', async ({ page, gated }) => {
  await page.goto(`${gated}/login?bypassAccessCode=true`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.goto(`${gated}/signup`)
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access-code-bypass'))).toBe('true')
})

test('the gate asks for no code when its status cannot be read', async ({ page, gated }) => {
  await page.route('**/api/access-code/status', (route) => route.fulfill({ status: 500 }))
  await page.goto(`${gated}/login`)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})
