import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { getJob } from '@typecase/contract/jobs'
import { type BulkResult, updateObjects } from '@typecase/contract/objects'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  addManyObjects,
  addOneObject,
  addType,
  readOneObject,
} from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [], { localization: true })
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const slugOf = async (id: string) => (await readOneObject(server, owner, id)).slug
const slugsOf = (ids: readonly string[]) => Promise.all(ids.map(slugOf))

const update = async (updates: { object_id: string; data: object; rev?: number }[], more = {}) =>
  (await server.call(updateObjects, { body: { slug: slug(), updates, ...more } }, owner)).ok()

/** Replaces text in slugs, and waits for the job if there is one. */
async function replace(body: object): Promise<BulkResult> {
  const all = { slug: slug(), find: 'old', replace: 'new', fields: ['slug'], ...body }
  const answer = (await server.send(searchAndReplace, { body: all }, owner)).ok() as BulkResult
  return answer.job ? await end(answer.job.id) : answer
}

async function end(job_id: string): Promise<BulkResult> {
  const job = await waitFor(
    async () => (await server.call(getJob, { query: { job_id } }, owner)).ok().job,
    ({ status }) => status !== 'queued' && status !== 'running',
  )
  expect(job).toMatchObject({ status: 'done' })
  return { ...(job.result as BulkResult), change_set_id: job.change_set_id }
}

async function undo(change_set_id: string | null | undefined): Promise<void> {
  const body = { slug: slug(), change_set_id: change_set_id ?? '' }
  const { job } = (await server.call(undoChangeSet, { body }, owner)).ok()
  if (job) await end(job.id)
}

/** Adds an object in two locales. */
async function pair(title = 'Old') {
  const en = await addOneObject(server, owner, { type: 'posts', title, slug: 'old', locale: 'en' })
  const data = { type: 'posts', title: 'Alt', slug: 'old', locale: 'de', status: 'published' }
  return { en, de: await addOneObject(server, owner, data) }
}

/** Adds many objects in two locales. */
async function pairs(count: number) {
  const inLocale = (locale: string) =>
    addManyObjects(server, owner, 'posts', count, (n) => ({ slug: `old-${n}`, locale }))
  return { en: await inLocale('en'), de: await inLocale('de') }
}

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${n}`)

describe('a slug that changes in one locale', () => {
  test('changes in the other locales as drafts, and undo restores them', async () => {
    const { en, de } = await pair()
    const done = await update([{ object_id: en.id, data: { slug: 'new' } }])
    expect(done).toMatchObject({ matched: 1, modified: 1, failed: [] })
    expect(await readOneObject(server, owner, de.id)).toMatchObject({
      slug: 'new',
      status: 'draft',
      main_object_status: 'published',
    })
    await undo(done.change_set_id)
    expect(await slugsOf([en.id, de.id])).toEqual(['old', 'old'])
    expect(await readOneObject(server, owner, de.id)).toMatchObject({ status: 'published' })
  })

  test('changes in an updated object of another locale together with its own update', async () => {
    const { en, de } = await pair()
    const done = await update([
      { object_id: en.id, rev: en.rev, data: { slug: 'new' } },
      { object_id: de.id, rev: de.rev, data: { title: 'Neu' } },
    ])
    expect(done).toMatchObject({ matched: 2, modified: 2, failed: [] })
    expect(await readOneObject(server, owner, de.id)).toMatchObject({ slug: 'new', title: 'Neu' })
    await undo(done.change_set_id)
    expect(await readOneObject(server, owner, de.id)).toMatchObject({ slug: 'old', title: 'Alt' })
    expect(await slugOf(en.id)).toBe('old')
  })

  test('stays if another object has the slug in one of the locales, and the plan says so', async () => {
    const { en, de } = await pair()
    await addOneObject(server, owner, { type: 'posts', title: 'X', slug: 'new', locale: 'de' })
    const updates = [{ object_id: en.id, data: { slug: 'new' } }]
    const planned = await update(updates, { dry_run: true })
    const done = await update(updates)
    expect(done).toMatchObject({ modified: 0, change_set_id: null })
    expect(done.failed?.[0]?.reason).toContain('in de')
    expect(planned.skipped).toMatchObject([{ reason: done.failed?.[0]?.reason, count: 1 }])
    expect(await slugsOf([en.id, de.id])).toEqual(['old', 'old'])
  })

  test('changes in the other locale in a job, which is undone as a whole', async () => {
    const { en, de } = await pairs(150)
    const done = await replace({ object_ids: en })
    expect(done).toMatchObject({ matched: 150, modified: 150 })
    expect(await slugsOf(en)).toEqual(named('new', 150))
    expect(await slugsOf(de)).toEqual(named('new', 150))
    await undo(done.change_set_id)
    expect(await slugsOf(en)).toEqual(named('old', 150))
    expect(await slugsOf(de)).toEqual(named('old', 150))
  })

  test('changes in the other locale in a bulk edit', async () => {
    const { en, de } = await pair()
    const data = { fields: { slug: { op: 'append', value: '-new' } } }
    const body = { slug: slug(), object_ids: [en.id], data }
    const done = (await server.send(bulkEditObjects, { body }, owner)).ok() as BulkResult
    expect(done).toMatchObject({ matched: 1, modified: 1, failed: [] })
    expect(await slugsOf([en.id, de.id])).toEqual(['old-new', 'old-new'])
    await undo(done.change_set_id)
    expect(await slugsOf([en.id, de.id])).toEqual(['old', 'old'])
  })

  test('changes once in a bulk edit of both locales', async () => {
    const { en, de } = await pair()
    const data = { fields: { slug: { op: 'append', value: '-new' } } }
    const body = { slug: slug(), object_ids: [en.id, de.id], data }
    await server.call(bulkEditObjects, { body: body as never }, owner)
    expect(await slugsOf([en.id, de.id])).toEqual(['old-new', 'old-new'])
  })

  test('changes once in a job of both locales, whichever chunk has them', async () => {
    const { en, de } = await pairs(150)
    const done = await replace({ object_ids: [...en, ...de], replace: 'old-old' })
    expect(await slugsOf([...en, ...de])).toEqual([
      ...named('old-old', 150),
      ...named('old-old', 150),
    ])
    await undo(done.change_set_id)
    expect(await slugsOf([...en, ...de])).toEqual([...named('old', 150), ...named('old', 150)])
  })

  test('changes in a job whose query finds both locales', async () => {
    const { en, de } = await pairs(150)
    const done = await replace({ query: { type: 'posts' } })
    expect(await slugsOf([...en, ...de])).toEqual([...named('new', 150), ...named('new', 150)])
    await undo(done.change_set_id)
    expect(await slugsOf([...en, ...de])).toEqual([...named('old', 150), ...named('old', 150)])
  })
})
