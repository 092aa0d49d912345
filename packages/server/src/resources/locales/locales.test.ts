import { updateBucket } from '@typecase/contract/buckets'
import { undoChangeSet, listChangeSets } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import {
  addGeneratedLocale,
  addLocale,
  confirmTranslation,
  generateFields,
  localeCoverage,
  missingTranslations,
  objectLocales,
  staleTranslations,
} from '@typecase/contract/locales'
import {
  type CmsObject,
  listObjects,
  publishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const clock = createTestClock()
let server: TestServer
let owner: Owner
let contributor: Person
let object: CmsObject
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await setLocales(['en', 'de', 'ar'])
  await addType(
    server,
    owner,
    'posts',
    [
      { key: 'teaser', type: 'text', maxlength: 40 },
      { key: 'body', type: 'html-textarea' },
      { key: 'rating', type: 'number' },
      { key: 'seo', type: 'parent', children: [{ key: 'headline', title: 'Title', type: 'text' }] },
      {
        key: 'steps',
        type: 'repeater',
        repeater_fields: [{ key: 'text', title: 'Text', type: 'text' }],
      },
    ],
    { localization: true },
  )
  const metadata = {
    teaser: 'A wave',
    body: '<p>It <b>broke</b>.</p>',
    rating: 4,
    seo: { headline: 'Wave' },
    steps: [{ text: 'Wait' }],
  }
  object = await addOneObject(server, owner, {
    type: 'posts',
    title: 'The door',
    locale: 'en',
    metadata,
  })
  clock.advance(1000)
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const setLocales = async (locales: string[]) =>
  (await server.call(updateBucket, { body: { slug: slug(), data: { locales } } }, owner)).ok()
    .bucket

const one = () => ({ slug: slug(), object_id: object.id })
const tryAdd = (body: object, by: { token: string } = owner) =>
  server.send(addLocale, { body: { ...one(), ...body } }, by)
const add = async (body: object) => ((await tryAdd(body)).ok() as { object: CmsObject }).object

async function versions(id = object.id) {
  const query = { slug: slug(), object_id: id }
  return (await server.call(objectLocales, { query }, owner)).ok().versions
}
const version = async (locale: string) =>
  (await versions()).find((one) => one.locale === locale) ?? expect.fail(`no ${locale}`)

const trySave = (id: string, data: object, by: { token: string } = owner) =>
  server.send(updateObject, { body: { slug: slug(), object_id: id, data } }, by)
async function save(id: string, data: object) {
  clock.advance(1000)
  return ((await trySave(id, data)).ok() as { object: CmsObject }).object
}

const missing = async (query: object = {}) =>
  (
    await server.call(
      missingTranslations,
      { query: { slug: slug(), locale: 'de', ...query } },
      owner,
    )
  ).ok()
const coverage = async () =>
  (await server.call(localeCoverage, { query: { slug: slug() } }, owner)).ok().types

const calls = () =>
  [
    [objectLocales, { query: one() }],
    [localeCoverage, { query: { slug: slug() } }],
    [missingTranslations, { query: { slug: slug(), locale: 'de' } }],
    [staleTranslations, { query: { slug: slug(), locale: 'de' } }],
    [addLocale, { body: { ...one(), locale: 'de' } }],
    [addGeneratedLocale, { body: { ...one(), locale: 'de' } }],
    [generateFields, { body: { ...one(), fields: ['title'] } }],
    [confirmTranslation, { body: { ...one(), fields: ['title'] } }],
  ] as const

test('every endpoint for locales returns 401 without a session', async () => {
  for (const [endpoint, input] of calls())
    expect((await server.send(endpoint, input)).status).toBe(401)
})

test('strangers get 404, and a contributor gets 403 for confirming or renaming versions of others', async () => {
  const stranger = await addOwner(server)
  for (const [endpoint, input] of calls())
    expect((await server.send(endpoint, input, stranger)).status).toBe(404)
  const german = await add({ locale: 'de' })
  const body = { slug: slug(), object_id: german.id, fields: ['title'] }
  expect((await server.send(confirmTranslation, { body }, contributor)).status).toBe(403)
  const contributorObject = await addOneObject(
    server,
    owner,
    { type: 'posts', title: 'Mine', locale: 'en' },
    contributor,
  )
  const added = { slug: slug(), object_id: contributorObject.id, locale: 'de' }
  expect((await server.send(addLocale, { body: added }, owner)).status).toBe(201)
  // The German version, which someone else created, has the same slug.
  expect((await trySave(contributorObject.id, { slug: 'other' }, contributor)).status).toBe(403)
  expect((await readOneObject(server, owner, contributorObject.id)).slug).toBe('mine')
})

test.each([
  ['an invalid locale', { locale: 'deutsch!' }, 'locale'],
  ['a locale that the type does not have', { locale: 'fr' }, 'locale'],
  ['another way', { locale: 'de', from: 'thin air' }, 'from'],
  ['an unknown key', { locale: 'de', title: 'Die Tür' }, 'title'],
])('adding a version with %s returns 400', async (_what, body, path) => {
  expect((await tryAdd(body)).error()).toMatchObject({ status: 400, details: [{ path }] })
})

test('adding a version to a type without localization returns 400 and explains how to turn it on', async () => {
  await addType(server, owner, 'pages')
  const page = await addOneObject(server, owner, { type: 'pages', title: 'About' })
  const error = (await tryAdd({ object_id: page.id, locale: 'de' })).error()
  expect(error).toMatchObject({ status: 400, details: [{ path: 'locale' }] })
  expect(error.message).toContain('turn localization on')
})

test('confirming or translating a field that does not exist returns 400', async () => {
  const { id } = await add({ locale: 'de' })
  for (const endpoint of [confirmTranslation, generateFields]) {
    const body = { slug: slug(), object_id: id, fields: ['title', 'metadata.nothing'] }
    const answer = await server.send(endpoint, { body }, owner)
    expect(answer.error()).toMatchObject({ status: 400, details: [{ path: 'fields.1' }] })
  }
})

test('a bucket accepts only valid locale codes, and keeps each of them once', async () => {
  const body = { slug: slug(), data: { locales: ['en', 'no such locale'] } }
  const answer = await server.send(updateBucket, { body }, owner)
  expect(answer.error()).toMatchObject({ status: 400, details: [{ path: 'data.locales.1' }] })
  expect((await setLocales(['en', 'de', 'en'])).locales).toEqual(['en', 'de'])
})

test('translating without an AI provider returns 424, names the setting, and adds nothing', async () => {
  const { id } = await add({ locale: 'ar', from: 'empty' })
  for (const [endpoint, body] of [
    [addGeneratedLocale, { ...one(), locale: 'de' }],
    [generateFields, { slug: slug(), object_id: id, fields: ['metadata.teaser'] }],
  ] as const) {
    const error = (await server.send(endpoint, { body }, owner)).error()
    expect(error).toMatchObject({ status: 424, code: 'not_configured' })
    expect(error.message).toContain('AI_BASE_URL')
  }
  expect((await version('de')).object_id).toBeNull()
})

test('a copied version is a draft with the slug, texts and values of the original', async () => {
  const copy = await add({ locale: 'de' })
  const { slug: shared, metadata, content } = await readOneObject(server, owner, object.id)
  expect(copy).toMatchObject({ slug: shared, locale: 'de', status: 'draft', title: 'The door' })
  expect(copy).toMatchObject({ metadata, content, rev: 1 })
})

test('an empty version keeps the title and the values that are not text', async () => {
  const empty = await add({ locale: 'de', from: 'empty' })
  expect(empty.title).toBe('The door')
  expect(empty.metadata).toEqual({
    teaser: '',
    body: '',
    rating: 4,
    seo: { headline: '' },
    steps: [{ text: '' }],
  })
  expect(await version('de')).toMatchObject({
    fields: 6,
    missing: ['metadata.teaser', 'metadata.body', 'metadata.seo.headline', 'metadata.steps'],
    stale: [],
  })
})

test('an object has one version in a locale, and adding another returns 409', async () => {
  await add({ locale: 'de' })
  expect((await tryAdd({ locale: 'de' })).error()).toMatchObject({ status: 409, code: 'conflict' })
  expect((await tryAdd({ locale: 'en' })).status).toBe(409)
})

test('adding a version can be undone', async () => {
  await add({ locale: 'de' })
  const { change_sets: sets } = (
    await server.call(listChangeSets, { query: { slug: slug() } }, owner)
  ).ok()
  expect(sets[0]?.title).toBe('Add “The door” in de')
  const body = { slug: slug(), change_set_id: sets[0]?.id ?? '' }
  ;(await server.call(undoChangeSet, { body }, owner)).ok()
  expect((await version('de')).object_id).toBeNull()
})

test('changing a slug changes it in all locales, and undoing restores it in all', async () => {
  const german = await add({ locale: 'de' })
  await save(german.id, { status: 'published' })
  await save(object.id, { slug: 'entrance' })
  expect(await readOneObject(server, owner, german.id)).toMatchObject({
    slug: 'entrance',
    status: 'draft',
    main_object_status: 'published',
  })
  const { change_sets: sets } = (
    await server.call(listChangeSets, { query: { slug: slug() } }, owner)
  ).ok()
  const body = { slug: slug(), change_set_id: sets[0]?.id ?? '' }
  ;(await server.call(undoChangeSet, { body }, owner)).ok()
  expect(await readOneObject(server, owner, german.id)).toMatchObject({
    slug: 'the-door',
    status: 'published',
  })
  expect((await readOneObject(server, owner, object.id)).slug).toBe('the-door')
})

test('a slug that is taken in one of the locales returns 409', async () => {
  await add({ locale: 'de' })
  await addOneObject(server, owner, { type: 'posts', title: 'Tür', slug: 'tuer', locale: 'de' })
  const error = (await trySave(object.id, { slug: 'tuer' })).error()
  expect(error).toMatchObject({ status: 409, details: [{ path: 'data.slug', rule: 'unique' }] })
  expect(error.message).toContain('in de')
  expect((await readOneObject(server, owner, object.id)).slug).toBe('the-door')
})

test('an object type has its own locales, or those of its bucket', async () => {
  expect((await versions()).map(({ locale }) => locale)).toEqual(['en', 'de', 'ar'])
  const data = { locales: ['de', 'en'], priority_locale: 'de' }
  const body = { slug: slug(), type_slug: 'posts', data }
  ;(await server.call(updateObjectType, { body }, owner)).ok()
  expect((await versions()).map(({ locale, is_source }) => [locale, is_source])).toEqual([
    // The German version to translate from is missing.
    ['en', true],
    ['de', false],
  ])
  await add({ locale: 'de' })
  expect((await versions()).map(({ locale, is_source }) => [locale, is_source])).toEqual([
    ['de', true],
    ['en', false],
  ])
})

test('a field is stale from the first change of its source, and reports the value before it', async () => {
  const german = await add({ locale: 'de' })
  await save(german.id, { title: 'Die Tür', metadata: { teaser: 'Eine Welle' } })
  expect((await version('de')).stale).toEqual([])
  const { modified_at: since } = await save(object.id, { metadata: { teaser: 'A large wave' } })
  await save(object.id, { metadata: { teaser: 'A very large wave', rating: 5 } })
  expect((await version('de')).stale).toEqual([
    { field: 'metadata.teaser', since, by: owner.id, was: 'A wave' },
    expect.objectContaining({ field: 'metadata.rating', was: 4 }),
  ])
  await save(german.id, { metadata: { teaser: 'Eine große Welle' } })
  expect((await version('de')).stale.map(({ field }) => field)).toEqual(['metadata.rating'])
})

test('a field is no longer stale when its source changes back', async () => {
  await add({ locale: 'de' })
  await save(object.id, { title: 'The gate' })
  expect((await version('de')).stale.map(({ field }) => field)).toEqual(['title'])
  await save(object.id, { title: 'The door' })
  expect((await version('de')).stale).toEqual([])
})

test('a confirmed translation is no longer stale, until its source changes again', async () => {
  const german = await add({ locale: 'de' })
  await save(object.id, { title: 'The gate', metadata: { teaser: 'Waves' } })
  clock.advance(1000)
  const body = { slug: slug(), object_id: german.id, fields: ['title'] }
  ;(await server.call(confirmTranslation, { body }, owner)).ok()
  expect((await version('de')).stale.map(({ field }) => field)).toEqual(['metadata.teaser'])
  await save(object.id, { title: 'The entrance' })
  expect((await version('de')).stale).toMatchObject([
    { field: 'title', was: 'The gate' },
    { field: 'metadata.teaser', was: 'A wave' },
  ])
})

const stale = async (query: object = {}) => {
  const input = { slug: slug(), locale: 'de', ...query }
  return (await server.call(staleTranslations, { query: input }, owner)).ok()
}
const staleIn = async (locale: string) =>
  (await coverage())[0]?.locales.find((one) => one.locale === locale)?.stale

test('stale versions are counted and found, until they are translated or confirmed', async () => {
  const german = await add({ locale: 'de' })
  const second = await addOneObject(server, owner, { type: 'posts', title: 'Second', locale: 'en' })
  await add({ object_id: second.id, locale: 'de' })
  clock.advance(1000)
  expect(await stale()).toEqual({ objects: [], is_partial: false })
  await save(object.id, { title: 'The gate', metadata: { teaser: 'Waves' } })
  expect(await staleIn('de')).toBe(1)
  const candidate = { source_id: object.id, object_id: german.id, title: 'The gate', type: 'posts' }
  expect(await stale()).toEqual({ objects: [{ ...candidate, stale: 2 }], is_partial: false })
  expect((await stale({ object_ids: second.id })).objects).toEqual([])
  expect((await stale({ after: german.id })).objects).toEqual([])
  expect((await stale({ locale: 'ar' })).objects).toEqual([])
  expect((await stale({ type: 'pages' })).objects).toEqual([])

  // One field is translated again, the other one is confirmed.
  clock.advance(1000)
  await save(german.id, { title: 'Das Tor' })
  expect((await stale()).objects).toMatchObject([{ stale: 1 }])
  const body = { slug: slug(), object_id: german.id, fields: ['metadata.teaser'] }
  ;(await server.call(confirmTranslation, { body }, owner)).ok()
  expect((await stale()).objects).toEqual([])
  expect(await staleIn('de')).toBe(0)

  // The title is changed and then changed back.
  clock.advance(1000)
  await save(object.id, { title: 'The entrance' })
  expect(await staleIn('de')).toBe(1)
  clock.advance(1000)
  await save(object.id, { title: 'The gate' })
  expect(await staleIn('de')).toBe(0)
})

test('the versions of an object report in advance which AI setting is missing', async () => {
  const { ai_missing: missing } = (await server.call(objectLocales, { query: one() }, owner)).ok()
  expect(missing).toBe('AI_BASE_URL')
})

test('coverage counts each object once, with its complete and published versions in each locale', async () => {
  const german = await add({ locale: 'de' })
  await addOneObject(server, owner, { type: 'posts', title: 'Second', locale: 'en' })
  await add({ locale: 'ar', from: 'empty' })
  await save(german.id, { status: 'published' })
  expect(await coverage()).toEqual([
    {
      type: 'posts',
      source: 'en',
      total: 2,
      locales: [
        { locale: 'en', versions: 2, published: 0, complete: 2, stale: 0 },
        { locale: 'de', versions: 1, published: 1, complete: 1, stale: 0 },
        { locale: 'ar', versions: 1, published: 0, complete: 0, stale: 0 },
      ],
    },
  ])
})

test('missing translations come in dashboard order, continue after a given object, and wrap around', async () => {
  const second = await addOneObject(server, owner, { type: 'posts', title: 'Second', locale: 'en' })
  const third = await addOneObject(server, owner, { type: 'posts', title: 'Third', locale: 'en' })
  const german = await add({ locale: 'de', from: 'empty' })
  expect(await missing()).toMatchObject({
    total: 3,
    objects: [
      { source_id: third.id, object_id: null, missing: 1, title: 'Third', type: 'posts' },
      { source_id: second.id, object_id: null, missing: 1 },
      { source_id: object.id, object_id: german.id, missing: 4 },
    ],
  })
  const after = async (id: string) =>
    (await missing({ after: id })).objects.map(({ source_id }) => source_id)
  expect(await after(second.id)).toEqual([object.id, third.id])
  expect(await after(german.id)).toEqual([third.id, second.id])
  // An object that is complete by now also works as `after`.
  await add({ object_id: second.id, locale: 'de' })
  expect(await after(second.id)).toEqual([object.id, third.id])
  expect(await missing({ type: 'pages' })).toMatchObject({ total: 0, objects: [] })
  expect((await missing({ limit: 1, skip: 1 })).objects).toMatchObject([{ source_id: object.id }])
  expect(await missing({ locale: 'fr' })).toMatchObject({ total: 0 })
  expect((await missing({ object_ids: `${third.id},${third.id}` })).objects).toMatchObject([
    { source_id: third.id },
  ])
  const broken = { slug: slug(), locale: 'de', object_ids: 'x' }
  const refused = await server.send(missingTranslations, { query: broken }, owner)
  expect(refused.status).toBe(400)
  expect(refused.error()).toMatchObject({ details: [{ path: 'object_ids' }] })
})

test('a list of objects includes all versions of the matches on request', async () => {
  await add({ locale: 'de', from: 'copy' })
  await addOneObject(server, owner, { type: 'posts', title: 'Another', locale: 'de' })
  const list = async (more: object) => {
    const query = { slug: slug(), query: '{"locale":"en"}', sort: 'locale', ...more }
    const { objects, total } = (await server.call(listObjects, { query }, owner)).ok()
    return { locales: objects.map(({ object: { locale } }) => locale), total }
  }
  expect(await list({})).toEqual({ locales: ['en'], total: 1 })
  expect(await list({ all_versions: true })).toEqual({ locales: ['de', 'en'], total: 2 })
})

test('all versions of an object can be published together', async () => {
  const german = await add({ locale: 'de' })
  const body = { slug: slug(), object_ids: [object.id], all_versions: true }
  ;(await server.send(publishObjects, { body }, owner)).ok()
  expect((await readOneObject(server, owner, german.id)).status).toBe('published')
  expect((await version('de')).main_object_status).toBe('published')
})

test('the versions of an unknown object and of an object in another bucket return 404', async () => {
  const other = await addOwner(server)
  await addType(server, other, 'posts', [], { localization: true })
  const theirs = await addOneObject(server, other, { type: 'posts', title: 'Theirs', locale: 'en' })
  for (const object_id of [newId(), theirs.id]) {
    const of = { slug: slug(), object_id }
    const fields = ['title']
    const answers = [
      await server.send(objectLocales, { query: of }, owner),
      await server.send(addLocale, { body: { ...of, locale: 'de' } }, owner),
      await server.send(addGeneratedLocale, { body: { ...of, locale: 'de' } }, owner),
      await server.send(generateFields, { body: { ...of, fields } }, owner),
      await server.send(confirmTranslation, { body: { ...of, fields } }, owner),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  }
})
