import { newId } from '@typecase/contract/ids'
import { deleteObjects, unpublishObjects, updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType, type FieldInput } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, type ContentAnswer } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
const ids: Record<string, string> = {}

const person: FieldInput[] = [
  { key: 'friend', type: 'object', object_type: 'people' },
  { key: 'friends', type: 'objects', object_type: 'people' },
  { key: 'portrait', type: 'file' },
  { key: 'age', type: 'number' },
]

async function add(title: string, metadata: object = {}, more: object = {}): Promise<void> {
  const data = { type: 'people', title, status: 'published', metadata, ...more }
  ids[title] = (await addOneObject(server, owner, data)).id
}

async function addMedia(name: string): Promise<void> {
  const now = server.app.clock.iso()
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('media' as never)
        .values({
          id: newId(),
          bucket_id: owner.bucket.id,
          name,
          original_name: name,
          type: 'image/png',
          created_at: now,
          modified_at: now,
        } as never)
        .execute(),
    'serializable',
  )
}

/** Ada's friend is Ben, and his is Ada. Dora's friends are Cleo, who is unpublished later, and Emil, who is deleted. */
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'people', person)
  await addType(server, owner, 'books', [
    { key: 'author', type: 'object', object_type: 'people' },
    { key: 'gallery', type: 'files' },
    {
      key: 'credits',
      type: 'parent',
      children: [{ key: 'editor', title: 'Editor', type: 'object', object_type: 'people' }],
    },
    {
      key: 'chapters',
      type: 'repeater',
      repeater_fields: [
        { key: 'by', title: 'By', type: 'object', object_type: 'people' },
        { key: 'page', title: 'Page', type: 'number' },
      ],
    },
  ])
  for (const name of ['a b.png', 'cover.png']) await addMedia(name)
  await add('Ben', { age: 40, portrait: 'a b.png' })
  await add('Cleo')
  await add('Ada', { friend: ids['Ben'], friends: [ids['Cleo'], ids['Ben']], age: 36 })
  const body = {
    slug: owner.bucket.slug,
    object_id: ids['Ben'] ?? '',
    data: { metadata: { friend: ids['Ada'] } },
  }
  ;(await server.call(updateObject, { body }, owner)).ok()
  await add(
    'Engines',
    {
      author: ids['Ada'],
      gallery: ['cover.png'],
      credits: { editor: ids['Ben'] },
      chapters: [{ by: ids['Ben'], page: 7 }],
    },
    { type: 'books', thumbnail: 'cover.png' },
  )
  await add('Emil')
  await add('Dora', { friend: ids['Cleo'], friends: [ids['Cleo'], ids['Emil']] })
  const emil = { slug: owner.bucket.slug, object_ids: [ids['Emil'] ?? ''] }
  ;(await server.call(deleteObjects, { body: emil }, owner)).ok()
  const cleo = { slug: owner.bucket.slug, object_ids: [ids['Cleo'] ?? ''] }
  ;(await server.call(unpublishObjects, { body: cleo }, owner)).ok()
})
afterAll(() => server.remove())

async function read(title: string, query: Record<string, unknown> = {}): Promise<ContentAnswer> {
  const [object] = await objectsOf(server, owner, { query: { id: ids[title] }, ...query })
  if (!object) throw new Error(`${title} was not found`)
  return object
}

const fileUrl = (name: string) =>
  `${server.app.settings.PUBLIC_URL}/media/${encodeURIComponent(name)}`
const asFile = (name: string) => ({ url: fileUrl(name), imgix_url: fileUrl(name) })

test('relations are ids at depth 0, in groups and repeaters too', async () => {
  const { metadata } = await read('Engines')
  expect(metadata).toMatchObject({
    author: ids['Ada'],
    credits: { editor: ids['Ben'] },
    chapters: [{ by: ids['Ben'], page: 7 }],
  })
})

test('depth 1 returns objects, whose own relations are ids', async () => {
  const { metadata } = await read('Engines', { depth: 1 })
  expect(metadata).toMatchObject({
    author: { id: ids['Ada'], title: 'Ada', metadata: { friend: ids['Ben'] } },
    credits: { editor: { title: 'Ben', metadata: { friend: ids['Ada'] } } },
    chapters: [{ by: { title: 'Ben' }, page: 7 }],
  })
})

test('a circle of relations ends where an object would contain itself', async () => {
  const { metadata } = await read('Ada', { depth: 10 })
  expect(metadata).toMatchObject({
    friend: { title: 'Ben', metadata: { friend: ids['Ada'] } },
  })
})

test.each([0, 1])(
  'at depth %d, objects that are not public are left out of lists and null elsewhere',
  async (depth) => {
    const { metadata } = await read('Ada', { depth })
    expect(metadata['friends']).toEqual([
      depth === 0 ? ids['Ben'] : expect.objectContaining({ title: 'Ben' }),
    ])
    const dora = await read('Dora', { depth })
    expect(dora.metadata).toMatchObject({ friend: null, friends: [] })
  },
)

test.each([0, 1])(
  'at depth %d, newest versions refer to drafts, but not to the trash',
  async (depth) => {
    const { preview_key: read_key } = owner.bucket.api_access
    const { metadata } = await read('Dora', { depth, status: 'any', read_key })
    const cleo = depth === 0 ? ids['Cleo'] : expect.objectContaining({ title: 'Cleo' })
    expect(metadata).toMatchObject({ friend: cleo, friends: [cleo] })
  },
)

test('the last level of objects refers to public ones only', async () => {
  const { metadata } = await read('Engines', { depth: 1 })
  expect(metadata).toMatchObject({ author: { metadata: { friends: [ids['Ben']] } } })
  const props = 'metadata.author.metadata'
  expect(await read('Engines', { props })).toMatchObject({
    metadata: { author: { metadata: { friends: [ids['Ben']] } } },
  })
})

test('props below a relation include it, at any depth', async () => {
  const props = 'title,metadata.author.title,metadata.author.metadata.friend.title'
  expect(await read('Engines', { props })).toEqual({
    title: 'Engines',
    metadata: { author: { title: 'Ada', metadata: { friend: { title: 'Ben' } } } },
  })
  const inner = 'metadata.chapters.by.title,metadata.chapters.page,metadata.credits.editor.slug'
  expect(await read('Engines', { props: inner })).toEqual({
    metadata: {
      chapters: [{ by: { title: 'Ben' }, page: 7 }],
      credits: { editor: { slug: 'ben' } },
    },
  })
})

test('empty props and “all” return everything, and unknown ones select nothing', async () => {
  const whole = await read('Ada')
  expect(await read('Ada', { props: '' })).toEqual(whole)
  expect(await read('Ada', { props: 'all' })).toEqual(whole)
  expect(await read('Ada', { props: 'nothing,title' })).toEqual({ title: 'Ada' })
})

test('files are addresses that end with the name of the media, at every level', async () => {
  const book = await read('Engines', { depth: 1 })
  expect(book['thumbnail']).toBe(fileUrl('cover.png'))
  expect(book.metadata['gallery']).toEqual([asFile('cover.png')])
  expect(book.metadata).toMatchObject({
    credits: { editor: { metadata: { portrait: asFile('a b.png') } } },
  })
  const last = new URL(fileUrl('a b.png')).pathname.split('/').at(-1) ?? ''
  expect(decodeURIComponent(last)).toBe('a b.png')
})

test('relations are found by id, files by name', async () => {
  const [byAuthor] = await objectsOf(server, owner, { query: { 'metadata.author': ids['Ada'] } })
  expect(byAuthor?.title).toBe('Engines')
  const [byFile] = await objectsOf(server, owner, { query: { 'metadata.gallery': 'cover.png' } })
  expect(byFile?.title).toBe('Engines')
})

test('another bucket’s object is never embedded', async () => {
  const other = await addOwner(server)
  await addType(server, other, 'people', person)
  const data = { type: 'people', title: 'Foreign', status: 'published' }
  const { id } = await addOneObject(server, other, data)
  await server.app.db.write(
    ({ db }) =>
      db
        .updateTable('published_objects')
        .set({ metadata: JSON.stringify({ friend: id }) })
        .where('id', '=', ids['Ben'] ?? '')
        .execute(),
    'serializable',
  )
  expect((await read('Ben', { depth: 1 })).metadata).toEqual({ friend: null })
})
