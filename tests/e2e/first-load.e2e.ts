import type { Page } from '@playwright/test'

import { openScreen, type Screen, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/site.ts'

/** Records the scripts that the page fetches from now on, with the bytes sent over the network. */
async function watchScripts(page: Page): Promise<Map<string, number>> {
  const scripts = new Map<string, number>()
  const network = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') urls.set(requestId, response.url)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) scripts.set(url, encodedDataLength)
  })
  await network.send('Network.enable')
  return scripts
}

test('the login page loads at most 300 kB of scripts in 8 files, and the palette only after a key press', async ({
  page,
}) => {
  const scripts = await watchScripts(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  const fetched = (name: string) => [...scripts.keys()].some((url) => url.includes(`/${name}-`))
  // The last files to load in idle time: the frame of the next page, and the validation library.
  for (const name of ['frame', 'arktype']) await expect.poll(() => fetched(name)).toBe(true)
  await page.waitForLoadState('networkidle')

  const bytes = [...scripts.values()].reduce((sum, one) => sum + one, 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(300_000)
  expect(scripts.size).toBeLessThanOrEqual(8)
  // The access gate wraps every page, so it must not add a file to wait for.
  expect([...scripts.keys()].filter((url) => /palette|commands|gate/.test(url))).toEqual([])

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await expect.poll(() => fetched('commands')).toBe(true)
})

/** Whether a screen is complete as soon as its page is. The query of an address is checked before the page is shown. */
const isPlain = ({ path, act }: Screen) => !act && !path.includes('?')

test('no page waits for the validation library', async ({ page, site }) => {
  test.slow()
  await page.route(/\/assets\/arktype-[^/]*\.js$/, () => new Promise(() => {}))
  for (const screen of screens.filter(isPlain))
    await test.step(screen.path, () => openScreen(page, site, screen))
})
