import { undoChangeSet } from '@typecase/contract/change-sets'
import { cancelJob, getJob } from '@typecase/contract/jobs'
import { type CmsObject, updateObject } from '@typecase/contract/objects'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  addManyObjects,
  addOneObject,
  addType,
  type FieldGiven,
  readOneObject,
} from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

const fields: FieldGiven[] = [
  { key: 'summary', type: 'text', maxlength: 20 },
  { key: 'body', type: 'html-textarea' },
  { key: 'notes', type: 'markdown' },
  { key: 'data', type: 'json' },
  { key: 'price', type: 'number' },
  { key: 'code', type: 'text', unique: true },
  { key: 'tags', type: 'multi-select', options: ['red', 'green', 'blue'] },
  { key: 'kind', type: 'select-dropdown', options: [{ key: 'a', value: 'Alpha' }] },
  { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
  {
    key: 'steps',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
  },
]

beforeAll(async () => {
  server = await startTestServer()
  contributor = await addPerson(server)
})
afterAll(() => server.remove())

beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'posts', fields)
  await addType(server, owner, 'plain', [{ key: 'note', type: 'text' }])
})

const call = (body: object, by: { token?: string } = owner) =>
  server.send(searchAndReplace, { body: { slug: owner.bucket.slug, ...body } }, by)

// The success of this endpoint.
const run = async (body: object, by: Person = owner) =>
  (await call(body, by)).ok() as SearchAndReplaceResult

const dryRun = (body: object) => run({ ...body, dry_run: true })

const add = (metadata: object = {}, more: object = {}, by: Person = owner) =>
  addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more }, by)

const read = (id: string) => readOneObject(server, owner, id)

const refusals = async (body: object) =>
  (await call(body)).error().details?.map(({ path, rule }) => [path, rule])

/** Why the one object that is there cannot be changed so; it stays as it is. */
async function reasonFor(object: CmsObject, body: object): Promise<string | undefined> {
  const planned = await dryRun(body)
  const result = await run(body)
  expect(result).toMatchObject({ modified: 0, change_set_id: null })
  expect(await read(object.id)).toEqual(object)
  const [failed] = result.failed ?? []
  expect(planned.skipped).toEqual([{ reason: failed?.reason, count: 1, ids: [object.id] }])
  return failed?.reason
}

const jobEnd = (id = '') =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
  )

describe('refuses', () => {
  const body = { find: 'old', replace: 'new' }

  test('who is not signed in, or not of the bucket', async () => {
    const object = await add({ summary: 'old' })
    for (const more of [{}, { dry_run: true }]) {
      expect((await call({ ...body, ...more }, {})).status).toBe(401)
      expect((await call({ ...body, ...more }, stranger)).status).toBe(404)
    }
    expect(await read(object.id)).toEqual(object)
  })

  test('contributors what others made, and leaves drafts of what they replace in', async () => {
    const theirs = await add({ summary: 'old' })
    const own = await add({ summary: 'old' }, {}, contributor)
    const result = await run(body, contributor)
    expect(result).toMatchObject({
      modified: 1,
      failed: [{ object_id: theirs.id, reason: expect.stringContaining('contributor') }],
    })
    expect(await read(theirs.id)).toEqual(theirs)
    expect(await read(own.id)).toMatchObject({ status: 'draft', metadata: { summary: 'new' } })
    const undo = { slug: owner.bucket.slug, change_set_id: result.change_set_id ?? '' }
    expect((await server.call(undoChangeSet, { body: undo }, contributor)).ok()).toMatchObject({
      restored: 1,
    })
  })

  test('another bucket’s objects, as if they were not there', async () => {
    await addType(server, stranger, 'posts', fields)
    const theirs = await addOneObject(server, stranger, { type: 'posts', title: 'old' })
    const result = await run({ ...body, object_ids: [theirs.id] })
    expect(result).toMatchObject({ matched: 0, failed: [{ object_id: theirs.id, title: '' }] })
    expect(await dryRun(body)).toMatchObject({ matches: 0, matched_objects: 0, sample: [] })
    expect((await readOneObject(server, stranger, theirs.id)).title).toBe('old')
  })

  test('what cannot be looked for or put in its place, by path and rule', async () => {
    await add({ summary: 'old' })
    const paths = async (more: object) => (await refusals({ ...body, ...more }))?.[0]?.[0]
    expect(await paths({ find: '' })).toBe('find')
    expect(await paths({ find: 'a'.repeat(1001) })).toBe('find')
    expect(await refusals({ find: '(', replace: '', match: { regex: true } })).toEqual([
      ['find', 'regex'],
    ])
    expect(await paths({ find: 'a(?=b)', match: { regex: true } })).toBe('find')
    expect(await paths({ find: '(a)', replace: '$2', match: { regex: true } })).toBe('replace')
    expect(await paths({ match: { fuzzy: true } })).toBe('match.fuzzy')
    expect(await paths({ exclude: ['1.2'] })).toBe('exclude.0')
    expect(await paths({ object_ids: [], query: {} })).toBe('object_ids')
    expect(await paths({ query: { limit: 3 } })).toBe('query.limit')
    expect(await refusals({ ...body, sample_skip: 5 })).toEqual([['sample_skip', 'scope']])
    expect(await paths({ dry_run: true, sample_limit: 1001 })).toBe('sample_limit')
  })

  test('fields that no type in scope has, or that hold no text', async () => {
    const { id } = await add({ summary: 'old' })
    await addOneObject(server, owner, { type: 'plain', title: 'Plain' })
    const unknown = ['metadata.nothing', 'metadata.price', 'metadata.seo.nothing']
    const wrong = [...unknown, 'metadata.summary.text', 'metadata.steps.text', 'metadata.tags.red']
    expect(await refusals({ ...body, fields: ['title', ...wrong] })).toEqual(
      wrong.map((_, n) => [`fields.${n + 1}`, 'unknown_key']),
    )
    expect(await refusals({ ...body, object_ids: [id], fields: ['metadata.note'] })).toEqual([
      ['fields.0', 'unknown_key'],
    ])
    expect((await refusals({ ...body, fields: ['status'] }))?.[0]?.[0]).toBe('fields.0')
    const known = ['metadata.note', 'metadata.seo.description', 'metadata.steps.0.text']
    expect(
      await dryRun({ ...body, fields: [...known, 'metadata.data.any', 'slug'] }),
    ).toMatchObject({
      matches: 0,
    })
  })
})

describe('replaces', () => {
  test('in every kind of text, and leaves all else as it is', async () => {
    const before = {
      summary: 'old',
      body: '<p class="old">An <b>old</b> tale &amp; more</p>',
      notes: '# old',
      data: { old: ['old', { deep: 'old' }], n: 1 },
      price: 5,
      code: 'old-1',
      tags: ['red'],
      kind: 'Alpha',
      seo: { description: 'old' },
      steps: [{ text: 'one' }, { text: 'old' }],
    }
    const post = await add(before, { title: 'The old one', content: '<i title="old">old</i>' })
    const result = await run({ find: 'old', replace: 'new & <u>' })
    expect(result).toMatchObject({ matched: 1, modified: 1, failed: [] })
    expect(await read(post.id)).toMatchObject({
      title: 'The new & <u> one',
      slug: 'the-old-one',
      content: '<i title="old">new &amp; &lt;u&gt;</i>',
      metadata: {
        ...before,
        kind: { key: 'a', value: 'Alpha' },
        summary: 'new & <u>',
        body: '<p class="old">An <b>new &amp; &lt;u&gt;</b> tale &amp; more</p>',
        notes: '# new & <u>',
        data: { old: ['new & <u>', { deep: 'new & <u>' }], n: 1 },
        code: 'new & <u>-1',
        seo: { description: 'new & <u>' },
        steps: [{ text: 'one' }, { text: 'new & <u>' }],
      },
    })
  })

  test('in markup only where that is asked for', async () => {
    const post = await add({ body: '<p class="old">text</p>' })
    const body = { find: 'old', replace: 'new' }
    expect(await run(body)).toMatchObject({ modified: 0, unchanged: 1 })
    expect(await run({ ...body, in_markup: true })).toMatchObject({ modified: 1 })
    expect((await read(post.id)).metadata['body']).toBe('<p class="new">text</p>')
  })

  test('choices by other choices', async () => {
    const post = await add({ tags: ['red', 'blue'] })
    await run({ find: 'red', replace: 'green', fields: ['metadata.tags'] })
    expect((await read(post.id)).metadata['tags']).toEqual(['green', 'blue'])
    await run({ find: 'green', replace: 'blue' })
    expect((await read(post.id)).metadata['tags']).toEqual(['blue'])
    expect(await reasonFor(await read(post.id), { find: 'blue', replace: 'pink' })).toContain(
      'tags',
    )
  })

  test('case, words, groups of patterns and the case of what was there', async () => {
    const turner = 'Turner turner TURNER turners'
    const post = await add({ notes: turner })
    const replaced = async (body: object) => {
      const { change_set_id } = await run(body)
      const { notes } = (await read(post.id)).metadata
      const undo = { slug: owner.bucket.slug, change_set_id: change_set_id ?? '' }
      ;(await server.call(undoChangeSet, { body: undo }, owner)).ok()
      return notes
    }
    const body = { find: 'turner', replace: 'rothko' }
    expect(await replaced(body)).toBe('rothko rothko rothko rothkos')
    expect(await replaced({ ...body, match: { case: true } })).toBe('Turner rothko TURNER rothkos')
    expect(await replaced({ ...body, match: { whole_word: true, preserve_case: true } })).toBe(
      'Rothko rothko ROTHKO turners',
    )
    const pattern = {
      find: '(?P<head>[tT]ur)(ner)s?\\b',
      replace: '$2-${head}',
      match: { regex: true, case: true },
    }
    expect(await replaced(pattern)).toBe('ner-Tur ner-tur TURNER ner-tur')
    expect((await read(post.id)).metadata['notes']).toBe(turner)
  })

  test('slugs only where they are named', async () => {
    const post = await add({}, { title: 'Old post' })
    await run({ find: 'old', replace: 'new', match: { preserve_case: true } })
    expect(await read(post.id)).toMatchObject({ title: 'New post', slug: 'old-post' })
    await run({ find: 'old', replace: 'new', fields: ['slug'] })
    expect(await read(post.id)).toMatchObject({ title: 'New post', slug: 'new-post' })
  })

  test('in what is public, and in a draft over it without publishing that', async () => {
    const live = await add({ summary: 'old' }, { status: 'published' })
    const over = await add({ summary: 'older' }, { status: 'published' })
    const data = { status: 'draft', metadata: { summary: 'old' } }
    const update = { slug: owner.bucket.slug, object_id: over.id, data }
    ;(await server.send(updateObject, { body: update }, owner)).ok()
    const draft = await add({ summary: 'old' })
    await run({ find: 'old', replace: 'new', match: { whole_word: true } })
    expect(await read(live.id)).toMatchObject({
      status: 'published',
      published_at: live.published_at,
      metadata: { summary: 'new' },
    })
    expect(await read(draft.id)).toMatchObject({ status: 'draft', main_object_status: 'draft' })
    expect(await read(over.id)).toMatchObject({
      status: 'draft',
      main_object_status: 'published',
      metadata: { summary: 'new' },
    })
    const published = await server.app.db.read
      .selectFrom('published_objects')
      .select('metadata')
      .where('id', '=', over.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(published.metadata)).toEqual({ summary: 'older' })
  })

  test('only the matches and objects that are not left out', async () => {
    const [a, b] = [await add({ notes: 'old old old' }), await add({ notes: 'old' })]
    const c = await add({ notes: 'old' })
    const body = { find: 'old', replace: 'new' }
    const { sample = [] } = await dryRun({ ...body, object_ids: [a.id] })
    expect(sample.map(({ start }) => start)).toEqual([0, 4, 8])
    const exclude = [sample[1]?.match_id]
    expect(await run({ ...body, exclude, exclude_ids: [c.id] })).toMatchObject({ modified: 2 })
    const notes = async ({ id }: CmsObject) => (await read(id)).metadata['notes']
    expect([await notes(a), await notes(b), await notes(c)]).toEqual(['new old new', 'new', 'old'])
    const gone = await reasonFor(await read(a.id), {
      ...body,
      exclude: [sample[0]?.match_id],
      object_ids: [a.id],
    })
    expect(gone).toContain('left out is gone')
  })
})

describe('leaves out with the reason', () => {
  test('what would break a rule of its field', async () => {
    const post = await add({ summary: 'Nineteen characters' })
    expect(await reasonFor(post, { find: 'characters', replace: 'characters and' })).toContain(
      'summary must be at most 20 characters',
    )
    expect(await reasonFor(post, { find: '^Post$', replace: ' ', match: { regex: true } })).toBe(
      'title is a required field',
    )
    expect(await reasonFor(post, { find: 'post', replace: 'a b', fields: ['slug'] })).toContain(
      'slug must be a slug',
    )
  })

  test('what is taken: unique values and slugs', async () => {
    const first = await add({ code: 'one-x' })
    const second = await add({ code: 'two-x' })
    const body = { find: 'one|two', replace: 'same', match: { regex: true } }
    const planned = await dryRun({ ...body, object_ids: [first.id, second.id] })
    expect(planned).toMatchObject({ matches: 2, modified: 1, skipped: [{ ids: [second.id] }] })
    expect(await run({ ...body, object_ids: [first.id, second.id] })).toMatchObject({
      modified: 1,
      failed: [{ object_id: second.id, reason: expect.stringContaining('code must be unique') }],
    })
    const third = await add({}, { title: 'Other' })
    const slug = { find: 'other', replace: 'post', fields: ['slug'] }
    expect(await reasonFor(third, slug)).toContain('slug must be unique')
  })
})

describe('a dry run', () => {
  const body = { find: 'old', replace: 'new' }

  test('shows each match and changes nothing', async () => {
    const post = await add({ seo: { description: 'An old one' } }, { title: 'Old' })
    await add()
    const { sample, version, facets: _, ...counts } = await dryRun(body)
    expect(counts).toEqual({
      matched: 2,
      modified: 1,
      unchanged: 1,
      skipped: [],
      is_reversible: true,
      estimated_ms: expect.any(Number),
      matched_objects: 1,
      matches: 2,
      truncated: false,
    })
    expect(sample).toEqual([
      {
        object_id: post.id,
        title: 'Old',
        match_id: expect.stringMatching(/^[0-9a-f]{24}\.[0-9a-f]{16}$/),
        field: 'title',
        label: 'Title',
        before: 'Old',
        after: 'new',
        start: 0,
        end: 3,
      },
      expect.objectContaining({
        field: 'metadata.seo.description',
        label: 'seo › D',
        before: 'An old one',
        after: 'An new one',
        start: 3,
        end: 6,
      }),
    ])
    expect(await read(post.id)).toEqual(post)
    expect(version).toEqual(expect.any(Number))
  })

  test('pages through all matches in order, kept or not', async () => {
    await addManyObjects(server, owner, 'posts', 150, (n) => ({
      title: n % 3 === 0 ? 'None' : `Object ${n}`,
      metadata: JSON.stringify({ notes: 'old '.repeat(n % 3) }),
    }))
    const whole = await dryRun({ ...body, sample_limit: 1000 })
    expect(whole).toMatchObject({ matched_objects: 100, matches: 150, truncated: false })
    const ids = (result: SearchAndReplaceResult) => result.sample?.map(({ match_id }) => match_id)
    expect(new Set(ids(whole)).size).toBe(150)
    for (const skip of [0, 1, 7, 64, 149, 150, 500]) {
      const page = { sample_skip: skip, sample_limit: 40 }
      const kept = await dryRun({ ...body, ...page, sample_version: whole.version })
      expect(ids(kept)).toEqual(ids(whole)?.slice(skip, skip + 40))
      expect(kept).toMatchObject({ matched: 150, modified: 100, matches: 150 })
      expect(kept.truncated).toBe(skip + 40 < 150)
      const quick = await dryRun({ ...body, ...page, is_quick: true, match: { case: true } })
      expect(ids(quick)).toEqual(ids(whole)?.slice(skip, skip + 40))
    }
    // The longest answer is no longer than asked for.
    expect((await dryRun({ ...body, match: { case: false } })).sample).toHaveLength(150)
  })

  test('says when the bucket has changed since', async () => {
    const post = await add({ notes: 'old old' })
    const { version } = await dryRun(body)
    await add({ notes: 'old' })
    const stale = await call({ ...body, dry_run: true, sample_skip: 1, sample_version: version })
    expect(stale.error()).toMatchObject({ status: 412, code: 'stale' })
    expect(await dryRun({ ...body, sample_skip: 1 })).toMatchObject({ matches: 3 })
    await run({ ...body, object_ids: [post.id] })
    expect(await dryRun(body)).toMatchObject({ matches: 1 })
  })

  test('that is quick stops at the first matches', async () => {
    await addManyObjects(server, owner, 'posts', 1000, () => ({ title: 'old' }))
    const quick = await dryRun({ ...body, is_quick: true, sample_limit: 10 })
    expect(quick).toMatchObject({ truncated: true, is_partial: true })
    expect(quick.sample).toHaveLength(10)
    expect(quick.matched).toBeLessThan(1000)
    const whole = await dryRun(body)
    expect(whole).toMatchObject({ matches: 1000, truncated: true })
    expect(whole.sample).toHaveLength(200)
    expect(await dryRun({ ...body, is_quick: true })).toMatchObject({ matches: 1000 })
  })
})

describe('more than a hundred objects', () => {
  const body = { find: 'old', replace: 'new' }

  test('are a job, which can be undone', async () => {
    const ids = await addManyObjects(server, owner, 'posts', 250, (n) => ({
      metadata: JSON.stringify({ summary: n === 7 ? 'old '.repeat(5) : 'old', notes: 'o' }),
    }))
    const before = await read(ids[0] ?? '')
    const [left] = (await dryRun({ ...body, object_ids: [ids[3]] })).sample ?? []
    const answer = await call({ ...body, replace: 'newer', exclude: [left?.match_id] })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as SearchAndReplaceResult
    expect(job).toMatchObject({
      kind: 'objects.searchAndReplace',
      title: 'Replace “old” with “newer” in 250 objects',
    })
    const end = await jobEnd(job?.id)
    expect(end).toMatchObject({
      status: 'done',
      failed: 1,
      result: { matched: 250, modified: 248 },
    })
    expect(end.errors).toMatchObject([{ object_id: ids[7] }])
    expect((await read(ids[3] ?? '')).metadata['summary']).toBe('old')
    expect((await read(ids[0] ?? '')).metadata['summary']).toBe('newer')

    const undo = { slug: owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
    const undone = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
    expect(await jobEnd(undone.job?.id)).toMatchObject({ status: 'done', done: 248 })
    expect((await read(ids[0] ?? '')).metadata).toEqual(before.metadata)
  })

  test('that a dry run has seen are gone through only where there is a match', async () => {
    const ids = await addManyObjects(server, owner, 'posts', 300, (n) => ({
      title: n < 20 ? 'old' : 'young',
    }))
    await dryRun(body)
    expect(await run(body)).toMatchObject({ matched: 20, modified: 20, failed: [] })
    const titles = await Promise.all([0, 19, 20].map(async (n) => (await read(ids[n] ?? '')).title))
    expect(titles).toEqual(['new', 'new', 'young'])
  })

  test('stop after a chunk when the job is cancelled; what was done can be undone', async () => {
    await addManyObjects(server, owner, 'posts', 2000, () => ({ title: 'old' }))
    const { job } = await run(body)
    await server.call(cancelJob, { body: { job_id: job?.id ?? '' } }, owner)
    const end = await jobEnd(job?.id)
    const { matches = 0 } = await dryRun(body)
    expect(end.done).toBe(2000 - matches)
    if (end.change_set_id === null) return
    const undo = { slug: owner.bucket.slug, change_set_id: end.change_set_id }
    const undone = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
    if (undone.job) await jobEnd(undone.job.id)
    expect(await dryRun(body)).toMatchObject({ matches: 2000 })
  })
})
