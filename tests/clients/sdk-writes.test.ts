import { createBucketClient } from '@cosmicjs/sdk'
import { updateBucket } from '@typecase/contract/buckets'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Library, openLibrary } from './library.ts'

/** Writes of @cosmicjs/sdk 1.8.0; its reads are in `sdk.test.ts`. */

type Client = ReturnType<typeof createBucketClient>

interface ContentAnswer {
  id: string
  title: string
  slug: string
  status: string
  metadata: Record<string, unknown>
}

let library: Library
let cosmic: Client
let preview: Client
beforeAll(async () => {
  library = await openLibrary()
  const { read_key, preview_key, write_key } = library.owner.bucket.api_access
  cosmic = clientWith(read_key, write_key)
  preview = clientWith(preview_key, write_key)
})
afterAll(() => library.server.remove())

function clientWith(readKey: string, writeKey: string): Client {
  const { apiUrl, owner } = library
  const custom = { apiUrl, uploadUrl: apiUrl }
  return createBucketClient({ bucketSlug: owner.bucket.slug, readKey, writeKey, custom })
}

/** Converts a chain to a promise. Chains are thenables, but their types do not say so. */
const run = (chain: { then: (...sample: never[]) => unknown }): Promise<unknown> =>
  Promise.resolve<unknown>(chain)

const read = async (id: string) =>
  (await run(cosmic.objects.findOne({ id }))) as { object: ContentAnswer | null }

describe('objects', () => {
  test('writes without a write key fail in the client, with a wrong key as 401, with the read key as 403', async () => {
    const { read_key } = library.owner.bucket.api_access
    const book = { title: 'Never', type: 'books' }
    await expect(clientWith(read_key, '').objects.insertOne(book)).rejects.toThrow(/writeKey/)
    await expect(clientWith(read_key, 'x').objects.insertOne(book)).rejects.toMatchObject({
      status: 401,
    })
    await expect(clientWith(read_key, read_key).objects.insertOne(book)).rejects.toMatchObject({
      status: 403,
    })
  })

  test('invalid metafields reject with 400 and the message that the client expects', async () => {
    const book = { title: 'Never', type: 'books', metadata: { year: 'long ago' } }
    await expect(cosmic.objects.insertOne(book)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        "Metafield validation: invalid 'value' for metafield with key: 'year' and type: 'number'",
      ),
    })
  })

  test('insertOne, updateOne and deleteOne take effect immediately', async () => {
    const author = library.ids['Ada']
    const { object } = (await cosmic.objects.insertOne({
      title: 'Islands',
      type: 'books',
      metadata: { year: 2020, author, topics: ['sea'] },
      trigger_webhook: true,
    })) as { object: ContentAnswer }
    expect(object).toMatchObject({ slug: 'islands', status: 'published', metadata: { author } })
    expect(await read(object.id)).toEqual({ object })

    const edit = { title: 'Isles', metadata: { year: 2021 }, trigger_webhook: true }
    expect(await cosmic.objects.updateOne(object.id, edit)).toMatchObject({
      object: { title: 'Isles', metadata: { year: 2021, topics: ['sea'] } },
    })
    expect(await read(object.id)).toMatchObject({ object: { title: 'Isles' } })

    expect(await cosmic.objects.deleteOne(object.id, true)).toEqual({
      message: `Object with id '${object.id}' deleted successfully from bucket.`,
    })
    await expect(read(object.id)).rejects.toMatchObject({ status: 404 })
    const query = { slug: library.owner.bucket.slug }
    const trash = (await library.server.call(listTrash, { query }, library.owner)).ok()
    expect(trash.objects.map(({ title }) => title)).toContain('Isles')
  })
})

test('objectTypes.insertOne, updateOne and deleteOne write object types, and a taken slug rejects with 409', async () => {
  const metafields = [{ title: 'Text', key: 'text', type: 'text', required: true }]
  const { object_type } = (await cosmic.objectTypes.insertOne({
    title: 'Notes',
    slug: 'notes',
    metafields,
  })) as { object_type: object }
  expect(object_type).toMatchObject({ slug: 'notes', metafields: [{ key: 'text' }] })
  await expect(cosmic.objectTypes.insertOne({ title: 'N', slug: 'notes' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Object Type slug is already used'),
  })
  expect(await cosmic.objectTypes.updateOne('notes', { title: 'Remarks' })).toMatchObject({
    object_type: { title: 'Remarks', slug: 'notes' },
  })
  await cosmic.objects.insertOne({ title: 'A', type: 'notes', metadata: { text: 'a' } })
  expect(await cosmic.objectTypes.deleteOne('notes')).toEqual({
    message: "Object type with slug 'notes' deleted successfully from bucket.",
  })
  await expect(run(cosmic.objects.find({ type: 'notes' }))).rejects.toMatchObject({ status: 404 })
})

test('objectRevisions.insertOne saves a draft over the published version', async () => {
  const id = library.ids['Rivers'] ?? ''
  const { revision } = (await cosmic.objectRevisions.insertOne(id, {
    title: 'Rivers, revised',
    metadata: { year: 2002 },
  })) as { revision: ContentAnswer & { object_id: string } }
  expect(revision).toMatchObject({ object_id: id, title: 'Rivers, revised', status: 'draft' })
  expect(await read(id)).toMatchObject({ object: { title: 'Rivers' } })
  const newest = preview.objects.findOne({ id }).status('any')
  expect(await run(newest)).toMatchObject({ object: { title: 'Rivers, revised' } })
  const one = preview.objectRevisions.findOne({ objectId: id, revisionId: revision.id })
  expect(await run(one)).toMatchObject({ revision: { title: 'Rivers, revised' } })
  const { revisions } = (await run(preview.objectRevisions.find(id).limit(5))) as {
    revisions: ContentAnswer[]
  }
  expect(revisions).toMatchObject([{ title: 'Rivers', status: 'published' }])
})

describe('media', () => {
  test('insertOne, updateOne and deleteOne write media', async () => {
    const file = { buffer: Buffer.from('Title,Year'), originalname: 'books.csv' }
    const { media } = (await cosmic.media.insertOne({ media: file, folder: 'tables' })) as {
      media: { id: string; name: string }
    }
    const edit = { alt_text: 'Books', metadata: { rights: 'ours' }, trigger_webhook: true }
    expect(await cosmic.media.updateOne(media.id, edit)).toMatchObject({
      media: { id: media.id, folder: 'tables', alt_text: 'Books', metadata: { rights: 'ours' } },
    })
    expect(await run(cosmic.media.findOne({ id: media.id }))).toMatchObject({
      media: { alt_text: 'Books' },
    })
    expect(await cosmic.media.deleteOne(media.id, true)).toEqual({
      message: `Media with id '${media.id}' deleted successfully from bucket.`,
    })
    await expect(run(cosmic.media.findOne({ id: media.id }))).rejects.toMatchObject({ status: 404 })
  })

  test('insertOne detects the type of a plain buffer', async () => {
    const { media } = (await cosmic.media.insertOne({
      media: Buffer.from('%PDF-1.4\n%%EOF'),
      filename: 'a.pdf',
    })) as { media: object }
    expect(media).toMatchObject({ original_name: 'a.pdf', type: 'application/pdf' })
  })
})

test('a client without a key reads published objects, but no drafts, while the bucket allows it', async () => {
  const { server, owner } = library
  const set = async (reads_without_key: boolean) => {
    const body = { slug: owner.bucket.slug, data: { reads_without_key } }
    ;(await server.call(updateBucket, { body }, owner)).ok()
  }
  const keyless = clientWith('', '')
  await expect(run(keyless.objects.find({ type: 'authors' }))).rejects.toMatchObject({
    status: 401,
  })
  await set(true)
  expect(await run(keyless.objects.find({ type: 'authors' }))).toMatchObject({ total: 1 })
  const drafts = keyless.objects.find({ type: 'books' }).status('any')
  await expect(run(drafts)).rejects.toMatchObject({ status: 401 })
  await set(false)
})

test('ai rejects the generation of video and audio with 404 and a message', async () => {
  const { write_key } = library.owner.bucket.api_access
  const { ai } = clientWith('', write_key)
  const calls = [
    ai.generateVideo({ prompt: 'A harbour' }),
    ai.extendVideo({ prompt: 'A harbour', media_id: 'x' }),
    ai.generateAudio({ prompt: 'Hello' }),
  ]
  for (const call of calls) {
    await expect(call).rejects.toMatchObject({ status: 404, message: 'Route not found' })
  }
})
