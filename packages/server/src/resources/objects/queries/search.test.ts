import {
  deleteObjects,
  objectTitles,
  searchBuckets,
  searchObjects,
  updateObject,
} from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { addBucket, archiveProject } from '@typecase/contract/projects'
import type { Bucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../../testing/people.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let rodin: string

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  await addMuseum(owner)
  await addType(server, stranger, 'artworks')
  await addOneObject(server, stranger, { type: 'artworks', title: 'Secret kiss' })
})
afterAll(() => server.remove())

async function addMuseum(to: Owner): Promise<void> {
  await addType(server, to, 'artists', [{ key: 'dates', type: 'text' }], {
    options: { subtitle: 'dates' },
  })
  const fields = [
    { key: 'number', type: 'text' as const },
    { key: 'artist', type: 'object' as const, object_type: 'artists' },
    { key: 'year', type: 'number' as const },
    { key: 'credit', type: 'text' as const },
    {
      key: 'tags',
      type: 'check-boxes' as const,
      options: [{ value: 'Marble' }, { value: 'Couple' }],
    },
  ]
  await addType(server, to, 'artworks', fields, {
    options: { searchable: ['number', 'artist', 'year', 'tags'], subtitle: 'artist' },
  })
  const artist = { type: 'artists', title: 'Auguste Rodin', metadata: { dates: '1840–1917' } }
  rodin = (await addOneObject(server, to, artist)).id
  const tags = ['Marble', 'Couple']
  const kiss = { number: 'N06228', artist: rodin, year: 1904, credit: 'Purchased', tags }
  for (const work of [
    { title: 'The Kiss', metadata: kiss },
    { title: 'The Kiss', metadata: { number: 'T01234' } },
    { title: 'The Lady of Shalott', metadata: { number: 'N01543', credit: 'Kiss' } },
    { title: 'Zürich by Night', slug: 'by-the-lake', locale: 'de' },
  ]) {
    await addOneObject(server, to, { type: 'artworks', ...work })
  }
}

const search = (q: unknown, by: { token?: string } = owner, limit?: number) =>
  server.send(searchObjects, { query: { slug: owner.bucket.slug, q, limit } }, by)

const titlesFor = async (q: string) =>
  ((await search(q)).ok() as { objects: { title: string }[] }).objects.map(({ title }) => title)

describe('objects/search', () => {
  test('answers 401, 404 for another tenant, and names a missing query or an invalid limit', async () => {
    expect((await search('a', {})).status).toBe(401)
    expect((await search('a', stranger)).status).toBe(404)
    expect((await search(undefined)).error().details?.[0]?.path).toBe('q')
    expect((await search('a', owner, 101)).error().details?.[0]?.path).toBe('limit')
  })

  test.each([
    ['n01543', ['The Lady of Shalott']],
    ['N06228', ['The Kiss']],
    ['1904', ['The Kiss']],
    ['by-the-lake', ['Zürich by Night']],
    ['zurich', ['Zürich by Night']],
    ['shallot', ['The Lady of Shalott']],
    ['ladi of shalot', ['The Lady of Shalott']],
    ['kiss rodin', ['The Kiss']],
    ['rodni ksis', ['The Kiss']],
    ['couple mabrle', ['The Kiss']],
    ['purchased', []],
    ['"', []],
    ['   ', []],
  ])('“%s” finds %j', async (q, expected) => {
    expect(await titlesFor(q)).toEqual(expected)
  })

  test('puts titles before other fields, each with its subtitle', async () => {
    const { objects } = (await search('rodin')).ok() as { objects: unknown[] }
    expect(objects).toMatchObject([
      { title: 'Auguste Rodin', subtitle: '1840–1917', type: 'artists', status: 'draft' },
      { title: 'The Kiss', subtitle: 'Auguste Rodin', type: 'artworks', locale: null },
    ])
  })

  test('ranks an equal title first, then titles that start with the text, and titles that contain it', async () => {
    await addType(server, owner, 'places')
    for (const title of ['Seven seas', 'Sea', 'The sea, the sea', 'Seaside', 'Overseas']) {
      await addOneObject(server, owner, { type: 'places', title })
    }
    const sea = ['Sea', 'Seaside', 'The sea, the sea', 'Seven seas', 'Overseas']
    expect(await titlesFor('sea')).toEqual(sea)
    expect(await titlesFor('sea the')).toEqual(['The sea, the sea'])
    expect(await titlesFor('saeside')).toEqual(['Seaside'])
  })

  test('finds changes at once, including new words, and no former titles or deleted objects', async () => {
    const { id } = await addOneObject(server, owner, {
      type: 'artworks',
      title: 'Ophelia',
      slug: 'o',
    })
    expect(await titlesFor('ohpelia')).toEqual(['Ophelia'])
    const body = { slug: owner.bucket.slug, object_id: id, data: { title: 'Mariana' } }
    await server.call(updateObject, { body }, owner)
    expect(await titlesFor('ohpelia')).toEqual([])
    expect(await titlesFor('marianna')).toEqual(['Mariana'])
    const request = { slug: owner.bucket.slug, object_ids: [id] }
    await server.call(deleteObjects, { body: request }, owner)
    expect(await titlesFor('mariana')).toEqual([])
  })
})

describe('objects/searchBuckets', () => {
  const all = (query: Record<string, unknown>, by: { token?: string } = owner) =>
    server.send(searchBuckets, { query }, by)
  const hits = async (query: Record<string, unknown>, by: { token?: string } = owner) => {
    const search = async () =>
      (await all(query, by)).ok() as {
        buckets: { slug: string; title: string; objects: { title: string }[] }[]
        is_partial: boolean
      }
    // A search stops after a second, and loading the indexes may take longer on a busy machine.
    const { buckets } = await waitFor(search, (answer) => !answer.is_partial)
    return buckets.map(({ slug, objects }) => [slug, objects.map(({ title }) => title)])
  }
  let other: Bucket

  beforeAll(async () => {
    const data = { title: 'Archive' }
    const body = { project_id: owner.project.id, data }
    other = (await server.call(addBucket, { body }, owner)).ok().bucket
    await addMuseum({ ...owner, bucket: other })
  })

  test('answers 401, 404 for the bucket of another tenant, and names a missing query or an invalid limit', async () => {
    expect((await all({ q: 'kiss' }, {})).status).toBe(401)
    expect((await all({ q: 'kiss', slug: owner.bucket.slug }, stranger)).status).toBe(404)
    expect((await all({})).error().details?.[0]?.path).toBe('q')
    expect((await all({ q: 'kiss', limit: 21 })).error().details?.[0]?.path).toBe('limit')
  })

  test('searches all accessible buckets, the open one first', async () => {
    const here = owner.bucket.slug
    const kisses = ['The Kiss', 'The Kiss']
    expect(await hits({ q: 'kiss', slug: here })).toEqual([
      [here, kisses],
      [other.slug, kisses],
    ])
    expect(await hits({ q: 'kiss', slug: other.slug, limit: 1 })).toEqual([
      [other.slug, ['The Kiss']],
      [here, ['The Kiss']],
    ])
  })

  test('finds nothing of another tenant, and nothing in buckets without access', async () => {
    expect(await hits({ q: 'kiss' }, stranger)).toEqual([[stranger.bucket.slug, ['Secret kiss']]])
    expect(await hits({ q: 'secret' })).toEqual([])
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    expect(await hits({ q: 'rodin', limit: 1 }, contributor)).toEqual([
      [owner.bucket.slug, ['Auguste Rodin']],
    ])
    expect((await all({ q: 'rodin', slug: other.slug }, contributor)).status).toBe(403)
    expect(await hits({ q: 'kiss' }, await addPerson(server))).toEqual([])
  })

  test('without titles skips hits of the open bucket by title and subtitle', async () => {
    const here = { slug: owner.bucket.slug, titles: false }
    expect((await hits({ ...here, q: 'kiss rodin' })).map(([slug]) => slug)).toEqual([other.slug])
    expect((await hits({ ...here, q: 'kiss n06228' }))[0]).toEqual([here.slug, ['The Kiss']])
    expect((await hits({ ...here, q: 'shallot' })).map(([slug]) => slug)).toEqual([other.slug])
  })

  test('ignores archived projects, unless one of their buckets is open', async () => {
    const past = await addOwner(server)
    await addType(server, past, 'notes')
    await addOneObject(server, past, { type: 'notes', title: 'Old note' })
    await server.call(archiveProject, { body: { project_id: past.project.id } }, past)
    expect(await hits({ q: 'note' }, past)).toEqual([])
    const { slug } = past.bucket
    expect(await hits({ q: 'note', slug }, past)).toEqual([[slug, ['Old note']]])
  })
})

describe('subtitles in objects/titles', () => {
  test('are returned with the titles, with ids for relations, and with the names of their fields', async () => {
    const otherOwner = await addOwner(server)
    await addMuseum(otherOwner)
    const read = async (since = 0) => {
      const query = { slug: otherOwner.bucket.slug, since }
      return (await server.call(objectTitles, { query }, otherOwner)).ok()
    }
    const subtitlesOf = ({ titles, subtitles, subtitle_of }: Awaited<ReturnType<typeof read>>) =>
      titles.map((title, at) => [title, subtitles[subtitle_of[at] ?? -1]])
    const first = await read()
    expect(subtitlesOf(first)).toEqual([
      ['Auguste Rodin', '1840–1917'],
      ['The Kiss', rodin],
      ['The Kiss', undefined],
      ['The Lady of Shalott', undefined],
      ['Zürich by Night', undefined],
    ])
    expect(first.subtitle_fields).toEqual({ artists: 'dates', artworks: 'artist' })
    const data = { metadata: { dates: 'born 1840' } }
    await server.call(
      updateObject,
      { body: { slug: otherOwner.bucket.slug, object_id: rodin, data } },
      otherOwner,
    )
    expect(subtitlesOf(await read(first.version))).toEqual([['Auguste Rodin', 'born 1840']])
    const none = {
      slug: otherOwner.bucket.slug,
      type_slug: 'artists',
      data: { options: { subtitle: null } },
    }
    await server.call(updateObjectType, { body: none }, otherOwner)
    expect((await read(first.version)).subtitle_fields).toEqual({ artworks: 'artist' })
  })
})
