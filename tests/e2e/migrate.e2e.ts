import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import { getBucket } from '@typecase/contract/buckets'

import { call } from './fixtures/api.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

const years = ['1840', '1841', 'about 1842', '1843']

test.beforeEach(async ({ server, owner }) => {
  const { slug } = owner.bucket
  const data = {
    title: 'Artworks',
    slug: 'artworks',
    metafields: [
      { key: 'year', title: 'Year', type: 'text' as const },
      { key: 'note', title: 'Note', type: 'text' as const },
    ],
  }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  for (const [at, year] of years.entries()) {
    const object = { title: `Work ${at}`, type: 'artworks', status: 'published' as const }
    const body = { slug, data: { ...object, metadata: { year } } }
    await call(server.url, addObject, { body }, owner.token)
  }
})

/** Reads the public metadata of all artworks, in the order of their creation. */
async function publicMetadata(server: RunningServer, { bucket, token }: Owner): Promise<unknown[]> {
  const { slug } = bucket
  const { bucket: now } = await call(server.url, getBucket, { query: { slug } }, token)
  const url = new URL(`/v3/buckets/${slug}/objects`, server.url)
  url.searchParams.set('read_key', now.api_access.read_key ?? '')
  url.searchParams.set('query', '{"type":"artworks"}')
  url.searchParams.set('sort', 'title')
  const { objects } = (await (await fetch(url)).json()) as { objects: { metadata: unknown }[] }
  return objects.map(({ metadata }) => metadata)
}

test('the palette changes the type of a field after a plan, and it is undone and redone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const before = await publicMetadata(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/object-types`)
  await expect(page.getByRole('heading', { name: 'Object types', level: 1 })).toBeVisible()

  await choose(page, 'change type of field', 'Change the type of a field…')
  await pick(page, 'Which object type?', 'artw', 'Artworks')
  await pick(page, 'Which field?', 'year', 'Year')
  await pick(page, 'Which type?', 'number', 'Number')

  await expect(dialog).toContainText('year: Text → Number in Artworks')
  await expect(dialog).toContainText('4 Objects')
  await expect(dialog).toContainText('3 values convert')
  await expect(dialog).toContainText('1 would not convert')
  await expect(dialog).toContainText('“about 1842” is not a number')
  const changes = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(changes).toHaveCount(4)
  expect(await violations(page)).toEqual([])
  await applyPlan(page)

  await expect(notifications(page)).toContainText(
    'Changed 4 objects. 1 object had values that could not be converted; History keeps them.',
  )
  const after = [{ year: 1840 }, { year: 1841 }, {}, { year: 1843 }]
  expect(await publicMetadata(server, owner)).toEqual(after)

  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 4 objects.')
  expect(await publicMetadata(server, owner)).toEqual(before)

  await choose(page, 'redo', /^Redo the last command/)
  await expect.poll(() => publicMetadata(server, owner)).toEqual(after)
})

test('renaming to a taken key asks again, and renaming a key without values needs no plan', async ({
  ownerPage: page,
  owner,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/object-types`)
  await expect(page.getByRole('heading', { name: 'Object types', level: 1 })).toBeVisible()
  await choose(page, 'rename key', 'Rename a field’s key…')
  await pick(page, 'Which object type?', 'artw', 'Artworks')
  await pick(page, 'Which field?', 'note', 'Note')
  await pick(page, 'such as published_in', 'year', 'year')
  await expect(dialog).toContainText('“year” is used twice')
  const input = dialog.getByPlaceholder('such as published_in')
  await expect(input).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('remark')
  await expect(dialog.getByRole('option').first()).toContainText('remark')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Object type updated.')
  await page.goto(`/${owner.bucket.slug}/object-types/artworks`)
  await expect(page.getByRole('main')).toContainText('remark')
})

test('the builder shows a plan before it changes values, and follows the undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const before = await publicMetadata(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/object-types/artworks`)
  await page.getByRole('button', { name: 'Settings of Year' }).focus()
  await page.keyboard.press('Enter')
  const key = page.getByRole('textbox', { name: 'Key' })
  await key.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('made')
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes' })).toBeVisible()

  // Going back keeps the draft unchanged.
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog).toContainText('year → made in Artworks')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(key).toHaveValue('made')
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes' })).toBeVisible()
  expect(await publicMetadata(server, owner)).toEqual(before)

  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog).toContainText('year → made in Artworks')
  await expect(dialog.getByRole('table', { name: 'Changes' })).toContainText('made: 1840')
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Changed 4 objects.')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await publicMetadata(server, owner)).toEqual(years.map((values) => ({ made: values })))

  await notifications(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(notifications(page)).toContainText('Restored 4 objects.')
  expect(await publicMetadata(server, owner)).toEqual(before)
  await expect(page.getByRole('main')).toContainText('year')
})
