import type { Page, Route } from '@playwright/test'

import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  saveState,
  textbox,
} from './fixtures/object-form.ts'
import { expect, test } from './fixtures/test.ts'

/** What happens to the requests of saves, in turn. */
const fates = {
  slow: async (route: Route) => {
    await after(400)
    await route.continue()
  },
  dropped: (route: Route) => route.abort(),
  /** The server handles the save, but the browser gets no answer. */
  answerLost: async (route: Route) => {
    await route.fetch()
    await route.abort()
  },
  /** The answer of a later save may arrive before this one. */
  answeredLate: async (route: Route) => {
    const response = await route.fetch()
    await after(800)
    await route.fulfill({ response })
  },
}
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Records the texts of the state line from now on, each of them once. */
async function statesOf(page: Page): Promise<() => Promise<string[]>> {
  await saveState(page).evaluate((line) => {
    const texts = new Set([line.textContent])
    new MutationObserver(() => texts.add(line.textContent)).observe(line, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    Object.assign(line, { said: texts })
  })
  return () => saveState(page).evaluate((line) => [...(line as never as { said: string[] }).said])
}

test('the text stays complete and the save state true on a slow network that drops and reorders', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const metafields = [{ key: 'teaser', title: 'Teaser', type: 'text' }]
  await addObjectTypes(server.url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const { id } = await addObjectOf(server.url, owner, { type: 'articles', title: 'La Jument' })
  await openObject(page, owner, id)
  const stored = async () => (await readObject(server.url, owner, id)).metadata['teaser']
  const states = await statesOf(page)

  const order = Object.values(fates)
  let saves = 0
  await page.route(/\/objects\/update\b/, async (route) => {
    const fate = order[saves % order.length]
    saves += 1
    // The page may have been closed.
    await fate?.(route).catch(() => undefined)
  })
  // Every other read is delayed: an older state arrives after a newer one.
  let reads = 0
  await page.route(/\/objects\/get\b/, async (route) => {
    reads += 1
    await (reads % 2 === 1 ? fates.answeredLate(route) : route.continue()).catch(() => undefined)
  })

  let text = ''
  await textbox(page, 'Teaser').focus()
  for (let word = 0; word < 10; word += 1) {
    const typed = `${text === '' ? '' : ' '}word${word}`
    text += typed
    await page.keyboard.type(typed)
    await page.keyboard.press('ControlOrMeta+s')
    // Every third word waits for the save; the others are typed while it is running.
    if (word % 3 !== 2) continue
    await expect(saveState(page)).toHaveText('Saved', { timeout: 30_000 })
    expect(await stored()).toBe(text)
    await expect(textbox(page, 'Teaser')).toHaveValue(text)
  }
  await expect(saveState(page)).toHaveText('Saved', { timeout: 30_000 })
  expect(await stored()).toBe(text)
  const stateTexts = await states()
  expect(stateTexts).toContain('Saving…')
  expect(stateTexts.some((state) => state.startsWith('Not saved: offline'))).toBe(true)
  expect(stateTexts).not.toContain('Not saved: conflict')

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(textbox(page, 'Teaser')).toHaveValue(text)
  await expect(saveState(page)).toHaveText('Saved')
})
