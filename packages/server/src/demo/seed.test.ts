import { countComments } from '@typecase/contract/comments'
import { getBucket } from '@typecase/contract/buckets'
import { listMedia } from '@typecase/contract/media'
import { listMediaFolders } from '@typecase/contract/media-folders'
import { type Metafield, metafieldTypes } from '@typecase/contract/metafields'
import { type CmsObject, listObjects } from '@typecase/contract/objects'
import { listMarketplace } from '@typecase/contract/extensions'
import { listProjects } from '@typecase/contract/projects'
import { authenticate, getUser } from '@typecase/contract/users'
import { listWorkspaces } from '@typecase/contract/workspaces'
import type { Bucket } from '@typecase/contract/buckets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { publish } from '../testing/extensions.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { type Demo, seedDemo } from './seed.ts'

let server: TestServer
let demo: Demo
let token: string
let bucket: Bucket
let objects: CmsObject[]

beforeAll(async () => {
  server = await startTestServer()
  const seeded = await seedDemo(server.app)
  if (!seeded) throw new Error('The database was not empty.')
  demo = seeded
  const { email, password, bucketSlug: slug } = demo
  token = (await server.call(authenticate, { body: { email, password } })).ok().token
  bucket = (await server.call(getBucket, { query: { slug } }, { token })).ok().bucket
  const list = await server.call(listObjects, { query: { slug, limit: 1000 } }, { token })
  objects = list.ok().objects.map(({ object }) => object)
})
afterAll(() => server.remove())

const allFields = (fields: readonly Metafield[]): Metafield[] =>
  fields.flatMap((field) => [
    field,
    ...allFields(field.children ?? []),
    ...allFields(field.repeater_fields ?? []),
  ])

test('the account owns one project with the bucket, and needs no welcome', async () => {
  const { user } = (await server.call(getUser, {}, { token })).ok()
  expect(user.first_login).toBe(false)
  const { projects } = (await server.call(listProjects, {}, { token })).ok()
  expect(projects.map(({ role, buckets }) => [role, buckets.map(({ slug }) => slug)])).toEqual([
    ['admin', [demo.bucketSlug]],
  ])
})

test('an extension is published, and offered, without another workspace', async () => {
  const { workspaces } = (await server.call(listWorkspaces, {}, { token })).ok()
  const own = workspaces.find(({ title }) => title === 'Workshop')
  const id = 'stamps'
  await publish(server, { token }, own?.id ?? '', { id })
  const { extensions } = (await server.call(listMarketplace, {}, { token })).ok()
  expect(extensions.map(({ manifest }) => manifest.id)).toContain(id)
})

test('does nothing where somebody has an account', async () => {
  expect(await seedDemo(server.app)).toBeUndefined()
  const { total } = (await server.call(listProjects, {}, { token })).ok()
  expect(total).toBe(1)
})

test('has open comments, on a field as well, and one that is settled', async () => {
  const { slug } = bucket
  const counts = (await server.call(countComments, { query: { slug } }, { token })).ok()
  expect(counts).toMatchObject({ open: 3, resolved: 1, unread: 0 })
  expect(Object.values(counts.by_field)).toEqual([1])
})

describe('the content', () => {
  test('uses every type of metafield', () => {
    const used = new Set(
      allFields(bucket.object_types.flatMap((type) => type.metafields)).map((field) => field.type),
    )
    expect(metafieldTypes.filter((type) => !used.has(type))).toEqual([])
  })

  test('fills fields of every type', () => {
    const filled = new Set<string>()
    for (const type of bucket.object_types) {
      for (const field of type.metafields) {
        const isFilled = objects.some(
          (object) => object.type === type.slug && !isBlank(object.metadata[field.key]),
        )
        if (isFilled) filled.add(field.type)
      }
    }
    expect(metafieldTypes.filter((type) => !filled.has(type))).toEqual([])
  })

  test('has 20 pictures and more, of its own making, which say what they show', async () => {
    const query = { slug: demo.bucketSlug, limit: 100 }
    const { media } = (await server.call(listMedia, { query }, { token })).ok()
    expect(media.length).toBeGreaterThanOrEqual(20)
    expect(new Set(media.map(({ folder }) => folder))).toEqual(new Set(['lighthouses', 'covers']))
    for (const { alt_text, size, width, blurhash } of media) {
      expect(alt_text).not.toBe('')
      expect(width).toBeGreaterThanOrEqual(900)
      expect(size).toBeLessThan(200_000)
      expect(blurhash).not.toBeNull()
    }
    const folders = await server.call(
      listMediaFolders,
      { query: { slug: demo.bucketSlug } },
      { token },
    )
    expect(folders.ok().media_folders.map(({ media_count: count }) => count)).toEqual([20, 4])
    const without = objects.filter(
      ({ type, thumbnail }) =>
        ['articles', 'lighthouses', 'issues'].includes(type) && thumbnail === null,
    )
    expect(without).toEqual([])
  })

  test('holds 60 objects and more, in both statuses and both languages', () => {
    expect(objects.length).toBeGreaterThanOrEqual(60)
    const count = (wanted: Partial<CmsObject>) =>
      objects.filter((object) =>
        Object.entries(wanted).every(([key, value]) => Reflect.get(object, key) === value),
      ).length
    expect(count({ status: 'published' })).toBeGreaterThan(40)
    expect(count({ status: 'draft', main_object_status: 'draft' })).toBeGreaterThan(3)
    expect(count({ status: 'draft', main_object_status: 'published' })).toBeGreaterThan(0)
    expect(count({ locale: 'en' })).toBeGreaterThan(15)
    expect(count({ locale: 'de' })).toBeGreaterThan(15)
  })

  test('shares slugs between the languages of one article', () => {
    const german = objects.filter(({ type, locale }) => type === 'articles' && locale === 'de')
    const english = new Set(
      objects
        .filter(({ type, locale }) => type === 'articles' && locale === 'en')
        .map(({ slug }) => slug),
    )
    expect(german.filter(({ slug }) => english.has(slug)).length).toBeGreaterThanOrEqual(8)
  })

  test('lists the cover story first', () => {
    const [first] = objects.filter(({ type, locale }) => type === 'articles' && locale === 'en')
    expect(first?.slug).toBe('seven-landings')
  })
})

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
