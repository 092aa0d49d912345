import { listObjects } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 60_000 })

const post = (id: number, type: 'post' | 'page', more: object = {}) => ({
  id: `${id}`,
  title: `Story ${id}`,
  slug: `story-${id}`,
  type,
  status: 'published',
  html: `<p>See <a href="https://old.example/story-2/">the second</a>.</p>`,
  custom_excerpt: 'A <em>short</em> one',
  published_at: '2025-01-01T10:00:00.000Z',
  ...more,
})

const GHOST = JSON.stringify({
  db: [
    {
      meta: { exported_on: 1, version: '5.0.0' },
      data: {
        posts: [post(1, 'post'), post(2, 'post', { status: 'draft' }), post(3, 'page')],
        users: [{ id: '7', name: 'Ada', slug: 'ada', email: 'ada@example.com' }],
        tags: [],
        posts_authors: [{ post_id: '1', author_id: '7', sort_order: 0 }],
        settings: [{ key: 'url', value: 'https://old.example' }],
      },
    },
  ],
})

test('an export of another system is recognised, adjusted, imported and undone by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}, info) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/import-export`)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles({
    name: 'ghost.json',
    mimeType: 'application/json',
    buffer: Buffer.from(GHOST),
  })

  const source = page.getByRole('region', { name: 'Ghost export of old.example' })
  await expect(source).toContainText('4 objects, 4 types')
  await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('export.png'), fullPage: true })

  await source.getByRole('button', { name: /^Pages/ }).press('Enter')
  await source.getByRole('checkbox', { name: 'Import Pages' }).press('Space')
  await source.getByRole('button', { name: /^Posts/ }).press('Enter')
  await source.getByRole('textbox', { name: 'Object type of Posts' }).fill('articles')
  await source.getByRole('textbox', { name: 'Key of Excerpt' }).fill('summary')
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('model.png'), fullPage: true })
  await page.getByRole('button', { name: 'Check first' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Import 3 objects' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 objects' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()

  const objects = async () =>
    (await call(server.url, listObjects, { query: { slug } }, owner.token)).objects.map(
      ({ object }) => object,
    )
  const all = await objects()
  expect(all.map(({ title, type, status }) => [title, type, status]).toSorted()).toEqual([
    ['Ada', 'authors', 'published'],
    ['Story 1', 'articles', 'published'],
    ['Story 2', 'articles', 'draft'],
  ])
  const [first, second] = ['Story 1', 'Story 2'].map((name) =>
    all.find(({ title }) => title === name),
  )
  expect(first?.content).toContain(`href="object:${second?.id}"`)
  expect(first?.metadata).toMatchObject({ summary: 'A <em>short</em> one' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => (await objects()).length).toBe(0)
})
