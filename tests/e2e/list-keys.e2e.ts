import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addProjectWithBucket } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { addArtworks } from './fixtures/macro.ts'
import { expect, test } from './fixtures/test.ts'

test('in projects, j and k move between rows, Enter opens a project and n creates one', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const body = { project_title: 'Second', bucket_title: 'Notes', template: 'empty' as const }
  await call(server.url, addProjectWithBucket, { body }, owner.token)
  await page.goto('/projects')
  const rows = page.getByRole('grid', { name: 'Projects' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/projects$/)

  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Collection')
  await page.keyboard.press('n')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('New bucket')
})

test('in object types, j moves between rows, Enter opens an object type and n creates one', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/object-types`)
  const rows = page.getByRole('grid', { name: 'Object types' }).getByRole('row')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  const title = await rows.nth(1).getByRole('link').textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title ?? '')
  await page.goBack()
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/object-types\/new$/)
})

test('in the trash, x selects a row and Tab reaches its buttons', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const objects = await addObjects(server, owner, ['First', 'Second', 'Third'])
  const body = { slug: owner.bucket.slug, object_ids: objects.map(({ id }) => id) }
  await call(server.url, deleteObjects, { body }, owner.token)
  await page.goto(`/${owner.bucket.slug}/trash`)
  const rows = page.getByRole('list', { name: 'Deleted objects' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('button', { name: 'Third', exact: true })).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const selection = page.getByRole('toolbar', { name: 'Selection' })
  await expect(selection).toContainText('2 selected')
  await page.keyboard.press('x')
  await expect(selection).toContainText('1 selected')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2).getByRole('button', { name: 'First', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows.nth(2).getByRole('button', { name: /^Restore/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
})

test('in the history, Tab reaches Redo from its row, and Shift+U redoes', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [first] = await addObjects(server, owner, ['First'])
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const body = { slug: owner.bucket.slug, object_id: first?.id ?? '', data: { title } }
    await call(server.url, updateObject, { body }, owner.token)
  }
  await page.goto(`/${owner.bucket.slug}/history`)
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await page.keyboard.press('j')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('u')
  await expect(notifications(page)).toContainText('Restored 1 object.')
  await expect(rows.nth(1)).toContainText('Undone by you')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows.nth(1).getByRole('button', { name: 'Redo' })).toBeFocused()

  await page.keyboard.press('Shift+U')
  await expect(rows.first()).toContainText('Redo: Update “Four”')
})

test('returning from an object restores the page, row and scroll position of the list', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addArtworks(server, owner)
  const query = encodeURIComponent('{"type":"artworks"}')
  await page.goto(`/${owner.bucket.slug}/objects?query=${query}&limit=20&skip=10&sort=metadata.lot`)
  await expect(objectRows(page).first()).toContainText('Work 10')
  await page.keyboard.press('j')
  await expect(objectRows(page).first()).toBeFocused()
  await page.keyboard.press('End')
  const last = page.getByRole('row').filter({ hasText: 'Work 29' })
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Work 29')
  await title.focus()
  await page.keyboard.press('ControlOrMeta+[')
  await expect(title).toHaveValue('Work 28')
  await title.focus()
  await page.keyboard.press('Alt+ArrowUp')
  const row = page.getByRole('row').filter({ hasText: 'Work 28' })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  expect(page.url()).toContain('skip=10')
  await page.keyboard.press('j')
  await expect(last).toBeFocused()
})
