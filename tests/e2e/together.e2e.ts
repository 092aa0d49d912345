import type { Page } from '@playwright/test'
import { authenticate, logout } from '@typecase/contract/users'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  saveState,
  textbox,
} from './fixtures/object-form.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const metafields = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'author', title: 'Author', type: 'text' },
]

/** Adds an article, and returns its id. */
async function article(url: string, owner: Owner): Promise<string> {
  await addObjectTypes(url, owner, [{ title: 'Articles', slug: 'articles', metafields }])
  const metadata = { teaser: 'A helicopter, a wave.', author: 'Maëlle' }
  const sample = { type: 'articles', title: 'The door at La Jument', metadata }
  return (await addObjectOf(url, owner, sample)).id
}

const logIn = (url: string, { email, password }: Owner) =>
  call(url, authenticate, { body: { email, password } })

/** Reads the teasers of unsaved objects that the browser has stored. */
const storedTeasers = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('typecase-drafts')
        opening.addEventListener('error', () => reject(new Error('No drafts.')))
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('objects').objectStore('objects').getAll()
          all.addEventListener('success', () => {
            opening.result.close()
            // The editor stores values in this shape.
            const result = all.result as { values: { metadata: { teaser?: unknown } } }[]
            resolve(result.map(({ values }) => values.metadata.teaser))
          })
        })
      }),
  )

const others = (page: Page) => page.getByRole('list', { name: 'Also here' })

test('the editor shows who else has the object open and in which field, until they leave', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const id = await article(server.url, owner)
  const grace = await otherBrowser(browser, server.url, (await addEditor(server, owner)).token)
  await openObject(page, owner, id)
  await expect(others(page)).toHaveCount(0)
  await openObject(grace, owner, id)
  const face = others(page).getByRole('button', { name: 'Grace Hopper' })
  await expect(face).toBeVisible()
  await expect(page.getByText('Grace Hopper also opened this object.')).toBeAttached()

  await textbox(grace, 'Teaser').focus()
  await expect(others(page).getByRole('button', { name: 'Grace Hopper, in Teaser' })).toBeVisible()
  await expect(page.getByText('Grace Hopper is here')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await others(page).getByRole('button').press('Enter')
  await expect(textbox(page, 'Teaser')).toBeFocused()
  // The other person sees the same.
  await expect(grace.locator('[data-path="metadata.teaser"]')).toContainText('is here')

  await textbox(grace, 'Author').focus()
  await expect(page.locator('[data-path="metadata.author"]')).toContainText('Grace Hopper is here')
  await expect(page.locator('[data-path="metadata.teaser"]')).not.toContainText('is here')
  await grace.goto(`/${owner.bucket.slug}/objects`)
  await expect(others(page)).toHaveCount(0)
  await openObject(grace, owner, id)
  await expect(face).toBeVisible()
  // Closes the tab like a person; closing the context would skip the pages' unload handlers.
  await grace.close({ runBeforeUnload: true })
  await expect(others(page)).toHaveCount(0)
  await grace.context().close()
})

test('another person’s save updates untouched fields, and a conflict in a field can keep both texts', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const id = await article(server.url, owner)
  const grace = await otherBrowser(browser, server.url, (await addEditor(server, owner)).token)
  await openObject(page, owner, id)
  await openObject(grace, owner, id)
  await textbox(page, 'Teaser').fill('A helicopter, a big wave.')
  await textbox(grace, 'Teaser').fill('A helicopter, a wave, a keeper.')
  await textbox(grace, 'Author').fill('Callum')
  await grace.keyboard.press('ControlOrMeta+s')
  await expect(saveState(grace)).toHaveText('Saved')
  // After the one save, the untouched field is updated, and the other one keeps the typed text.
  await expect(textbox(page, 'Author')).toHaveValue('Callum')
  await expect(textbox(page, 'Teaser')).toHaveValue('A helicopter, a big wave.')

  await textbox(page, 'Teaser').focus()
  await page.keyboard.press('ControlOrMeta+s')
  const clash = page.getByRole('region', { name: 'Changed by Grace Hopper as well' })
  const field = clash.getByRole('group', { name: 'Teaser' })
  await expect(clash.getByRole('group')).toHaveCount(1)
  await expect(field).toContainText('A helicopter, a big wave, a keeper.')
  expect(await violations(page)).toEqual([])
  await field.getByRole('button', { name: 'Keep both' }).press('Enter')
  await clash.getByRole('button', { name: 'Save what I chose' }).press('Enter')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(textbox(page, 'Teaser')).toHaveValue('A helicopter, a big wave, a keeper.')
  await expect(textbox(grace, 'Teaser')).toHaveValue('A helicopter, a big wave, a keeper.')
  await grace.context().close()
})

test('a session that ends during writing is renewed in place, and the typed text is saved', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const id = await article(server.url, owner)
  await openObject(page, owner, id)
  await textbox(page, 'Teaser').fill('Typed before')
  await call(server.url, logout, {}, owner.token)
  await page.keyboard.press('ControlOrMeta+s')
  const ended = page.getByRole('alert').filter({ hasText: 'What you type stays on this page' })
  await expect(ended).toBeVisible()
  await expect(saveState(page)).toHaveText('Not saved: logged out. 1 change kept here')
  // Typing is not interrupted.
  await expect(textbox(page, 'Teaser')).toBeFocused()
  await page.keyboard.type(' and after')

  await ended.getByRole('button', { name: 'Log in again' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Log in again' })
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(owner.email)
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(ended).toHaveCount(0)
  await expect(textbox(page, 'Teaser')).toHaveValue('Typed before and after')
  // The interrupted save runs without another prompt.
  await expect(saveState(page)).toHaveText('Saved')
  const { token } = await logIn(server.url, owner)
  const { metadata } = await readObject(server.url, { ...owner, token }, id)
  expect(metadata['teaser']).toBe('Typed before and after')
})

test('after a lost answer and a closed page, the text is restored and saves without a conflict', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const id = await article(server.url, owner)
  await openObject(page, owner, id)
  // The server handles the save, but the answer never arrives.
  const isSave = /\/objects\/update/
  const taken = Promise.withResolvers<void>()
  await page.route(isSave, async (route) => {
    await route.fetch().catch(() => undefined)
    taken.resolve()
    await route.abort()
  })
  await textbox(page, 'Teaser').fill('One')
  await page.keyboard.press('ControlOrMeta+s')
  await taken.promise
  // The event of the change may report first that the text is stored; then nothing is waiting.
  await expect(saveState(page)).toHaveText(/^Not saved: offline/)
  await page.keyboard.type(' and two')
  const { metadata } = await readObject(server.url, owner, id)
  expect(metadata['teaser']).toBe('One')
  // The stored state is at most a moment old, since a crash must not lose more.
  await expect.poll(() => storedTeasers(page)).toContain('One and two')

  const second = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await openObject(second, owner, id)
  await expect(textbox(second, 'Teaser')).toHaveValue('One and two')
  await expect(second.getByRole('status').filter({ hasText: 'restored' })).toBeVisible()
  await textbox(second, 'Teaser').focus()
  await second.keyboard.press('ControlOrMeta+s')
  await expect(saveState(second)).toHaveText('Saved')
  expect((await readObject(server.url, owner, id)).metadata['teaser']).toBe('One and two')
})
