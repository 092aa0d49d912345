import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { listJobs } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'

import { hasTateSet, importFile, importTateSet, tateArtworks } from '../bench/tate-set.ts'
import { call } from './fixtures/api.ts'
import { answer, choose } from './fixtures/palette.ts'
import { type Owner, signUpOwner } from './fixtures/people.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, signInOnPage, test } from './fixtures/test.ts'

/** Number of artworks to generate if the collection is not next to the repository. */
const GENERATED = 3000
const DRAFTS = 200

interface Artwork {
  title: string
  medium: string | null
}

const dataDir = mkdtempSync(join(tmpdir(), 'typecase-e2e-'))
const artworks = hasTateSet() ? tateArtworks() : generatedArtworks()
let server: RunningServer
let owner: Owner

test.describe.configure({ mode: 'serial', timeout: 900_000 })

test.beforeAll(async () => {
  // A hook has a separate timeout: the whole collection is imported here.
  test.setTimeout(900_000)
  server = await startServer({ dataDir })
  owner = await signUpOwner(server, 'curator')
  const { slug } = owner.bucket
  if (hasTateSet()) await importTateSet(server.url, slug, owner.token)
  else await importRows('artworks', 'published', 'medium', artworks)
  const labels = Array.from({ length: DRAFTS }, (_, n) => ({ title: `Label ${n}`, room: `${n}` }))
  await importRows('labels', 'draft', 'room', labels)
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test('a word in the medium of all artworks is replaced except for two matches, and undo reverts it', async ({
  page,
}) => {
  await signInOnPage(page, server.url, owner.token)
  const dialog = page.getByRole('dialog')
  const before = artworks.filter(({ medium }) => /graphite/i.test(medium ?? '')).length
  expect(await published('graphite')).toBe(before)
  expect(await published('plumbago')).toBe(0)

  await page.goto(`${server.url}/${owner.bucket.slug}/objects?query={"type":"artworks"}`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  await choose(page, 'find and rep', 'Find and replace…')
  await expect(dialog.getByRole('option').first()).toContainText('in this list')
  await page.keyboard.press('Enter')
  await answer(page, 'Text to find', 'graphite')
  await answer(page, /New text/, 'plumbago')
  await expect(dialog.getByRole('option', { name: /Medium/ })).toBeVisible()
  await page.keyboard.type('medium')
  await expect(dialog.getByRole('option').first()).toContainText('Medium')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')

  const label = (count: number) => count.toLocaleString('en')
  await expect(dialog).toContainText(`in ${label(before)} objects`, { timeout: 60_000 })
  const matches = dialog.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')
  await expect(matches.first()).toBeFocused()
  await page.keyboard.press('p')
  await expect(dialog.getByRole('radio', { name: /Published versions too/ })).toBeChecked()
  await page.keyboard.press('x')
  await expect(matches.first()).toContainText('left out by you')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(dialog.getByText('left out by you')).toHaveCount(2)
  await page.keyboard.press('Enter')

  const tray = page.getByRole('region', { name: 'Running jobs' })
  // The plan is applied as soon as all matches are counted.
  await expect(tray).toBeVisible({ timeout: 60_000 })
  await expect(notifications(page)).toContainText(/Replaced “graphite” in [\d,]+ objects\./, {
    timeout: 300_000,
  })
  // Two matches are left, in one object or in two.
  const publishedCount = await published('graphite')
  expect([1, 2]).toContain(publishedCount)
  expect(await published('plumbago')).toBeGreaterThanOrEqual(before - 2)

  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('dialog')).toContainText('Undo: Replace “graphite”')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(tray.getByText('Undo this change')).toBeVisible()
  await expect(tray.getByRole('progressbar')).toHaveCount(1)
  await expect(notifications(page)).toContainText(/Restored [\d,]+ objects\./, { timeout: 300_000 })
  expect(await published('graphite')).toBe(before)
  expect(await published('plumbago')).toBe(0)
})

test('a plan of all artworks scrolls to its last row and leaves it out', async ({ page }) => {
  await signInOnPage(page, server.url, owner.token)
  const dialog = page.getByRole('dialog')
  const apply = dialog.getByRole('button', { name: 'Apply' })
  const row = (index: number) => dialog.locator(`tr[data-position="${index}"]`)
  const label = (count: number) => `Apply to ${count.toLocaleString('en')}`
  await page.goto(`${server.url}/${owner.bucket.slug}/objects?query={"type":"artworks"}`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  await choose(page, 'unpublish', 'Unpublish')
  await expect(dialog.getByRole('option').first()).toContainText('in this list')
  await page.keyboard.press('Enter')
  await expect(apply).toContainText(label(artworks.length), { timeout: 60_000 })
  await expect(row(0)).toBeFocused()
  await page.keyboard.press('End')
  const last = row(artworks.length - 1)
  await expect(last).toBeFocused()
  await expect(last).toContainText('Published')
  await expect(last).toBeInViewport({ ratio: 0.9 })
  expect(await page.locator('*').count()).toBeLessThan(1500)
  await page.keyboard.press('x')
  await expect(last).toContainText('left out by you')
  await expect(apply).toContainText(label(artworks.length - 1))
  await page.keyboard.press('Escape')
})

test('200 filtered drafts are published once each although the server is killed during the job', async ({
  page,
}) => {
  await signInOnPage(page, server.url, owner.token)
  await page.goto(`${server.url}/${owner.bucket.slug}/objects?query={"type":"labels"}`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Filter', exact: true })).toBeFocused()
  await page.keyboard.type('status is draft')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${DRAFTS} objects`)).toBeVisible()

  await choose(page, 'publish', 'Publish')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('option').first()).toContainText(`all ${DRAFTS} in this list`)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`Publish ${DRAFTS} objects`)
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(new RegExp(`${DRAFTS}`))
  await expect(dialog.locator('tr[data-position="0"]')).toBeFocused()
  const accepted = page.waitForResponse((response) => response.status() === 202, {
    timeout: 30_000,
  })
  await page.keyboard.press('Enter')
  // This waits for the body, because a page without the job's id cannot follow the job.
  await (await accepted).finished()
  await server.kill()
  const { port } = new URL(server.url)
  server = await startServer({ dataDir, port: Number(port) })

  await expect(notifications(page)).toContainText(`Published ${DRAFTS} objects.`, {
    timeout: 60_000,
  })
  const { slug } = owner.bucket
  const query = { slug, query: JSON.stringify({ type: 'labels' }), limit: 1000 }
  const { objects } = await call(server.url, listObjects, { query }, owner.token)
  expect(objects.map(({ object }) => [object.status, object.rev])).toEqual(
    Array.from({ length: DRAFTS }, () => ['published', 2]),
  )
  const { jobs } = await call(server.url, listJobs, { query: { slug, limit: 1 } }, owner.token)
  expect(jobs).toMatchObject([
    { kind: 'objects.publish', status: 'done', total: DRAFTS, done: DRAFTS },
  ])
  const sets = await call(server.url, listChangeSets, { query: { slug, limit: 1 } }, owner.token)
  const [set] = sets.change_sets
  expect(set).toMatchObject({ count: DRAFTS, job_id: jobs[0]?.id })
  const input = { slug, change_set_id: set?.id ?? '', limit: 1000 }
  const { changes } = await call(server.url, getChangeSet, { query: input }, owner.token)
  expect(new Set(changes.map(({ object_id }) => object_id)).size).toBe(DRAFTS)
})

/** Counts the published artworks with a word in their medium, as a site reads them. */
async function published(word: string): Promise<number> {
  const { slug, api_access } = owner.bucket
  const query = { type: 'artworks', 'metadata.medium': { $regex: word, $options: 'i' } }
  const url = new URL(`/v3/buckets/${slug}/objects`, server.url)
  url.searchParams.set('read_key', api_access.read_key ?? '')
  url.searchParams.set('query', JSON.stringify(query))
  url.searchParams.set('props', 'id')
  url.searchParams.set('limit', '1')
  const answer = await fetch(url)
  if (answer.status === 404) return 0
  const { total } = (await answer.json()) as { total: number }
  return total
}

/** Imports objects with a title and one text field. */
async function importRows(
  name: string,
  status: 'draft' | 'published',
  key: string,
  rows: readonly object[],
): Promise<void> {
  const file = join(dataDir, `${name}.ndjson`)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  const columns = [
    { from: 'title', to: 'title' },
    { from: key, to: `metadata.${key}`, type: 'text' },
  ]
  const mapping = { format: 'ndjson' as const, object_type: name, status, columns }
  await importFile(server.url, owner.bucket.slug, owner.token, file, mapping)
}

function generatedArtworks(): Artwork[] {
  const media = ['Graphite on paper', 'Oil paint on canvas', 'Watercolour and graphite', null]
  return Array.from({ length: GENERATED }, (_, n) => ({
    title: `Work ${n}`,
    medium: media[n % media.length] ?? null,
  }))
}
