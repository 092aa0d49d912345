import { createRequire } from 'node:module'

import { addAccount, type Account } from '@typecase/server/testing/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Library, openLibrary } from './library.ts'

/** Writes and account calls of cosmicjs 5.0.5; its reads are in `cosmicjs.test.ts`. */

type Answer = Promise<Record<string, never>>
type Call = (params: object, set?: object) => Answer
type Calls<Names extends string> = Record<Names, Call>

type Bucket = Calls<
  | 'getObjects'
  | 'getObject'
  | 'getObjectRevisions'
  | 'getMergeRequestObjects'
  | 'addObject'
  | 'addObjectRevision'
  | 'editObject'
  | 'getObjectMetafields'
  | 'editObjectMetafields'
  | 'editObjectMetafield'
  | 'deleteObject'
  | 'getObjectTypes'
  | 'getObjectType'
  | 'addObjectType'
  | 'editObjectType'
  | 'deleteObjectType'
  | 'addMedia'
  | 'getMedia'
  | 'getSingleMedia'
  | 'deleteMedia'
  | 'getUsers'
  | 'getUser'
  | 'addUser'
> & {
  objects: Calls<'insertOne' | 'updateOne' | 'deleteOne'>
  media: Calls<'insertOne' | 'deleteOne'>
}
type Main = Calls<
  | 'authenticate'
  | 'getUser'
  | 'getProjects'
  | 'addProject'
  | 'getProject'
  | 'editProject'
  | 'deleteProject'
  | 'getBuckets'
  | 'getBucket'
  | 'addBucket'
  | 'editBucket'
  | 'deleteBucket'
> & { bucket(config: object): Bucket }

/** The client sets its token for the whole process, so it is loaded again for each caller. */
function clientOf(token?: string): Main {
  const require = createRequire(import.meta.url)
  for (const path of Object.keys(require.cache)) {
    if (path.includes('/node_modules/cosmicjs/')) Reflect.deleteProperty(require.cache, path)
  }
  const { apiUrl } = library
  // Its export is CommonJS without types.
  const Cosmic = require('cosmicjs') as (config: object) => Main
  return Cosmic({ custom: { apiUrl, uploadUrl: apiUrl }, ...(token && { token }) })
}

let library: Library
let bucket: Bucket
beforeAll(async () => {
  library = await openLibrary()
  const { slug, api_access } = library.owner.bucket
  const { preview_key: read_key, write_key } = api_access
  bucket = clientOf().bucket({ slug, read_key, write_key })
})
afterAll(() => library.server.remove())

const idOf = async (answer: Answer): Promise<string> =>
  // The answer has an object or a media.
  Object.values<{ id: string }>(await answer)[0]?.id ?? ''

describe('objects', () => {
  const book = (title: string) => ({ title, type: 'books', metadata: { year: 2020 } })

  test('insertOne rejects with 401 for an invalid key', async () => {
    const { slug } = library.owner.bucket
    const other = clientOf().bucket({ slug, write_key: 'x' })
    await expect(other.objects.insertOne(book('Never'))).rejects.toMatchObject({ status: 401 })
  })

  test('objects.insertOne, updateOne and deleteOne write objects', async () => {
    const id = await idOf(bucket.objects.insertOne(book('Isles')))
    const set = { $set: { title: 'Islands', metadata: { year: 2021 } } }
    expect(await bucket.objects.updateOne({ id }, set)).toMatchObject({
      object: { title: 'Islands', slug: 'isles', metadata: { year: 2021 } },
    })
    expect(await bucket.objects.deleteOne({ id, trigger_webhook: true })).toEqual({
      message: `Object with id '${id}' deleted successfully from bucket.`,
    })
  })

  test('addObject, editObject with metafields and deleteObject write objects', async () => {
    const metafields = [{ type: 'number', title: 'Year', key: 'year', value: 1999 }]
    const id = await idOf(bucket.addObject({ title: 'Capes', type: 'books', metafields }))
    expect(await bucket.getObject({ id })).toMatchObject({ object: { metadata: { year: 1999 } } })
    const edited = { id, title: 'Headlands', metafields: [{ key: 'year', value: 2000 }] }
    expect(await bucket.editObject(edited)).toMatchObject({
      object: { title: 'Headlands', metadata: { year: 2000 } },
    })
    expect(await bucket.deleteObject({ id })).toHaveProperty('message')
    await expect(bucket.getObject({ id })).rejects.toMatchObject({ status: 404 })
  })

  test('addObjectRevision saves a draft, and getObjectRevisions returns the published state', async () => {
    const id = library.ids['Harbours']
    const draft = { id, type: 'books', title: 'Ports' }
    expect(await bucket.addObjectRevision(draft)).toMatchObject({ revision: { title: 'Ports' } })
    expect(await bucket.getObject({ id })).toMatchObject({ object: { title: 'Harbours' } })
    expect(await bucket.getObjectRevisions({ id })).toMatchObject({
      revisions: [{ title: 'Harbours' }],
    })
  })

  test('getObjects returns metafields with show_metafields, and the metafields of one object are edited', async () => {
    const id = await idOf(bucket.addObject(book('Bays')))
    const response = await bucket.getObjects({ query: { id }, show_metafields: true })
    const year = { key: 'year', type: 'number', value: 2020 }
    expect(response).toMatchObject({ objects: [{ metafields: [year, {}, {}, {}] }] })
    expect(await bucket.getObjectMetafields({ id })).toMatchObject({
      metafields: [year, {}, {}, {}],
    })
    await bucket.editObjectMetafield({ id, key: 'year', value: 2021 })
    expect(await bucket.getObject({ id })).toMatchObject({ object: { metadata: { year: 2021 } } })
    await bucket.editObjectMetafields({ id, metafields: [{ key: 'topics', value: ['sea'] }] })
    expect(await bucket.getObject({ id })).toMatchObject({
      object: { metadata: { year: 2021, topics: ['sea'] } },
    })
  })

  test('getMergeRequestObjects returns an empty list', async () => {
    expect(await bucket.getMergeRequestObjects({ id: library.ids['Ada'] })).toMatchObject({
      objects: [],
    })
  })
})

test('object types are added, listed, read, edited and deleted', async () => {
  const metafields = [{ type: 'text', title: 'Headline', key: 'headline', value: '' }]
  await bucket.addObjectType({ title: 'Pages', slug: 'pages', metafields })
  expect(await bucket.getObjectTypes({})).toMatchObject({
    object_types: [{}, {}, { slug: 'pages' }],
  })
  const renamed = [{ ...metafields[0], title: 'Headline EDITED' }]
  await bucket.editObjectType({ slug: 'pages', title: 'Leaves', metafields: renamed })
  expect(await bucket.getObjectType({ slug: 'pages' })).toMatchObject({
    object_type: { title: 'Leaves', metafields: [{ title: 'Headline EDITED' }] },
  })
  expect(await bucket.deleteObjectType({ slug: 'pages' })).toHaveProperty('message')
  await expect(bucket.getObjectType({ slug: 'pages' })).rejects.toMatchObject({ status: 404 })
})

test('media are inserted and deleted in both styles, listed and read', async () => {
  const file = () => ({ buffer: Buffer.from('Title,Year'), originalname: 'books.csv' })
  const more = { folder: 'tables', metadata: { rights: 'ours' }, trigger_webhook: true }
  const first = await idOf(bucket.addMedia({ media: file(), ...more }))
  const second = await idOf(bucket.media.insertOne({ media: file() }))
  expect(
    await bucket.getMedia({ query: { folder: 'tables' }, props: 'id,metadata', limit: 5 }),
  ).toMatchObject({
    media: [{ id: first, metadata: { rights: 'ours' } }],
  })
  expect(await bucket.getSingleMedia({ id: second })).toMatchObject({ media: { type: 'text/csv' } })
  expect(await bucket.deleteMedia({ id: first })).toHaveProperty('message')
  expect(await bucket.media.deleteOne({ id: second, trigger_webhook: true })).toHaveProperty(
    'message',
  )
  await expect(bucket.getSingleMedia({ id: first })).rejects.toMatchObject({ status: 404 })
})

describe('accounts', () => {
  let account: Account
  let main: Main
  beforeAll(async () => {
    account = await addAccount(library.server)
    const { email, password } = account
    const { token } = await clientOf().authenticate({ email, password })
    main = clientOf(token)
  })

  test('authenticate rejects a wrong password, and getUser rejects an invalid token', async () => {
    const { email } = account
    await expect(clientOf().authenticate({ email, password: 'x' })).rejects.toMatchObject({
      status: 401,
    })
    await expect(clientOf('x').getUser({})).rejects.toMatchObject({ status: 401 })
    expect(await main.getUser({})).toMatchObject({ user: { email } })
  })

  test('projects and buckets are added, read, edited and deleted', async () => {
    const { project } = (await main.addProject({ title: 'Site' })) as object as {
      project: { id: string }
    }
    const { id } = project
    expect(await main.getProjects({})).toMatchObject({ projects: [{ id, title: 'Site' }] })
    expect(await main.editProject({ id, title: 'Shop' })).toMatchObject({
      project: { title: 'Shop' },
    })
    expect(await main.getProject({ id })).toMatchObject({ project: { id, title: 'Shop' } })

    const slug = `goods-${id}`
    await main.addBucket({ title: 'Goods', slug, project: id })
    const { total } = (await main.getBuckets({})) as object as { total: number }
    expect(total).toBe(2)
    expect(await main.editBucket({ slug, title: 'Wares' })).toMatchObject({
      bucket: { title: 'Wares' },
    })
    expect(await main.getBucket({ slug })).toMatchObject({
      bucket: { slug, title: 'Wares', api_access: { write_key: expect.stringMatching(/.{20}/) } },
    })
    const bucket = main.bucket({ slug })
    const { users } = (await bucket.getUsers({})) as object as { users: { id: string }[] }
    expect(users).toHaveLength(1)
    expect(await bucket.getUser({ id: users[0]?.id })).toMatchObject({ user: users[0] })

    expect(await main.deleteBucket({ slug })).toHaveProperty('message')
    expect(await main.deleteProject({ id })).toHaveProperty('message')
    expect(await main.getProjects({})).toMatchObject({ projects: [], total: 0 })
  })

  test('addUser rejects with 405 and the code method_not_allowed', async () => {
    const { slug } = library.owner.bucket
    await expect(main.bucket({ slug }).addUser({ email: 'a@example.com' })).rejects.toMatchObject({
      status: 405,
      code: 'method_not_allowed',
    })
  })

  test('getBucket and deleteBucket answer 404 for a bucket of another tenant', async () => {
    const { slug } = library.owner.bucket
    await expect(main.getBucket({ slug })).rejects.toMatchObject({ status: 404 })
    await expect(main.deleteBucket({ slug })).rejects.toMatchObject({ status: 404 })
  })
})
