import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { getBucket } from '@typecase/contract/buckets'
import { listObjects, updateObject } from '@typecase/contract/objects'
import {
  attachment,
  item,
  wxr,
} from '@typecase/server/resources/import-export/formats/wordpress/wxr.fixture'
import { unzip, zipOf } from '@typecase/server/resources/import-export/testing/export-bucket'
import type { Browser, Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { choose as run } from './fixtures/palette.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import {
  expect as expectSoon,
  type Owner,
  signInOnPage,
  signUpOwner,
  test,
} from './fixtures/test.ts'
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

const ghostOf = (...posts: object[]) =>
  JSON.stringify({
    db: [
      {
        meta: { exported_on: 1, version: '5.0.0' },
        data: {
          posts,
          users: [{ id: '7', name: 'Ada', slug: 'ada', email: 'ada@example.com' }],
          tags: [],
          posts_authors: [{ post_id: '1', author_id: '7', sort_order: 0 }],
          settings: [{ key: 'url', value: 'https://old.example' }],
        },
      },
    ],
  })

const GHOST = ghostOf(post(1, 'post'), post(2, 'post', { status: 'draft' }), post(3, 'page'))

/** Opens the import page and chooses a file, by keyboard. */
async function choose(page: Page, slug: string, name: string, buffer: Buffer): Promise<void> {
  await page.goto(`/${slug}/import-export`)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function objectsOf(server: RunningServer, { bucket, token }: Owner) {
  const { objects } = await call(server.url, listObjects, { query: { slug: bucket.slug } }, token)
  return objects.map(({ object }) => object)
}

const rowsOf = (objects: Awaited<ReturnType<typeof objectsOf>>): string[] =>
  objects.map(({ title, type, status }) => `${title}: ${type}, ${status}`).toSorted()

test('an export of another system is recognised, adjusted, imported and undone by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}, info) => {
  await choose(page, owner.bucket.slug, 'ghost.json', Buffer.from(GHOST))
  const source = page.getByRole('region', { name: 'Ghost export of old.example' })
  await expect(source).toContainText('4 objects, 4 types')
  await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('ghost-report.txt')
  expect(await readFile(await download.path(), 'utf8')).toContain('4 added')
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

  const all = await objectsOf(server, owner)
  expect(rowsOf(all)).toEqual([
    'Ada: authors, published',
    'Story 1: articles, published',
    'Story 2: articles, draft',
  ])
  const [first, second] = ['Story 1', 'Story 2'].map((name) =>
    all.find(({ title }) => title === name),
  )
  expect(first?.content).toContain(`href="object:${second?.id}"`)
  expect(first?.metadata).toMatchObject({ summary: 'A <em>short</em> one' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(async () => (await objectsOf(server, owner)).length).toBe(0)
  // The object types were removed as well.
  const query = { slug: owner.bucket.slug }
  const { bucket } = await call(server.url, getBucket, { query }, owner.token)
  expect(bucket.object_types.map(({ slug }) => slug)).not.toContain('articles')
})

test('a newer export keeps or overwrites what was edited here, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}, info) => {
  const { slug } = owner.bucket
  await choose(page, slug, 'ghost.json', Buffer.from(GHOST))
  await page.getByRole('button', { name: 'Import 4 objects' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  const story = async () =>
    (await objectsOf(server, owner)).find(
      ({ type, slug: one }) => type === 'pages' && one === 'story-3',
    )
  const data = { title: 'Edited here' }
  const body = { slug, object_id: (await story())?.id ?? '', data }
  await call(server.url, updateObject, { body }, owner.token)

  const newer = { title: 'Newer story', custom_excerpt: 'Newer' }
  await choose(page, slug, 'ghost.json', Buffer.from(ghostOf(post(3, 'page', newer))))
  const conflicts = page.getByRole('region', { name: '1 field changed here and in the file' })
  await expect(conflicts).toContainText('Story 3')
  await expect(conflicts.getByRole('row').nth(1)).toHaveText(
    /^Newer story\s*Title\s*Story 3\s*Edited here\s*Newer story$/,
  )
  await expect(page.getByText('It keeps its value here.')).toBeVisible()
  // Public objects stay public.
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('Excerpt')
  await expect(page.getByRole('region', { name: 'What changes' })).not.toContainText('Draft')
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('conflicts.png'), fullPage: true })
  await page.getByRole('button', { name: 'Import 1 object' }).press('Enter')
  await expect(page.getByText('It kept its value here.')).toBeVisible()
  expect(await story()).toMatchObject({ title: 'Edited here', metadata: { excerpt: 'Newer' } })

  await choose(page, slug, 'ghost.json', Buffer.from(ghostOf(post(3, 'page', newer))))
  await expect(page.getByRole('heading', { name: 'Nothing to import' })).toBeFocused()
  const choice = page.getByRole('radiogroup', { name: 'Fields changed here and in the file' })
  await choice.getByRole('radio', { name: 'Take values of the file' }).press('Space')
  await page.getByRole('button', { name: 'Check first' }).press('Enter')
  await expect(page.getByText('It gets the value of the file.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 object' }).press('Enter')
  await expect(page.getByText('It has the value of the file.')).toBeVisible()
  expect(await story()).toMatchObject({ title: 'Newer story' })
})

test('files that could not be fetched are listed, and a command tries to fetch them again', async ({
  ownerPage: page,
  owner,
}, info) => {
  const picture = 'http://127.0.0.1:9/tower.jpg'
  const file = ghostOf(post(3, 'page', { feature_image: picture }))
  await choose(page, owner.bucket.slug, 'ghost.json', Buffer.from(file))
  const fetching = page.getByRole('switch', { name: 'Fetch the files of media on other servers' })
  await fetching.press('Space')
  await page.getByRole('button', { name: 'Import 2 objects' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  const list = page.getByRole('list', { name: '1 file was not fetched' })
  await expect(list).toContainText(`${picture}: its address`)
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('unfetched.png'), fullPage: true })
  await page.getByRole('button', { name: 'Fetch missing media…' }).press('Enter')
  const review = page.getByRole('dialog')
  await expect(review).toContainText('Fetch the files of 1 media')
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('review.png') })
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 media stay where they are.').first()).toBeVisible()
})

/** Exports the redirects for Netlify. @returns the file */
async function exportRedirects(page: Page): Promise<string | undefined> {
  await run(page, 'export redirects', 'Export redirects…')
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('Netlify')
  await expect(dialog.getByRole('option').first()).toContainText('Netlify')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('With {type}, {slug}, {id} and {locale}.')
  expect(await violations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const files = await unzip(await readFile(await (await download).path()))
  return files.get('_redirects')?.toString()
}

const WORDPRESS = wxr(
  [
    attachment(10, 'tower.jpg', 'A tower'),
    item({ id: 1, title: 'Towers &amp; lights', name: 'towers', meta: { height: '12' } }),
    item({ id: 2, type: 'page', name: 'about', title: 'About', status: 'draft' }),
  ].join('\n'),
)

const notionId = (digit: string) => digit.repeat(32)
const notion = async () =>
  zipOf([
    [
      'Export-Part-1.zip',
      await zipOf([
        [`Home ${notionId('1')}.md`, '# Home\n\nThe lamp is lit at dusk.'],
        [`Towers ${notionId('2')}.csv`, '\uFEFFName,Height\nTall tower,120.5\n'],
        [`Towers ${notionId('2')}/Tall tower ${notionId('3')}.md`, '# Tall tower\n\nIt is tall.\n'],
      ]),
    ],
  ])

for (const { system, name, file, title, objects, redirects } of [
  {
    system: 'WordPress',
    name: 'blog.xml',
    file: async () => Buffer.from(WORDPRESS),
    title: 'WordPress export of blog.example',
    objects: [
      'About: pages, draft',
      'Towers & lights: posts, published',
      'ada: authors, published',
    ],
  },
  {
    system: 'Notion',
    name: 'notion.zip',
    file: notion,
    title: 'Notion export',
    objects: ['Home: pages, published', 'Tall tower: towers, published'],
    redirects: undefined,
  },
]) {
  test(`an export of ${system} is checked, imported and undone by keyboard`, async ({
    ownerPage: page,
    owner,
    server,
  }, info) => {
    await choose(page, owner.bucket.slug, name, await file())
    await page.getByRole('button', { name: 'Check first' }).press('Enter')
    // The check reads the zip.
    await expect(page.getByRole('region', { name: title })).toBeVisible()
    await page.getByRole('button', { name: `Import ${objects.length} objects` }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('imported.png'), fullPage: true })
    expect(rowsOf(await objectsOf(server, owner))).toEqual(objects)
    if (redirects) expect(await exportRedirects(page)).toBe(redirects)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(async () => (await objectsOf(server, owner)).length).toBe(0)
  })
}

test('a folder of Markdown files is imported by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}, info) => {
  const folder = info.outputPath('garden')
  await mkdir(join(folder, 'posts'), { recursive: true })
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, 'about.md'), '# About\n\nA garden.\n')
  await writeFile(join(folder, 'posts', 'fog.md'), '---\ntitle: Fog\n---\n\nGrey.\n')
  await writeFile(join(folder, '.git', 'HEAD'), 'ref')
  await page.goto(`/${owner.bucket.slug}/import-export`)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('choice.png'), fullPage: true })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeFocused()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(folder)
  await expect(page.getByRole('region', { name: 'Markdown files of garden' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 objects' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  expect(rowsOf(await objectsOf(server, owner))).toEqual([
    'About: pages, published',
    'Fog: posts, published',
  ])
})

/** Opens the import page on a server that may fetch files from a site on this machine. */
async function withSite(
  browser: Browser,
  files: Record<string, string>,
  use: (there: { page: Page; owner: Owner; server: RunningServer; site: string }) => Promise<void>,
): Promise<void> {
  const server = await startServer({ env: { REACHABLE_NETWORKS: '127.0.0.1/32' } })
  const page = await browser.newPage({ baseURL: server.url })
  const owner = await signUpOwner(server, 'address')
  await signInOnPage(page, server.url, owner.token)
  const site = createServer(({ url = '' }, reply) => {
    reply.writeHead(files[url] === undefined ? 404 : 200).end(files[url])
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  await page.goto(`/${owner.bucket.slug}/import-export`)
  await use({ page, owner, server, site: `http://127.0.0.1:${port}` })
  site.close()
  await page.close()
  await server.stop()
}

test('the file at an address is checked and imported by keyboard', async ({ browser }, info) => {
  await withSite(browser, { '/blog.xml': WORDPRESS }, async ({ page, owner, server, site }) => {
    const address = page.getByRole('textbox', { name: 'Or the address of a file' })
    await address.fill('blog.xml')
    await address.press('Enter')
    await expect(
      page.getByText('Enter an address that begins with https:// or http://.'),
    ).toBeVisible()
    await expect(address).toHaveValue('blog.xml')

    await address.fill(`${site}/missing.xml`)
    await address.press('Enter')
    await expect(page.getByText('its server answers 404')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    await page.screenshot({ path: info.outputPath('missing.png'), fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })

    await expect(address).toHaveValue(`${site}/missing.xml`)
    await address.fill(`${site}/blog.xml`)
    await address.press('Enter')
    const source = page.getByRole('region', { name: 'WordPress export of blog.example' })
    await expect(source).toBeVisible()
    await page.getByRole('button', { name: 'Import 3 objects' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
    expect(rowsOf(await objectsOf(server, owner))).toHaveLength(3)
  })
})

test('the table at an address is mapped, checked and imported by keyboard', async ({
  browser,
}, info) => {
  const files = {
    '/towers.csv': 'Name;Height\nBell Rock;35\nFastnet;54\n',
    '/empty.csv': 'Name;Height\n',
    '/page': '<!doctype html><html><body><table></table></body></html>',
  }
  await withSite(browser, files, async ({ page, owner, server, site }) => {
    const address = page.getByRole('textbox', { name: 'Or the address of a file' })
    async function enter(path: string) {
      await address.fill(`${site}${path}`)
      await address.press('Enter')
    }
    await enter('/page')
    await expect(page.getByRole('alert')).toContainText('This is an HTML page.')
    await enter('/empty.csv')
    await expect(page.getByRole('alert')).toContainText('empty.csv has no rows that can be read.')
    await enter('/towers.csv')
    await expect(page.getByRole('heading', { name: 'The table needs a mapping' })).toBeFocused()
    const mapping = page.getByRole('region', { name: 'Mapping' })
    const type = mapping.getByRole('textbox', { name: 'Object type' })
    await expect(type).toHaveValue('towers')
    await expect(mapping.getByRole('row').nth(1)).toContainText('Bell Rock')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.screenshot({ path: info.outputPath('mapping.png'), fullPage: true })
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    await page.screenshot({ path: info.outputPath('mapping-dark.png'), fullPage: true })

    await type.fill('lights')
    await page.getByRole('button', { name: 'Check first' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeFocused()
    await page.getByRole('button', { name: 'Import 2 objects' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
    expect(rowsOf(await objectsOf(server, owner))).toEqual([
      'Bell Rock: lights, published',
      'Fastnet: lights, published',
    ])

    await page.reload()
    files['/towers.csv'] += 'Heceta Head;17\n'
    await enter('/towers.csv')
    await expect(type).toHaveValue('lights')
    await page.getByRole('button', { name: 'Check first' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Import 1 object' })).toBeVisible()
  })
})
