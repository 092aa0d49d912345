import { addMacro } from '@typecase/contract/macros'

import { call } from './fixtures/api.ts'
import { addArtworks, setTheYear } from './fixtures/macro.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test('a macro is shared, duplicated, edited, deleted and restored from the list and the palette', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/macros`)
  await expect(page.getByText('No macros yet')).toBeVisible()
  const data = setTheYear
  await call(server.url, addMacro, { body: { slug, data } }, owner.token)
  await page.reload()
  const macros = page.getByRole('list', { name: 'Macros' }).getByRole('listitem')
  await expect(macros).toHaveCount(1)
  await expect(macros.first()).toContainText('Asks Year')
  await expect(macros.first()).toContainText('Only you')

  await page.getByRole('link', { name: 'Set the year' }).focus()
  await choose(page, 'share macro', 'Share macro…')
  await expect(macros.first()).toContainText('Shared by you')
  await page.getByRole('link', { name: 'Set the year' }).focus()
  await choose(page, 'duplicate macro', 'Duplicate macro…')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Set the year (copy)')

  // Changes the name and the order by keyboard.
  await page.getByRole('textbox', { name: 'Name' }).fill('Other order')
  await page.getByRole('row', { name: /Publish/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('row').first()).toContainText('Publish')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(notifications(page)).toContainText('Saved “Other order”.')

  await choose(page, 'delete macro', 'Delete macro…')
  await expect(macros).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(macros).toHaveCount(2)
  // This bucket of the project has no such field.
  await expect(macros.first()).toContainText('Publish → Set metadata.year to ‹Year›')
  await expect(macros.first()).toContainText('There is no field “year” in this bucket.')
})

test('unsaved changes of a macro are kept when the form is left', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const body = { slug, data: setTheYear }
  const { macro } = await call(server.url, addMacro, { body }, owner.token)
  await page.goto(`/${slug}/macros/${macro.id}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Half a name')
  await choose(page, 'go to macros', 'Go to Macros')
  await expect(notifications(page)).toContainText('is kept in this browser')
  await notifications(page).getByRole('button', { name: 'Go back' }).press('Enter')

  await expect(name).toHaveValue('Half a name')
  const discard = notifications(page).getByRole('button', { name: 'Discard' })
  await discard.press('Enter')
  await expect(name).toHaveValue('Set the year')
})

test('a missing macro says so, and a list that failed to load is loaded with Retry', async ({
  ownerPage: page,
  owner,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/macros/0123456789abcdef01234567`)
  await expect(page.getByText('There is no such macro')).toBeVisible()
  await page.route('**/macros/list*', (route) => route.abort())
  await page.getByRole('button', { name: 'Show all macros' }).press('Enter')
  await expect(page.getByText('The macros could not be loaded')).toBeVisible()
  await page.unroute('**/macros/list*')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByText('No macros yet')).toBeVisible()
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 2400 },
]) {
  test(`macros have no violation at ${viewport.width} px: recording, list and form`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await page.setViewportSize(viewport)
    const { slug } = owner.bucket
    await addArtworks(server, owner)
    const data = { ...setTheYear, is_shared: true }
    const { macro } = await call(server.url, addMacro, { body: { slug, data } }, owner.token)
    await page.goto(`/${slug}/macros`)
    await choose(page, 'record', 'Record a macro')
    await expect(page.getByRole('region', { name: 'Recording a macro' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto(`/${slug}/macros/${macro.id}`)
    await expect(page.getByRole('list', { name: 'Arguments' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
