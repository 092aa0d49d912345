import type { CmsObject } from '@typecase/contract/objects'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'notes', type: 'markdown' },
    { key: 'seo', type: 'parent', children: [{ key: 'description', title: 'D', type: 'text' }] },
    {
      key: 'steps',
      type: 'repeater',
      repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
    },
  ])
})

const call = (body: object) =>
  server.send(searchAndReplace, { body: { slug: owner.bucket.slug, ...body } }, owner)

// The type of this endpoint's successful response.
const run = async (body: object) => (await call(body)).ok() as SearchAndReplaceResult
const dryRun = (body: object) => run({ ...body, dry_run: true })

const add = (metadata: object, more: object = {}): Promise<CmsObject> =>
  addOneObject(server, owner, { type: 'posts', title: 'Post', metadata, ...more })
const read = (id: string) => readOneObject(server, owner, id)

describe('the facets of a dry run', () => {
  const body = { find: 'old', replace: 'new' }

  test('count matches by field, locale and type', async () => {
    await add({ notes: 'old old', steps: [{ text: 'old' }, { text: 'old' }] }, { locale: 'de' })
    await add({ seo: { description: 'old' } }, { title: 'Old' })
    const { facets = [] } = await dryRun(body)
    const counts = facets.map(({ by, values }) => [
      by,
      values.map((v) => [v.value, v.label, v.count]),
    ])
    expect(Object.fromEntries(counts)).toEqual({
      field: [
        ['metadata.notes', 'notes', 2],
        ['metadata.steps', 'steps', 2],
        ['title', 'Title', 1],
        ['metadata.seo.description', 'seo › D', 1],
      ],
      locale: [
        ['de', 'de', 4],
        ['', 'No locale', 2],
      ],
      type: [['posts', 'posts', 6]],
    })
  })

  test('can be excluded, and an unknown field is refused', async () => {
    const post = await add({ notes: 'old', steps: [{ text: 'old' }] }, { locale: 'de' })
    await add({ notes: 'old' })
    const { sample = [] } = await dryRun({ ...body, object_ids: [post.id] })
    const exclude = sample.filter(({ field }) => field !== 'metadata.notes').map((m) => m.match_id)
    // Excluding the same match in two ways is allowed.
    const without = { ...body, exclude, exclude_fields: ['metadata.steps'], exclude_locales: [''] }
    expect(await dryRun(without)).toMatchObject({ matches: 1, modified: 1, skipped: [] })
    expect(await run(without)).toMatchObject({ modified: 1, failed: [] })
    expect((await read(post.id)).metadata).toMatchObject({ notes: 'new', steps: [{ text: 'old' }] })
    const unknown = (await call({ ...body, exclude_fields: ['metadata.none'] })).error()
    expect(unknown.details).toMatchObject([{ path: 'exclude_fields.0', rule: 'unknown_key' }])
  })
})
