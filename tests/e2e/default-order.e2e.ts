import { choose, pick } from './fixtures/palette.ts'
import { addObjects } from './fixtures/content.ts'
import { call } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'
import { updateObject } from '@typecase/contract/objects'

test('the list of an object type keeps the order chosen for it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const [first] = await addObjects(server, owner, ['First', 'Second', 'Third'])
  const data = { title: 'First, edited' }
  await call(
    server.url,
    updateObject,
    { body: { slug, object_id: first?.id ?? '', data } },
    owner.token,
  )
  const list = `/${slug}/objects?query={"type":"authors"}`
  await page.goto(list)
  const rows = page.getByRole('grid', { name: 'Objects' }).getByRole('row')
  await expect(rows.nth(1)).not.toContainText('First, edited')

  await choose(page, 'always sort', 'Always sort by…')
  await pick(page, 'Which field?', 'recently', 'Recently edited')
  await expect(rows.nth(1)).toContainText('First, edited')
  expect(new URL(page.url()).searchParams.has('sort')).toBe(false)
  await page.reload()
  await expect(rows.nth(1)).toContainText('First, edited')

  // Sorts this list differently, only once.
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'dashboard', 'Dashboard order')
  await expect(rows.nth(1)).not.toContainText('First, edited')
  await page.goto(list)
  await expect(rows.nth(1)).toContainText('First, edited')

  await choose(page, 'always sort', 'Always sort by…')
  await pick(page, 'Which field?', 'dashboard', 'Dashboard order')
  await expect(rows.nth(1)).not.toContainText('First, edited')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows.nth(1)).toContainText('First, edited')
})
