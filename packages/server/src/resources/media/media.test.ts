import { undoChangeSet } from '@typecase/contract/change-sets'
import type { InputOf } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import {
  editMediaAltText,
  editMediaTitle,
  getMedia,
  listMedia,
  mediaReferences,
  updateMedia,
} from '@typecase/contract/media'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { deleteObjects, publishObjects, updateObject } from '@typecase/contract/objects'
import { emptyTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload } from '../../testing/uploads.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

beforeAll(async () => {
  server = await startTestServer()
  stranger = await addOwner(server)
  contributor = await addPerson(server)
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
})

type MediaQuery = Partial<InputOf<typeof listMedia>['query']>
const ask = (query: MediaQuery = {}, by: { token?: string } = owner) =>
  server.send(listMedia, { query: { slug: owner.bucket.slug, ...query } }, by)
const list = async (query: MediaQuery = {}) =>
  (await server.call(listMedia, { query: { slug: owner.bucket.slug, ...query } }, owner)).ok()
const titles = async (query: object, more: MediaQuery = {}) =>
  (await list({ ...more, query: JSON.stringify(query) })).media.map(({ title }) => title)

const get = async (media_id: string) =>
  (await server.call(getMedia, { query: { slug: owner.bucket.slug, media_id } }, owner)).ok().media

const update = (
  media_id: string,
  data: object,
  more: object = {},
  by: { token?: string } = owner,
) => server.send(updateMedia, { body: { slug: owner.bucket.slug, media_id, data, ...more } }, by)

const undo = (change_set_id: string) =>
  server.call(undoChangeSet, { body: { slug: owner.bucket.slug, change_set_id } }, owner)

const nameOf = async (id: string) => (await get(id)).name

describe('the list of media', () => {
  test('answers 401 without a session and 404 for another tenant; contributors may read it', async () => {
    expect((await ask({}, {})).status).toBe(401)
    expect((await ask({}, stranger)).status).toBe(404)
    expect((await ask({}, contributor)).status).toBe(200)
  })

  test.each([
    [{ query: '{' }, 'query'],
    [{ query: '{"width":{"$near":1}}' }, 'query.width.$near'],
    [{ sort: 'location' }, 'sort'],
    [{ limit: 0 }, 'limit'],
    [{ skip: -1 }, 'skip'],
  ])('answers 400 for %j', async (query, path) => {
    const { status, details } = (await ask(query)).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
  })

  test('has 16 media a page, newest first, each with all its properties', async () => {
    await addMedia(
      server,
      owner,
      Array.from({ length: 20 }, (_, n) => ({ title: `M${n}` })),
    )
    const first = await list()
    expect(first).toMatchObject({ total: 20, limit: 16, skip: 0 })
    expect(first.media.map(({ title }) => title).slice(0, 2)).toEqual(['M0', 'M1'])
    expect(first.media).toHaveLength(16)
    expect((await list({ skip: 16 })).media).toHaveLength(4)
    expect(await get(first.media[0]?.id ?? '')).toEqual(first.media[0])
    expect(first.media[0]).toMatchObject({ rev: 1, alt_text: '', folder: null })
  })

  test('filters by type, size, dimensions, folder and missing alt text', async () => {
    const png = await picture(80, 40).png().toBuffer()
    await upload(server, owner, { bytes: png, name: 'wide.png' }, { bytes: 'words', name: 'n.txt' })
    await addMedia(server, owner, [{ title: 'a', folder: 'art', alt_text: 'A' }])
    const names = async (query: object) =>
      (await list({ query: JSON.stringify(query) })).media.map((media) => media.original_name)
    expect(await names({ width: { $gte: 80 }, height: { $lt: 41 } })).toEqual(['wide.png'])
    expect(await names({ type: { $regex: '^text/' } })).toEqual(['n.txt'])
    expect((await names({ alt_text: '' })).toSorted()).toEqual(['n.txt', 'wide.png'])
    expect(await titles({ folder: 'art' })).toEqual(['a'])
    expect((await names({ folder: null })).toSorted()).toEqual(['n.txt', 'wide.png'])
    expect(await names({ size: { $lt: 6, $gt: 1 } })).toEqual(['n.txt'])
  })
})

describe('an update of a media', () => {
  test('answers 401, 403 to a contributor, 404 for a missing media, and 400 with the invalid property', async () => {
    const [id = ''] = await addMedia(server, owner, [{ title: 'Old' }])
    expect((await update(id, { title: 'New' }, {}, {})).status).toBe(401)
    expect((await update(id, { title: 'New' }, {}, contributor)).status).toBe(403)
    expect((await update(newId(), { title: 'New' })).status).toBe(404)
    const [foreign = ''] = await addMedia(server, stranger, [{ title: 'Theirs' }])
    expect((await update(foreign, { title: 'New' })).status).toBe(404)
    for (const [data, path] of [
      [{ name: 'x' }, 'data.name'],
      [{ title: 1 }, 'data.title'],
      [{ title: 'x'.repeat(1001) }, 'data.title'],
      [{ alt_text: 'x'.repeat(5001) }, 'data.alt_text'],
      [{ folder: 'none' }, 'data.folder'],
      [{ metadata: [] }, 'data.metadata'],
      [{ metadata: { a: 'x'.repeat(100_001) } }, 'data.metadata'],
    ] as const) {
      const { status, details } = (await update(id, data)).error()
      expect([status, details?.[0]?.path]).toEqual([400, path])
    }
    expect(await get(id)).toMatchObject({ title: 'Old', rev: 1 })
  })

  test('merges the sent properties, and can be undone and redone', async () => {
    const data = { title: 'Art' }
    await server.call(addMediaFolder, { body: { slug: owner.bucket.slug, data } }, owner)
    const [id = ''] = await addMedia(server, owner, [{ title: 'Old', alt_text: 'Stays' }])
    const body = { slug: owner.bucket.slug, media_id: id }
    const edit = { title: 'New', folder: 'art', metadata: { rights: 'ours', 'a.b': [1] } }
    const done = (await server.call(updateMedia, { body: { ...body, data: edit } }, owner)).ok()
    expect(done.media).toMatchObject({ ...edit, alt_text: 'Stays', rev: 2 })
    expect(await get(id)).toEqual(done.media)
    await update(id, { metadata: { rights: null, year: 1999 } })
    expect((await get(id)).metadata).toEqual({ 'a.b': [1], year: 1999 })

    // The role's permissions have changed since.
    expect((await undo(done.change_set_id ?? '')).ok()).toMatchObject({
      restored: 0,
      skipped: [{ object_id: id, reason: 'It has changed since.' }],
    })
    await update(id, { metadata: { rights: 'ours' } })
    const undone = (await undo(done.change_set_id ?? '')).ok()
    expect(undone).toMatchObject({ restored: 1, subject: 'media', title: 'Undo: Edit “Old”' })
    expect(await get(id)).toMatchObject({ title: 'Old', folder: null, metadata: { year: 1999 } })
    await undo(undone.change_set_id ?? '')
    expect(await get(id)).toMatchObject({ ...edit, metadata: { ...edit.metadata, year: 1999 } })
  })

  test('makes no change set if nothing changes, and answers 412 to an outdated rev', async () => {
    const [id = ''] = await addMedia(server, owner, [{ title: 'Old' }])
    expect((await update(id, { title: 'Old' })).ok()).toMatchObject({
      media: { rev: 1 },
      change_set_id: null,
    })
    const body = { slug: owner.bucket.slug, id, title: 'New' }
    expect((await server.send(editMediaTitle, { body }, owner)).ok()).toMatchObject({
      media: { title: 'New', rev: 2 },
    })
    const alt = { slug: owner.bucket.slug, media_id: id, alt_text: 'A', rev: 1 }
    expect((await server.send(editMediaAltText, { body: alt }, owner)).error()).toMatchObject({
      status: 412,
      current: { title: 'New', rev: 2 },
    })
    const lateInput = { ...alt, rev: 2 }
    expect((await server.send(editMediaAltText, { body: lateInput }, owner)).ok()).toMatchObject({
      media: { alt_text: 'A' },
    })
    const [stored] = await storedMedia(server, owner)
    expect(stored).toMatchObject({ modified_by: owner.id, rev: 3 })
  })
})

describe('the references to a media', () => {
  const references = async (media_id: string) => {
    const query = { slug: owner.bucket.slug, media_id }
    const response = (await server.call(mediaReferences, { query }, owner)).ok()
    return response.references.map(({ title, fields }) => [
      title,
      fields.map(({ label, versions }) => [label, ...versions]),
    ])
  }

  beforeEach(async () => {
    await addType(server, owner, 'posts', [
      { key: 'hero', type: 'file', title: 'Hero' },
      { key: 'gallery', type: 'files', title: 'Gallery' },
      { key: 'text', type: 'markdown', title: 'Text' },
    ])
  })

  test('answer 401 without a session and 404 for another tenant or a missing media', async () => {
    const [media_id = ''] = await addMedia(server, owner, [{}])
    const query = { slug: owner.bucket.slug, media_id }
    expect((await server.send(mediaReferences, { query }, {})).status).toBe(401)
    expect((await server.send(mediaReferences, { query }, stranger)).status).toBe(404)
    const missing = { ...query, media_id: newId() }
    expect((await server.send(mediaReferences, { query: missing }, owner)).status).toBe(404)
  })

  test('name the field, thumbnail or text, and the draft or published version that uses the media', async () => {
    const [a = '', b = '', c = ''] = await addMedia(server, owner, [{}, {}, { title: 'c' }])
    const [nameA, nameB] = [await nameOf(a), await nameOf(b)]
    const add = (title: string, more: object) =>
      addOneObject(server, owner, { type: 'posts', title, ...more })
    const hero = await add('Hero', { metadata: { hero: nameA, gallery: [nameB, nameA] } })
    await add('Thumb', { thumbnail: nameA })
    await add('Text', { metadata: { text: `![x](https://x.example/media/${nameA}?w=4)` } })
    await add('Content', { content: `<img src="/media/${nameA}">` })
    await add('Other', { metadata: { text: `${a} alone, and ${nameA}x` } })
    const draft = ['newest']
    expect(await references(a)).toEqual([
      ['Content', [['Content', ...draft]]],
      ['Text', [['Text', ...draft]]],
      ['Thumb', [['Thumbnail', ...draft]]],
      [
        'Hero',
        [
          ['Hero', ...draft],
          ['Gallery', ...draft],
        ],
      ],
    ])
    expect((await list({ used: false })).media.map(({ id }) => id)).toEqual([c])
    expect((await list({ used: true })).total).toBe(2)

    const { slug } = owner.bucket
    const ids = { slug, object_ids: [hero.id] }
    await server.call(publishObjects, { body: ids }, owner)
    const data = { metadata: { hero: null, gallery: [] }, status: 'draft' as const }
    await server.call(updateObject, { body: { slug, object_id: hero.id, data } }, owner)
    expect(await references(b)).toEqual([['Hero', [['Gallery', 'published']]]])

    await server.call(deleteObjects, { body: ids }, owner)
    expect(await references(b)).toEqual([])
    await server.call(emptyTrash, { body: { slug } }, owner)
    expect((await references(a)).map(([title]) => title)).toEqual(['Content', 'Text', 'Thumb'])
    expect((await list({ used: false })).total).toBe(2)
  })
})
