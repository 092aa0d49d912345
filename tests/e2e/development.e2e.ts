import { startServer } from './fixtures/server.ts'
import { signInOnPage, signUpOwner, expect, test } from './fixtures/test.ts'

// The first start bundles the dependencies, and the page loads module by module.
test.setTimeout(240_000)
const LONG = { timeout: 120_000 }

test('npm run dev serves the login page and the list of objects', async ({ page }) => {
  const server = await startServer({ script: 'dev' })
  try {
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible(LONG)

    const { token, bucket } = await signUpOwner(server, 'developer')
    await signInOnPage(page, server.url, token)
    await page.goto(`${server.url}/${bucket.slug}/objects`)
    await expect(page.getByRole('button', { name: 'New object' }).first()).toBeVisible(LONG)
  } finally {
    await server.stop()
  }
})
