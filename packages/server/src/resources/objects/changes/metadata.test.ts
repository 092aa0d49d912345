import { addObject, deleteObjects, updateObject } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'authors')
  await addType(server, owner, 'books', [
    { key: 'isbn', type: 'text', unique: true },
    { key: 'shelf', type: 'number', unique: true },
    { key: 'author', type: 'object', object_type: 'authors' },
    { key: 'related', type: 'objects' },
    { key: 'cover', type: 'file', media_validation_type: 'image' },
    {
      key: 'size',
      type: 'parent',
      children: [{ key: 'w', title: 'W', type: 'number', value: 10 }],
    },
  ])
})
afterAll(() => server.remove())

const add = (metadata: unknown, more: object = {}) => {
  const data = { type: 'books', title: 'Book', metadata, ...more }
  return server.send(addObject, { body: { slug: owner.bucket.slug, data } }, owner)
}
const update = (object_id: string, data: object) =>
  server.send(updateObject, { body: { slug: owner.bucket.slug, object_id, data } }, owner)

test('an empty text is stored as the empty value of its field', async () => {
  const sent = { isbn: '', shelf: '', author: '', related: '', cover: '', size: { w: '' } }
  const stored = {
    isbn: '',
    shelf: null,
    author: null,
    related: [],
    cover: null,
    size: { w: null },
  }
  const { id } = await addOneObject(server, owner, { type: 'books', title: 'B', metadata: sent })
  expect((await readOneObject(server, owner, id)).metadata).toEqual(stored)
  expect((await update(id, { metadata: { shelf: 7 } })).status).toBe(200)
  expect((await update(id, { metadata: { shelf: '' } })).status).toBe(200)
  expect((await readOneObject(server, owner, id)).metadata).toEqual(stored)
})

test('a number field refuses texts, and recommends a text field for a number with too many digits', async () => {
  expect((await add({ shelf: '7' })).error().message).toBe('data.metadata.shelf must be a number')
  expect((await add({ shelf: '12345678901234567890' })).error()).toMatchObject({
    details: [
      {
        path: 'data.metadata.shelf',
        message: 'data.metadata.shelf has more digits than a number keeps: use a text field',
        rule: 'precision',
      },
    ],
  })
})

describe('references', () => {
  test('must lead to an existing object of the bucket with the right type', async () => {
    const author = await addOneObject(server, owner, { type: 'authors', title: 'A' })
    const book = await addOneObject(server, owner, { type: 'books', title: 'B' })
    const stranger = await addOwner(server)
    await addType(server, stranger, 'authors')
    const foreign = await addOneObject(server, stranger, { type: 'authors', title: 'A' })
    expect((await add({ author: author.id, related: [author.id, book.id] })).status).toBe(201)
    const refused: [object, string][] = [
      [{ author: book.id }, 'data.metadata.author must be an object of type authors'],
      [{ author: foreign.id }, 'data.metadata.author must be an object of this bucket'],
      [{ related: [book.id, newId()] }, 'data.metadata.related.1 must be an object of this bucket'],
    ]
    for (const [metadata, message] of refused) {
      expect((await add(metadata)).error()).toMatchObject({ status: 400, message })
    }
  })

  test('to objects that were deleted later do not block other fields', async () => {
    const author = await addOneObject(server, owner, { type: 'authors', title: 'Gone soon' })
    const metadata = { author: author.id }
    const { id } = await addOneObject(server, owner, { type: 'books', title: 'B', metadata })
    const body = { slug: owner.bucket.slug, object_ids: [author.id] }
    await server.call(deleteObjects, { body }, owner)
    const saved = await update(id, { metadata: { author: author.id, isbn: 'x-1' } })
    expect(saved.ok()).toMatchObject({ object: { metadata: { isbn: 'x-1', author: author.id } } })
    expect((await update(id, { metadata: { related: [author.id] } })).status).toBe(400)
  })

  test('to media are accepted before the media exist, and checked by kind afterwards', async () => {
    expect((await add({ cover: 'not-there-yet.png' })).status).toBe(201)
    const columns = { original_name: 'a', type: 'video/mp4', created_at: '', modified_at: '' }
    await server.app.db.write(
      ({ db }) =>
        db
          .insertInto('media' as never)
          .values({ id: newId(), bucket_id: owner.bucket.id, name: 'a.mp4', ...columns } as never)
          .execute(),
      'serializable',
    )
    expect((await add({ cover: 'a.mp4' })).error().message).toBe(
      'data.metadata.cover must be a media of type image',
    )
  })
})

describe('unique values', () => {
  test('are refused a second time in the same locale', async () => {
    const first = await addOneObject(server, owner, {
      type: 'books',
      title: 'First',
      metadata: { isbn: 'u-1', shelf: 7 },
    })
    const second = (await add({ isbn: 'u-1', shelf: 7 })).error()
    expect(second).toMatchObject({ status: 409, code: 'conflict' })
    expect(second.details?.map(({ path, rule }) => [path, rule])).toEqual([
      ['data.metadata.isbn', 'unique'],
      ['data.metadata.shelf', 'unique'],
    ])
    expect(second.message).toContain('“First”')
    expect((await add({ isbn: 'u-1' }, { status: 'published' })).status).toBe(409)
    expect((await add({ isbn: 'u-1' }, { locale: 'de' })).status).toBe(201)
    expect((await add({ isbn: '' })).status).toBe(201)
    expect((await add({ isbn: '' })).status).toBe(201)
    expect((await update(first.id, { title: 'Renamed', metadata: { isbn: 'u-1' } })).status).toBe(
      200,
    )
  })

  test('are checked again when an object changes its locale', async () => {
    await add({ isbn: 'u-2' }, { locale: 'fr' })
    const { id } = await addOneObject(server, owner, {
      type: 'books',
      title: 'Moving',
      metadata: { isbn: 'u-2' },
    })
    expect((await update(id, { locale: 'fr', slug: 'moving' })).status).toBe(409)
  })

  test('stay unique in concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ isbn: 'u-3' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

test('defaults fill missing values of a new object, also in groups', async () => {
  const object = await addOneObject(server, owner, { type: 'books', title: 'Defaults' })
  expect(object.metadata).toEqual({ size: { w: 10 } })
  expect(object.metafields?.find(({ key }) => key === 'size')?.children).toEqual([
    expect.objectContaining({ key: 'w', value: 10 }),
  ])
})

test('an object of a type without fields may have any keys but those of JavaScript objects', async () => {
  const metadata = { anything: { deep: [1] } }
  const object = await addOneObject(server, owner, { type: 'authors', title: 'Free', metadata })
  expect((await readOneObject(server, owner, object.id)).metadata).toEqual(metadata)
  const hostile = await add({ constructor: 1 }, { type: 'authors' })
  expect(hostile.error().details?.[0]?.path).toBe('data.metadata.constructor')
})
