import { readdirSync } from 'node:fs'

import { listBackups } from '@typecase/contract/backups'
import { listChangeSets } from '@typecase/contract/change-sets'
import { countComments } from '@typecase/contract/comments'
import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import { objectLocales } from '@typecase/contract/locales'
import { listMacros } from '@typecase/contract/macros'
import { listRevisions } from '@typecase/contract/object-revisions'
import { listPeople } from '@typecase/contract/people'
import { listReleases } from '@typecase/contract/releases'
import { listRepositories } from '@typecase/contract/repositories'
import { listSessions } from '@typecase/contract/sessions'
import { listSmartViews } from '@typecase/contract/smart-views'
import { listTrash } from '@typecase/contract/trash'
import { listDeliveries, listWebhooks } from '@typecase/contract/webhooks'
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

import { assertWithinLimits } from '@typecase/server/resources/plans/limits'
import { publish } from '@typecase/server/testing/extensions'
import type { Demo } from '@typecase/server/main'
import type { TestServer } from '@typecase/server/testing/test-server'

import { startDemo } from './testing/start-demo.ts'

let server: TestServer
let demo: Demo
let token: string
let bucket: Bucket
let objects: CmsObject[]

beforeAll(async () => {
  ;({ server, demo } = await startDemo())
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

test('the demo account is admin of one project with the bucket, and skips the welcome', async () => {
  const { user } = (await server.call(getUser, {}, { token })).ok()
  expect(user.first_login).toBe(false)
  const { projects } = (await server.call(listProjects, {}, { token })).ok()
  expect(projects.map(({ role, buckets }) => [role, buckets.map(({ slug }) => slug)])).toEqual([
    ['admin', [demo.bucketSlug]],
  ])
})

test('the workspace of the demo can publish an extension, which the marketplace then offers', async () => {
  const { workspaces } = (await server.call(listWorkspaces, {}, { token })).ok()
  const workshop = workspaces.find(({ title }) => title === 'Workshop')
  const id = 'stamps'
  await publish(server, { token }, workshop?.id ?? '', { id })
  const { extensions } = (await server.call(listMarketplace, {}, { token })).ok()
  expect(extensions.map(({ manifest }) => manifest.id)).toContain(id)
})

test('people with avatars have commented, and some comments are unread', async () => {
  const { slug } = bucket
  const counts = (await server.call(countComments, { query: { slug } }, { token })).ok()
  expect(counts).toMatchObject({ open: 5, resolved: 1, unread: 3 })
  expect(Object.values(counts.by_field)).toEqual([1])
  const { people } = (await server.call(listPeople, { query: { slug } }, { token })).ok()
  expect(people).toHaveLength(5)
  expect(people.filter(({ avatar_url }) => avatar_url === null)).toEqual([])
})

test('objects have almost a year of history, with several authors and a stale translation', async () => {
  const created = objects.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => a - b)
  const [first = 0, last = 0] = [created[0], created.at(-1)]
  expect(last - first).toBeGreaterThan(300 * 86_400_000)
  const lenses = objects.find(
    ({ slug, locale }) => slug === 'how-a-fresnel-lens-works' && locale === 'en',
  )
  const query = { slug: bucket.slug, object_id: lenses?.id ?? '' }
  const { revisions } = (await server.call(listRevisions, { query }, { token })).ok()
  expect(new Set(revisions.map(({ created_by }) => created_by)).size).toBeGreaterThan(1)
  const { versions } = (await server.call(objectLocales, { query }, { token })).ok()
  const stale = versions.find(({ locale }) => locale === 'de')?.stale ?? []
  expect(stale.map(({ field }) => field)).toContain('metadata.teaser')
})

test('no screen of the bucket is empty', async () => {
  const query = { slug: bucket.slug }
  const ask = async <E extends Endpoint>(endpoint: E): Promise<OutputOf<E>> =>
    (await server.call(endpoint, { query } as InputOf<E>, { token })).ok()
  const undone = (await ask(listChangeSets)).change_sets.filter(({ undone_by }) => undone_by)
  expect(undone).toHaveLength(1)
  const lengths = {
    views: (await ask(listSmartViews)).smart_views.length,
    macros: (await ask(listMacros)).macros.length,
    releases: (await ask(listReleases)).releases.map(({ state, count }) => [state, count]),
    repositories: (await ask(listRepositories)).repositories.length,
    trash: (await ask(listTrash)).total,
    backups: (await ask(listBackups)).backups.length,
    webhooks: (await ask(listWebhooks)).webhooks.map(({ is_enabled }) => is_enabled),
  }
  expect(lengths).toEqual({
    views: 4,
    macros: 3,
    releases: [['scheduled', 4]],
    repositories: 1,
    trash: 3,
    backups: 1,
    webhooks: [false],
  })
  const { deliveries } = await ask(listDeliveries)
  expect(deliveries.length).toBeGreaterThan(5)
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered']))
  const scheduled = objects.filter(
    ({ publish_at, unpublish_at }) => publish_at !== null || unpublish_at !== null,
  )
  expect(scheduled.length).toBeGreaterThanOrEqual(7)
})

test('seeding sends no e-mail and leaves no session of its own', async () => {
  expect(readdirSync(server.dataDir)).not.toContain('outbox')
  const sessions = (await server.call(listSessions, {}, { token })).ok()
  expect(sessions.sessions).toHaveLength(1)
})

describe('the demo content', () => {
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

  test('has at least 20 drawn pictures with alt texts', async () => {
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

  test('has at least 60 objects, in both statuses and both languages', () => {
    expect(objects.length).toBeGreaterThanOrEqual(60)
    const count = (properties: Partial<CmsObject>) =>
      objects.filter((object) =>
        Object.entries(properties).every(([key, value]) => Reflect.get(object, key) === value),
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

  test('lists the newest articles first', () => {
    const articles = objects.filter(({ type, locale }) => type === 'articles' && locale === 'en')
    const created = articles.map(({ created_at }) => created_at)
    expect(created).toEqual(created.toSorted().toReversed())
  })

  test('fits into the smallest plan', async () => {
    const { app } = server
    const limited = { ...app, settings: { ...app.settings, PLAN_LIMITS: 'on' as const } }
    const more = { objects: 1, object_types: 1, media_files: 1, media_storage: 1 }
    await assertWithinLimits(limited, app.db.read, { bucketId: bucket.id }, more)
  })
})

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
