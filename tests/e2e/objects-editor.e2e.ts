import { type CmsObject, updateObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import {
  addObjectOf,
  addObjectTypes,
  openObject,
  readObject,
  saveState,
  textbox,
} from './fixtures/object-form.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, signInOnPage, test } from './fixtures/test.ts'

const fields = [
  { key: 'medium', title: 'Medium', type: 'text' },
  { key: 'height', title: 'Height', type: 'number' },
  { key: 'description', title: 'Description', type: 'rich-text' },
  { key: 'data', title: 'Data', type: 'json' },
  {
    key: 'shows',
    title: 'Shows',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  },
] as const

/** Adds an object type with one object. */
async function collection(url: string, owner: Owner): Promise<CmsObject> {
  await addObjectTypes(url, owner, [{ title: 'Artworks', slug: 'artworks', metafields: fields }])
  const metadata = { medium: 'oil' }
  return addObjectOf(url, owner, { type: 'artworks', title: 'The Blue Rigi', metadata })
}

test('an object is created, edited and published by keyboard, and unchanged after a reload', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await collection(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/new?type=artworks`)
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.type('Norham Castle, Sunrise')
  await expect(textbox(page, 'Slug')).toHaveValue('norham-castle-sunrise')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(page).toHaveURL(/\/objects\/[0-9a-f]{24}$/)
  // The form stays open: later input belongs to the same page.
  await expect(textbox(page, 'Title')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+j')
  await page.keyboard.type('descr')
  await expect(page.getByRole('option', { name: /Description/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(textbox(page, 'Description')).toBeFocused()
  await page.keyboard.type('Painted ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('late')
  await expect(saveState(page)).toHaveText('Unsaved changes')

  await page.keyboard.press('ControlOrMeta+Enter')
  // Without a prompt, the message names the published object.
  await expect(notifications(page)).toContainText('Published “Norham Castle, Sunrise”')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(page.getByRole('complementary')).toContainText('Published')

  await page.reload()
  await expect(textbox(page, 'Title')).toHaveValue('Norham Castle, Sunrise')
  await expect(textbox(page, 'Description')).toHaveText('Painted late')
  const object = await readObject(server.url, owner, page.url().split('/').at(-1) ?? '')
  expect(object).toMatchObject({
    status: 'published',
    slug: 'norham-castle-sunrise',
    metadata: { description: 'Painted **late**' },
  })
})

test('a new object keeps its form and the focus after the first save, even with a slow server', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await collection(server.url, owner)
  await page.goto(`/${owner.bucket.slug}/objects/new?type=artworks`)
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.type('Norham')
  const answered = Promise.withResolvers<void>()
  await page.route(/\/(objects|buckets)\/get\?/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/objects\/[0-9a-f]{24}$/)
  // Longer than the delay before a page shows a placeholder.
  await page.waitForTimeout(1000)
  await expect(textbox(page, 'Title')).toBeFocused()
  await page.keyboard.type(' Castle')
  await expect(textbox(page, 'Title')).toHaveValue('Norham Castle')
  answered.resolve()
})

test('an invalid value stays, gets the focus and shows its error', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  await textbox(page, 'Height').fill('29,7')
  await textbox(page, 'Medium').focus()
  await expect(page.getByText('Height must be a number')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(textbox(page, 'Height')).toBeFocused()
  await expect(textbox(page, 'Height')).toHaveValue('29,7')
  await textbox(page, 'Height').fill('297')
  await textbox(page, 'Data').fill('{"lent": true}')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Saved')
  expect((await readObject(server.url, owner, id)).metadata).toMatchObject({
    height: 297,
    data: { lent: true },
  })
})

test('concurrent changes to different fields merge, and those to the same field are a choice', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await collection(server.url, owner)
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInOnPage(other, server.url, owner.token)
  await openObject(page, owner, id)
  await openObject(other, owner, id)

  await textbox(page, 'Height').fill('297')
  await textbox(other, 'Medium').fill('watercolour')
  await other.keyboard.press('ControlOrMeta+s')
  await expect(saveState(other)).toHaveText('Saved')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Saved')
  await expect(textbox(page, 'Medium')).toHaveValue('watercolour')
  expect((await readObject(server.url, owner, id)).metadata).toMatchObject({
    height: 297,
    medium: 'watercolour',
  })

  await textbox(page, 'Medium').fill('mine')
  await textbox(other, 'Medium').fill('theirs')
  await other.keyboard.press('ControlOrMeta+s')
  await expect(saveState(other)).toHaveText('Saved')
  await textbox(page, 'Medium').focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Not saved: conflict')
  const clash = page.getByRole('region', { name: 'Changed by you elsewhere as well' })
  await expect(clash).toBeFocused()
  await expect(clash.getByText('theirs', { exact: true })).toBeVisible()
  await expect(textbox(page, 'Medium')).toHaveValue('mine')
  await clash
    .getByRole('group', { name: 'Medium' })
    .getByRole('button', { name: 'Keep mine' })
    .press('Enter')
  await clash.getByRole('button', { name: 'Save what I chose' }).press('Enter')
  // The focus stays in the field.
  await expect(textbox(page, 'Medium')).toBeFocused()
  await expect(saveState(page)).toHaveText('Saved')
  expect((await readObject(server.url, owner, id)).metadata).toMatchObject({ medium: 'mine' })
  // The other page updates automatically.
  await expect(textbox(other, 'Medium')).toHaveValue('mine')
  await other.context().close()
})

test('a save from elsewhere is announced as it happens, with a warning of a conflict', async ({
  ownerPage: page,
  owner,
  server,
  browser,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInOnPage(other, server.url, owner.token)
  await openObject(other, owner, id)
  await textbox(other, 'Medium').fill('watercolour')
  await other.keyboard.press('ControlOrMeta+s')
  const announcement = page.getByRole('status').filter({ hasText: 'You saved Medium elsewhere' })
  await expect(announcement).toContainText(/\d+ s ago/)
  await expect(textbox(page, 'Medium')).toHaveValue('watercolour')

  await textbox(page, 'Medium').fill('mine')
  await textbox(other, 'Medium').fill('theirs')
  await other.keyboard.press('ControlOrMeta+s')
  await expect(announcement).toContainText(
    'You changed it too: when you save, you choose which to keep.',
  )
  await expect(textbox(page, 'Medium')).toHaveValue('mine')
  await announcement.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(announcement).toHaveCount(0)
  await other.context().close()
})

test('in a conflict, Save asks for the choices first, and Keep all mine saves', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  await textbox(page, 'Medium').fill('mine')
  const data = { metadata: { medium: 'theirs' } }
  const body = { slug: owner.bucket.slug, object_id: id, data }
  await call(server.url, updateObject, { body }, owner.token)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Not saved: conflict')

  await textbox(page, 'Medium').focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('choose what to keep in one field first')
  await expect(saveState(page)).toHaveText('Not saved: conflict')
  await page.getByRole('button', { name: 'Keep all mine' }).press('Enter')
  await expect(notifications(page)).toContainText('Saved your version.')
  await expect(saveState(page)).toHaveText('Saved')
  expect((await readObject(server.url, owner, id)).metadata).toMatchObject({ medium: 'mine' })
})

test('undoing a publication keeps the text and restores the previous published version', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText('Published')
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  await notifications(page).getByRole('button', { name: 'Close' }).press('Enter')
  await textbox(page, 'Medium').fill('ink')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(saveState(page)).toHaveText('Saved')
  const view = page.context().waitForEvent('page')
  await notifications(page).getByRole('button', { name: 'View' }).press('Enter')
  await expect((await view).locator('body')).toContainText('"medium":"ink"')
  await page.bringToFront()

  await textbox(page, 'Medium').blur()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(
    'Unpublished changes',
  )
  await expect(textbox(page, 'Medium')).toHaveValue('ink')
  expect(await readObject(server.url, owner, id)).toMatchObject({
    status: 'draft',
    main_object_status: 'published',
    metadata: { medium: 'ink' },
  })
  await (await view).reload()
  await expect((await view).locator('body')).toContainText('"medium":"oil"')
})

test('unsaved changes are kept on leaving the editor, and can be restored or discarded', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  await textbox(page, 'Medium').fill('not saved yet')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Typecase' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  await expect(notifications(page)).toContainText('is kept in this browser')
  await notifications(page).getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(page.getByText(/Unsaved changes from .* restored/)).toBeVisible()
  await expect(textbox(page, 'Medium')).toHaveValue('not saved yet')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(textbox(page, 'Medium')).toHaveValue('oil')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(textbox(page, 'Medium')).toHaveValue('not saved yet')

  // A new object has a separate draft. An abandoned draft is offered, but never mixed in.
  const form = `/${owner.bucket.slug}/objects/new?type=authors`
  await page.goto(form)
  await textbox(page, 'Title').fill('Validation test')
  await main.getByRole('link', { name: 'Typecase' }).press('Enter')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(notifications(page)).toContainText('“Validation test” is kept in this browser')
  await page.goto(form)
  await expect(page.getByText('“Validation test” was left unsaved')).toBeVisible()
  await expect(textbox(page, 'Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Continue “Validation test”' }).press('Enter')
  await expect(textbox(page, 'Title')).toHaveValue('Validation test')
})

test('unsaved changes of an object type are kept on leaving, and can be discarded', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types/authors`)
  await textbox(page, 'Title').fill('Writers')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Typecase' }).press('Enter')
  await expect(notifications(page)).toContainText('is kept in this browser')
  await notifications(page).getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(textbox(page, 'Title')).toHaveValue('Writers')
  await notifications(page).getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(textbox(page, 'Title')).toHaveValue('Authors')
})

test('changes made offline are kept and saved when the network is back', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  await openObject(page, owner, id)
  await page.context().setOffline(true)
  await textbox(page, 'Medium').fill('from the train')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveState(page)).toHaveText('Not saved: offline, retrying. 1 change kept here')
  await textbox(page, 'Height').fill('297')
  await expect(saveState(page)).toHaveText('Not saved: offline, retrying. 2 changes kept here')
  await page.context().setOffline(false)
  await expect(saveState(page)).toHaveText('Saved')
  expect((await readObject(server.url, owner, id)).metadata).toMatchObject({
    medium: 'from the train',
    height: 297,
  })
})

test('changes from elsewhere appear in an unchanged form, and deleting the object returns to the list', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { id } = await collection(server.url, owner)
  const { slug } = owner.bucket
  await openObject(page, owner, id)
  const data = { metadata: { shows: [{ name: 'Late Turner' }] } }
  await call(server.url, updateObject, { body: { slug, object_id: id, data } }, owner.token)
  await expect(page.getByRole('button', { name: 'Row 1: Late Turner' })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect(page).toHaveURL(/\/objects\?query=.*artworks/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('grid', { name: 'Objects' })).toContainText('The Blue Rigi')
})
