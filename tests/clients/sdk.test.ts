import { createBucketClient } from '@cosmicjs/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { COVER, type Library, openLibrary } from './library.ts'

/** @cosmicjs/sdk 1.8.0 as published in the registry. */

interface ContentAnswer {
  id: string
  title: string
  metadata: Record<string, unknown>
}

let library: Library
let cosmic: ReturnType<typeof createBucketClient>
beforeAll(async () => {
  library = await openLibrary()
  cosmic = clientWith(library.owner.bucket.api_access.read_key ?? '')
})
afterAll(() => library.server.remove())

function clientWith(readKey: string) {
  const { apiUrl, owner } = library
  const custom = { apiUrl, uploadUrl: apiUrl }
  return createBucketClient({ bucketSlug: owner.bucket.slug, readKey, custom })
}

/** Chains are thenables, but their types do not say so. `run` converts them to promises. */
interface Chain {
  then: (...sample: never[]) => unknown
}
const run = (chain: Chain): Promise<unknown> => Promise.resolve<unknown>(chain)

async function titlesOf(chain: Chain): Promise<string[]> {
  const { objects } = (await run(chain)) as { objects: ContentAnswer[] }
  return objects.map(({ title }) => title)
}

const books = (query: object = {}) =>
  cosmic.objects.find({ type: 'books', locale: null, ...query }).props('title')

describe('objects.find', () => {
  test('returns published objects in the order of the dashboard, with the total', async () => {
    const answer = await run(cosmic.objects.find({ type: 'books' }))
    expect(answer).toMatchObject({ total: 4, limit: 1000 })
    expect(await titlesOf(books())).toEqual(['Wells', 'Rivers', 'Harbours'])
  })

  test.each([
    [{ 'metadata.year': { $gte: 2000 } }, ['Wells', 'Rivers']],
    [{ 'metadata.topics': 'land' }, ['Rivers']],
    [{ 'metadata.topics': { $in: ['sea'] } }, ['Rivers', 'Harbours']],
    [{ title: { $regex: 'HARB', $options: 'i' } }, ['Harbours']],
    [{ $or: [{ slug: 'wells' }, { slug: 'harbours' }] }, ['Wells', 'Harbours']],
    [{ slug: 'rivers', locale: 'de' }, ['Flüsse']],
  ])('filters by %j', async (query, titles) => {
    expect(await titlesOf(books(query))).toEqual(titles)
  })

  test('supports sort, limit, skip and after', async () => {
    expect(await titlesOf(books().sort('title'))).toEqual(['Harbours', 'Rivers', 'Wells'])
    expect(await titlesOf(books().sort('-metadata.year').limit(1))).toEqual(['Wells'])
    expect(await titlesOf(books().sort('title').limit(1).skip(1))).toEqual(['Rivers'])
    const after = library.ids['Rivers'] ?? ''
    expect(await titlesOf(books().sort('title').after(after))).toEqual(['Wells'])
  })

  test('supports status and useCache', async () => {
    const preview = clientWith(library.owner.bucket.api_access.preview_key)
    const all = () => preview.objects.find({ type: 'books', locale: null }).props('title')
    expect(await titlesOf(all().status('any'))).toEqual([
      'Plans',
      'Wells, again',
      'Rivers',
      'Harbours',
    ])
    expect(await titlesOf(all().status('draft'))).toEqual(['Plans', 'Wells, again'])
    expect(await titlesOf(all())).toEqual(await titlesOf(books()))
    expect(await titlesOf(books().useCache())).toHaveLength(3)
  })

  test('supports depth', async () => {
    const of = (depth: number) =>
      run(cosmic.objects.find({ slug: 'harbours' }).props('metadata').depth(depth))
    expect(await of(0)).toMatchObject({
      objects: [{ metadata: { author: library.ids['Ada'] } }],
    })
    expect(await of(1)).toMatchObject({
      objects: [{ metadata: { author: { title: 'Ada', metadata: { city: 'London' } } } }],
    })
  })

  test('supports props as a list, as an array and as a graph', async () => {
    const find = () => cosmic.objects.find({ slug: 'harbours' })
    const expected = [{ title: 'Harbours', metadata: { year: 1990 } }]
    const list = await run(find().props('title,metadata.year'))
    const array = await run(find().props(['title', 'metadata.year']))
    const graph = await run(
      find().props(`{
        title
        metadata {
          year
          author {
            title
          }
        }
      }`),
    )
    expect(list).toMatchObject({ objects: expected })
    expect(array).toEqual(list)
    expect(graph).toMatchObject({
      objects: [{ title: 'Harbours', metadata: { year: 1990, author: { title: 'Ada' } } }],
    })
  })

  test('options({ media }) adds the requested media properties', async () => {
    const find = () => cosmic.objects.find({ slug: 'harbours' })
    const some = await run(find().options({ media: { props: 'alt_text' } }))
    expect(some).toMatchObject({
      objects: [{ metadata: { cover: { alt_text: 'A harbour at dusk' } } }],
    })
    const all = await run(find().options({ media: { props: 'all' } }))
    expect(all).toMatchObject({
      objects: [{ metadata: { cover: { folder: 'covers', size: 1234 } } }],
    })
  })

  test.each(['alt_text', 'all'])('options({ media }) ignores missing media: %s', async (props) => {
    const find = () => cosmic.objects.find({ slug: 'rivers', locale: null })
    expect(await run(find().options({ media: { props } }))).toMatchObject({
      objects: [{ title: 'Rivers', metadata: { cover: { url: expect.any(String) } } }],
    })
  })
})

describe('objects.findOne', () => {
  test('returns the object that matches a slug or an id', async () => {
    const answer = await run(cosmic.objects.findOne({ type: 'books', slug: 'wells' }))
    expect(answer).toMatchObject({ object: { title: 'Wells', status: 'published' } })
    const id = library.ids['Rivers']
    expect(await run(cosmic.objects.findOne({ id }))).toMatchObject({ object: { id } })
  })
})

describe('a failed request', () => {
  const failureOf = (chain: Chain) =>
    run(chain).then(
      () => 'no failure',
      (reason: unknown) => reason,
    )

  test('rejects with 404 for an empty list, a missing object and missing media', async () => {
    const expected = { status: 404, message: expect.stringContaining('No objects found') }
    expect(await failureOf(cosmic.objects.find({ type: 'none' }))).toMatchObject(expected)
    expect(await failureOf(cosmic.objects.findOne({ slug: 'burnt' }))).toMatchObject(expected)
    expect(await failureOf(cosmic.media.find({ name: 'none' }))).toMatchObject({
      status: 404,
      message: `No media found in bucket '${library.owner.bucket.slug}'`,
    })
  })

  test('rejects with 401 and a message for drafts and revisions with the read key', async () => {
    const expected = { status: 401, message: expect.stringContaining('preview key') }
    for (const status of ['any', 'draft'] as const)
      expect(await failureOf(books().status(status))).toMatchObject(expected)
    const revisions = cosmic.objectRevisions.find(library.ids['Wells'] ?? '')
    expect(await failureOf(revisions)).toMatchObject(expected)
  })

  test('rejects with 401 for a wrong key, 404 for another bucket and 400 for an invalid query', async () => {
    expect(await failureOf(clientWith('wrong').objects.find({}))).toMatchObject({ status: 401 })
    const custom = { apiUrl: library.apiUrl, uploadUrl: library.apiUrl }
    const nowhere = createBucketClient({ bucketSlug: 'x', readKey: 'k', custom })
    expect(await failureOf(nowhere.objects.find({}))).toMatchObject({
      status: 404,
      message: "bucket with slug: 'x' not found",
    })
    expect(await failureOf(cosmic.objects.find({ title: { $where: '1' } }))).toMatchObject({
      status: 400,
    })
  })
})

test('objectTypes.find and findOne return object types', async () => {
  const { object_types } = (await cosmic.objectTypes.find()) as { object_types: ContentAnswer[] }
  expect(object_types).toMatchObject([{ slug: 'authors' }, { slug: 'books' }])
  expect(await cosmic.objectTypes.findOne('books')).toMatchObject({
    object_type: { slug: 'books', metafields: [{ key: 'year', type: 'number' }, {}, {}, {}] },
  })
})

test('objectRevisions.find and findOne return revisions with the preview key', async () => {
  const preview = clientWith(library.owner.bucket.api_access.preview_key)
  const objectId = library.ids['Wells'] ?? ''
  const { revisions } = (await run(preview.objectRevisions.find(objectId))) as {
    revisions: ContentAnswer[]
  }
  expect(revisions).toMatchObject([{ title: 'Wells', object_id: objectId }])
  const revisionId = revisions[0]?.id ?? ''
  const one = await run(preview.objectRevisions.findOne({ objectId, revisionId }))
  expect(one).toMatchObject({ revision: { title: 'Wells' } })
})

test('media.find and findOne return media', async () => {
  const answer = await run(cosmic.media.find({ folder: 'covers' }).props('name,url').limit(5))
  const url = `${library.server.app.settings.PUBLIC_URL}/media/${encodeURIComponent(COVER)}`
  expect(answer).toMatchObject({ media: [{ name: COVER, url }], total: 1 })
  const id = library.ids[COVER]
  expect(await run(cosmic.media.findOne({ id }))).toMatchObject({ media: { name: COVER } })
})

describe('media.insertOne', () => {
  const withKey = (key: string | undefined) => {
    const { apiUrl, owner } = library
    const custom = { apiUrl, uploadUrl: apiUrl }
    const { read_key: readKey } = owner.bucket.api_access
    return createBucketClient({
      bucketSlug: owner.bucket.slug,
      readKey,
      writeKey: key ?? '',
      custom,
    })
  }
  const file = () => ({ buffer: Buffer.from('Title,Year'), originalname: 'Bücher.csv' })

  test('rejects with 401 for an invalid key and 403 for the read key', async () => {
    const { read_key } = library.owner.bucket.api_access
    await expect(withKey('x').media.insertOne({ media: file() })).rejects.toMatchObject({
      status: 401,
    })
    await expect(withKey(read_key).media.insertOne({ media: file() })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('adds a file that is found by its name and served with its bytes', async () => {
    const client = withKey(library.owner.bucket.api_access.write_key)
    const { media } = (await client.media.insertOne({
      media: file(),
      folder: 'tables',
      metadata: { rights: 'ours' },
      trigger_webhook: true,
    })) as { media: { id: string; name: string; url: string } }
    expect(media).toMatchObject({
      name: `${media.id}-Bucher.csv`,
      original_name: 'Bücher.csv',
      type: 'text/csv',
      folder: 'tables',
      metadata: { rights: 'ours' },
    })
    const result = (await run(cosmic.media.find({ name: media.url.split('/').at(-1) }))) as object
    expect(result).toMatchObject({ media: [{ id: media.id }] })
    const { pathname } = new URL(media.url)
    const bytes = await fetch(new URL(pathname, library.apiUrl))
    expect(await bytes.text()).toBe('Title,Year')
  })
})
