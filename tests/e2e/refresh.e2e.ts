import { getBucket } from '@typecase/contract/buckets'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'

import { endOf } from '../bench/bulk-work.ts'
import { call } from './fixtures/api.ts'
import { addArtworks } from './fixtures/content.ts'
import { objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'

const OBJECTS = 4000
const JOBS = 4

/** The requests of a list and its frame: the page of rows, the bucket, and its jobs. */
const READS = ['/objects/list', '/buckets/get', '/jobs/list']

test('an open list limits its requests while jobs change the bucket, and shows the final state', async ({
  server,
  owner,
  ownerPage: page,
}) => {
  test.setTimeout(180_000)
  const { token } = owner
  const { slug } = owner.bucket
  await addArtworks(server, owner, OBJECTS, 'draft')
  const versionNow = async () =>
    (await call(server.url, getBucket, { query: { slug } }, token)).bucket.version

  // The stream does not report changes from before it opened.
  const listening = page.waitForResponse(/\/events\?/)
  await page.goto(`/${slug}/objects?query={"type":"artworks"}&limit=10`)
  await expect(objectRows(page)).toHaveCount(10)
  await listening

  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (READS.some((path) => pathname.endsWith(path))) requests.push(pathname)
  })
  const before = await versionNow()
  const start = performance.now()
  for (let job = 1; job <= JOBS; job += 1) {
    const title = { op: 'set' as const, value: `Named by job ${job}` }
    const body = { slug, query: { type: 'artworks' }, data: { fields: { title } } }
    await endOf({ server, slug, token }, await call(server.url, bulkEditObjects, { body }, token))
  }
  await expect(objectRows(page).filter({ hasText: `Named by job ${JOBS}` })).toHaveCount(10)
  const seconds = (performance.now() - start) / 1000

  const changes = (await versionNow()) - before
  expect(changes).toBeGreaterThan(40)
  // The first refresh is immediate, and the page may still be reading.
  expect(requests.length).toBeLessThanOrEqual(2 * seconds + 2 * READS.length)
  await expect(
    page.getByRole('region', { name: 'Running jobs' }).getByRole('progressbar'),
  ).toHaveCount(0)
})

test('an object type does not shift when its preview loads late', async ({
  ownerPage: page,
  owner,
}) => {
  await page.addInitScript(() => {
    let moved = 0
    const add = (entries: PerformanceEntryList) => {
      // Entries of type `layout-shift`, which TypeScript does not know.
      for (const entry of entries as unknown as { value: number }[]) moved += entry.value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      movedSoFar() {
        add(observer.takeRecords())
        return moved
      },
    })
  })
  // The code of the preview loads last.
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/form-preview-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`/${owner.bucket.slug}/object-types/authors`)
  await expect(page.getByRole('status', { name: 'Loading preview' })).toBeVisible()
  const before = await page.evaluate('movedSoFar()')
  gate.resolve()
  await expect(page.locator('[aria-label="Preview"] [inert]')).toBeVisible()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(Number(await page.evaluate('movedSoFar()')) - Number(before)).toBeLessThan(0.01)
})
