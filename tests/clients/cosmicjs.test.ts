import { createRequire } from 'node:module'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { COVER, type Library, openLibrary } from './library.ts'

/** cosmicjs 5.0.5 as published in the registry; its types declare nothing. */
interface Chain extends PromiseLike<unknown> {
  props(props: string): Chain
  status(status: string): Chain
  sort(sort: string): Chain
  limit(limit: number): Chain
  depth(depth: number): Chain
}
interface BucketClient {
  objects: { find(query?: object): Chain; findOne(query: { id: string | undefined }): Chain }
  media: { find(query?: object): Chain; findOne(query: { id: string | undefined }): Chain }
  getObjects(params: object): Promise<unknown>
  getObject(params: object): Promise<unknown>
}
type Cosmic = (config: object) => { bucket(config: object): BucketClient }

// Its export is CommonJS without types.
const Cosmic = createRequire(import.meta.url)('cosmicjs') as Cosmic

let library: Library
let bucket: BucketClient
let preview: BucketClient
beforeAll(async () => {
  library = await openLibrary()
  const { apiUrl, owner } = library
  const { slug, api_access } = owner.bucket
  const custom = { apiUrl, uploadUrl: apiUrl }
  bucket = Cosmic({ custom }).bucket({ slug, read_key: api_access.read_key })
  preview = Cosmic({ custom }).bucket({ slug, read_key: api_access.preview_key })
})
afterAll(() => library.server.remove())

const run = async (chain: PromiseLike<unknown>): Promise<unknown> => await chain

test('the client lists objects', async () => {
  const query = { type: 'books', locale: null, 'metadata.year': { $lt: 2010 } }
  const result = await run(bucket.objects.find(query).props('title').sort('title').limit(10))
  expect(result).toMatchObject({
    objects: [{ title: 'Harbours' }, { title: 'Rivers' }],
    total: 2,
    limit: 10,
  })
  expect(await bucket.getObjects({ query, pretty: true, depth: 1 })).toMatchObject({ total: 2 })
})

test('the client reads one object by id', async () => {
  const id = library.ids['Wells']
  expect(await run(bucket.objects.findOne({ id }).props('title'))).toEqual({
    object: { title: 'Wells' },
  })
  expect(await run(preview.objects.findOne({ id }).status('any'))).toMatchObject({
    object: { title: 'Wells, again' },
  })
  expect(await bucket.getObject({ id, props: 'slug' })).toEqual({ object: { slug: 'wells' } })
})

test('the client reads media', async () => {
  expect(await run(bucket.media.find({ name: COVER }))).toMatchObject({ media: [{ name: COVER }] })
  const id = library.ids[COVER]
  expect(await run(bucket.media.findOne({ id }))).toMatchObject({ media: { name: COVER } })
})

test('the client rejects with the status and message of the response', async () => {
  const id = library.ids['Burnt']
  await expect(run(bucket.objects.findOne({ id }))).rejects.toMatchObject({
    status: 404,
    message: `Object with id '${id}' not found`,
  })
})
