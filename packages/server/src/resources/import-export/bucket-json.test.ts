import { getBucket } from '@typecase/contract/buckets'
import { getObject, listObjects, deleteObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile } from './testing/import-file.ts'
import { needsSharedFixtures, readSharedFixture } from './testing/shared-fixtures.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

async function objectsOf(query: object = {}) {
  const input = { slug: owner.bucket.slug, query: JSON.stringify(query), limit: 1000 }
  const answer = await server.call(listObjects, { query: input }, owner)
  return answer.ok().objects.map(({ object }) => object)
}

const typesOf = async () => {
  const answer = await server.call(getBucket, { query: { slug: owner.bucket.slug } }, owner)
  return answer.ok().bucket.object_types
}

describe('real exports', needsSharedFixtures, () => {
  test.each([
    ['cosmicapp-localization-example', { types: 1, objects: 12, media: 0, relations: 0 }],
    ['nextjs-website-boilerplate', { types: 5, objects: 19, media: 9, relations: 1 }],
    ['vuetify-blog', { types: 4, objects: 9, media: 8, relations: 6 }],
  ])(
    'the import of %s adds all of its content, and a second import changes nothing',
    async (name, counts) => {
      owner = await addOwner(server)
      const file = readSharedFixture(`imports/${name}.json`)
      const first = await importFile(server, owner, file)
      expect(first.report).toMatchObject({
        object_types: { added: counts.types },
        objects: { added: counts.objects, updated: 0, unchanged: 0, deleted: 0 },
        media: { added: counts.media },
        relations: { resolved: counts.relations, missing: 0 },
        total_errors: 0,
      })
      expect(await objectsOf()).toHaveLength(counts.objects)
      expect(await typesOf()).toHaveLength(counts.types)

      const second = await importFile(server, owner, file)
      expect(second.report).toMatchObject({
        object_types: { added: 0, updated: 0, unchanged: counts.types },
        objects: { added: 0, updated: 0, unchanged: counts.objects, deleted: 0 },
        media: { added: 0, unchanged: counts.media },
      })
    },
  )

  test('keep times, locales and the order of objects', async () => {
    owner = await addOwner(server)
    const file = readSharedFixture('imports/cosmicapp-localization-example.json')
    await importFile(server, owner, file)
    const objects = await objectsOf({ locale: 'fr-FR' })
    expect(objects.map(({ slug }) => slug)).toEqual(['home', 'contact', 'about'])
    expect(objects[0]).toMatchObject({
      title: 'Accueil',
      status: 'published',
      created_at: '2016-07-03T15:33:03.140Z',
      modified_at: '2016-07-03T15:35:16.308Z',
    })
    const [type] = await typesOf()
    expect(type).toMatchObject({
      slug: 'pages',
      localization: true,
      locales: ['en-GB', 'en-US', 'fr-FR', 'de-DE'],
      options: { slug_field: true, content_editor: true, searchable: [], subtitle: null },
    })
  })

  test('have groups, repeaters, files and relations, which become values', async () => {
    owner = await addOwner(server)
    await importFile(server, owner, readSharedFixture('imports/vuetify-blog.json'))
    const [post] = await objectsOf({ slug: 'vestibulum-condimentum-quam-eu-est-convallis' })
    expect(post?.metadata['post_tags']).toEqual([{ tag: 'Nature' }, { tag: 'Picsum' }])
    const query = { slug: owner.bucket.slug, object_id: String(post?.metadata['author']) }
    const author = (await server.call(getObject, { query }, owner)).ok().object
    expect(author).toMatchObject({
      type: 'profiles',
      title: 'John B Smith’s Profile'.replace('’', "'"),
    })
    const [settings] = await objectsOf({ slug: 'global' })
    // Fields that only objects had are now fields of their type, so they can be edited.
    const type = (await typesOf()).find(({ slug }) => slug === 'settings')
    expect(type?.metafields.map(({ key }) => key)).toEqual(
      expect.arrayContaining(Object.keys(settings?.metadata ?? {})),
    )
  })

  test('have fields with children, which become groups and repeaters', async () => {
    owner = await addOwner(server)
    await importFile(server, owner, readSharedFixture('imports/nextjs-website-boilerplate.json'))
    const [nav] = await objectsOf({ slug: 'nav' })
    expect(nav?.metadata).toMatchObject({
      home: '/',
      services: { deciding_on_care: '/deciding-on-care' },
    })
    const [home] = await objectsOf({ type: 'pages', slug: 'home' })
    expect(home?.metadata['blurbs']).toMatchObject([
      { blurb_1: 'Our Services', image: expect.stringContaining('591595b0') },
      { blurb_1: 'Patient Care' },
      { blurb_1: 'Patient Reviews' },
    ])
  })
})

const field = (key: string, type: string, value: unknown, more: object = {}) => ({
  key,
  title: key,
  type,
  value,
  ...more,
})
/** Prefix of the ids of another system; each test has its own. */
let prefix = 0
const oldId = (n: number) => `${prefix.toString(16)}f${n}`.padStart(24, 'a')
beforeEach(() => void (prefix += 1))

const page = (n: number, more: object = {}) => ({
  _id: oldId(n),
  type_slug: 'pages',
  slug: `page-${n}`,
  title: `Page ${n}`,
  status: 'published',
  metafields: [],
  ...more,
})
const pages = { title: 'Pages', slug: 'pages', singular: 'Page', metafields: [] }
const file = (objects: object[], more: object = {}) =>
  JSON.stringify({ bucket: { object_types: [pages], objects, ...more } })

describe('folders of object types in a bucket.json', () => {
  const type = (slug: string, more: object = {}) => ({ title: slug, slug, metafields: [], ...more })
  const folders = (...list: object[]) =>
    file([], {
      object_types: [type('pages'), type('posts'), type('people', { folder: 'staff' })],
      object_type_folders: list,
    })
  const site = { title: 'Site', slug: 'site', emoji: '🌍', object_type_slugs: ['pages', 'posts'] }
  const staff = { title: 'Staff', slug: 'staff', object_type_slugs: ['ghosts'] }

  async function foldersOf() {
    const answer = await server.call(getBucket, { query: { slug: owner.bucket.slug } }, owner)
    return answer.ok().bucket.object_type_folders
  }

  test('are imported with their object types, and a second import leaves them unchanged', async () => {
    owner = await addOwner(server)
    const { report } = await importFile(server, owner, folders(site, staff))
    expect(report?.object_type_folders).toEqual({ added: 2, updated: 0, unchanged: 0 })
    expect(report?.warnings).toEqual([{ message: expect.stringContaining('ghosts') }])
    expect(await foldersOf()).toMatchObject([
      { slug: 'site', title: 'Site', emoji: '🌍', object_type_slugs: ['pages', 'posts'] },
      { slug: 'staff', title: 'Staff', object_type_slugs: ['people'] },
    ])
    const secondImport = await importFile(server, owner, folders(site, staff))
    expect(secondImport.report?.object_type_folders).toEqual({ added: 0, updated: 0, unchanged: 2 })
  })

  test('gain object types in a merge, and become as the file has them in a replacing import', async () => {
    owner = await addOwner(server)
    await importFile(server, owner, folders({ ...site, object_type_slugs: ['pages'] }))
    const other = { title: 'Other', slug: 'site', object_type_slugs: ['posts'] }
    await importFile(server, owner, folders(other))
    expect(await foldersOf()).toMatchObject([
      { title: 'Site', emoji: '🌍', object_type_slugs: ['pages', 'posts'] },
    ])
    await importFile(server, owner, folders(other), { import_mode: 'replace' })
    expect(await foldersOf()).toMatchObject([
      { title: 'Other', emoji: '', object_type_slugs: ['posts'] },
    ])
  })

  test('fail the import if a title is missing, or a slug is invalid or repeated', async () => {
    owner = await addOwner(server)
    const { job, report } = await importFile(
      server,
      owner,
      folders({ title: '' }, { title: 'A', slug: 'a/b' }, site, site),
    )
    expect(job.status).toBe('failed')
    expect(report?.errors.map(({ path, rule }) => [path, rule])).toEqual([
      ['object_type_folders.0.title', 'required'],
      ['object_type_folders.1.slug', 'slug'],
      ['object_type_folders.3.slug', 'unique'],
    ])
    expect(await foldersOf()).toEqual([])
  })
})

describe('singletons in a bucket.json', () => {
  const settings = { title: 'Settings', slug: 'settings', metafields: [], singleton: true }
  const one = (n: number, more: object = {}) => ({ ...page(n), type_slug: 'settings', ...more })
  const singles = (...objects: object[]) => file(objects, { object_types: [settings] })

  test('stay singletons and may have one object for each locale', async () => {
    owner = await addOwner(server)
    const { report } = await importFile(server, owner, singles(one(1), one(2, { locale: 'fr' })))
    expect(report?.objects.added).toBe(2)
    expect((await typesOf())[0]).toMatchObject({ slug: 'settings', singleton: true })
    const secondImport = await importFile(server, owner, singles(one(1, { title: 'New' })))
    expect(secondImport.report?.objects).toMatchObject({ added: 0, updated: 1 })
  })

  test('refuse a second object in the file or in the bucket, but let a replacing import swap it', async () => {
    owner = await addOwner(server)
    const two = await importFile(server, owner, singles(one(1), one(2)))
    expect(two.report?.errors).toMatchObject([{ row: 2, path: 'type', rule: 'singleton' }])
    expect(await objectsOf()).toEqual([])
    await importFile(server, owner, singles(one(1)))
    const second = await importFile(server, owner, singles(one(2)))
    expect(second.report?.errors).toMatchObject([{ row: 1, path: 'type', rule: 'singleton' }])
    const instead = await importFile(server, owner, singles(one(2)), { import_mode: 'replace' })
    expect(instead.report?.objects).toEqual({ added: 1, updated: 0, unchanged: 0, deleted: 1 })
  })
})

describe('an import of a bucket.json', () => {
  const linked = () => file([page(1), page(2, { metafields: [field('next', 'object', oldId(1))] })])

  test('keeps the ids of objects even if another bucket has the same ids', async () => {
    const text = linked()
    for (const _ of ['one', 'other']) {
      owner = await addOwner(server)
      await importFile(server, owner, text)
      const [two] = await objectsOf({ slug: 'page-2' })
      expect(two).toMatchObject({ id: oldId(2), metadata: { next: oldId(1) } })
    }
  })

  test('restores an object from the trash under its id, so that relations lead to it', async () => {
    owner = await addOwner(server)
    const text = linked()
    await importFile(server, owner, text)
    const request = { slug: owner.bucket.slug, object_ids: [oldId(1)] }
    ;(await server.call(deleteObjects, { body: request }, owner)).ok()
    await importFile(server, owner, text)
    const [one] = await objectsOf({ slug: 'page-1' })
    const [two] = await objectsOf({ slug: 'page-2' })
    expect(one?.id).toBe(oldId(1))
    expect(two).toMatchObject({ id: oldId(2), metadata: { next: oldId(1) } })
  })

  test('resolves relations among its objects, in circles, and to existing objects of the bucket', async () => {
    owner = await addOwner(server)
    await importFile(server, owner, file([page(1), page(2)]))
    const friend = (n: number) => field('friend', 'object', oldId(n))
    const all = field('all', 'objects', [1, 2, 3, 9].map(oldId).join())
    const { report } = await importFile(
      server,
      owner,
      file([page(3, { metafields: [friend(4)] }), page(4, { metafields: [friend(3), all] })]),
    )
    expect(report?.relations).toEqual({ resolved: 5, missing: 1 })
    expect(report?.warnings).toEqual([{ row: 2, message: expect.stringContaining(oldId(9)) }])
    const [four] = await objectsOf({ slug: 'page-4' })
    const [three] = await objectsOf({ slug: 'page-3' })
    expect(four?.metadata['friend']).toBe(three?.id)
    expect(three?.metadata['friend']).toBe(four?.id)
  })

  test('merges the fields in the file, keeps all other fields, and adds a revision', async () => {
    owner = await addOwner(server)
    const two = [field('a', 'text', 'A'), field('b', 'text', 'B')]
    await importFile(server, owner, file([page(1, { content: 'old', metafields: two })]))
    const { report, job } = await importFile(
      server,
      owner,
      file([page(1, { title: 'New', metafields: [field('b', 'text', 'C')] })]),
    )
    expect(report?.objects).toMatchObject({ added: 0, updated: 1, public: 1 })
    expect(job.change_set_id).not.toBeNull()
    const [object] = await objectsOf()
    expect(object).toMatchObject({
      title: 'New',
      content: 'old',
      status: 'published',
      metadata: { a: 'A', b: 'C' },
      rev: 2,
    })
  })

  test('moves objects and object types that the file lacks to the trash when it replaces', async () => {
    owner = await addOwner(server)
    const posts = { title: 'Posts', slug: 'posts', metafields: [] }
    const before = file([page(1), page(2), { ...page(3), type_slug: 'posts' }], {
      object_types: [pages, posts],
    })
    await importFile(server, owner, before)
    const after = file([page(2, { title: 'Two', metafields: [] }), page(4)])
    const dry = await importFile(server, owner, after, {
      import_mode: 'dry_run',
      dry_run_of: 'replace',
    })
    expect(await objectsOf()).toHaveLength(3)
    const { report } = await importFile(server, owner, after, { import_mode: 'replace' })
    expect(report).toMatchObject({
      object_types: { added: 0, updated: 0, unchanged: 1, deleted: 1 },
      objects: { added: 1, updated: 1, unchanged: 0, deleted: 2 },
    })
    expect({ ...dry.report, mode: 'replace' }).toEqual(report)
    const objects = await objectsOf()
    expect(objects.map(({ slug }) => slug).toSorted()).toEqual(['page-2', 'page-4'])
    // The remaining one is the same object.
    expect(objects.find(({ slug }) => slug === 'page-2')?.id).toBe(page(2)._id)
    expect((await typesOf()).map(({ slug }) => slug)).toEqual(['pages'])
  })

  test('refuses media without a valid location or type, and skips them if invalid items are skipped', async () => {
    owner = await addOwner(server)
    const name = 'abc-cat 1.png'
    const media = [
      {
        name,
        original_name: 'cat 1.png',
        size: 7,
        type: 'image/png',
        location: 'https://cdn.test/x',
      },
      { name: 'no-place.png', type: 'image/png' },
      { name: 'page.html', type: 'text/html; charset=x', location: 'https://cdn.test' },
      { name: 'script', type: 'image/png', location: 'javascript:alert(1)' },
    ]
    const refused = await importFile(server, owner, file([], { media }))
    expect(refused.report?.errors.map(({ path }) => path)).toEqual([
      'media.1.location',
      'media.2.type',
      'media.3.location',
    ])
    expect(refused.job.status).toBe('failed')
    const taken = await importFile(server, owner, file([], { media }), { skip_invalid: true })
    expect(taken.report?.media).toEqual({ added: 1, unchanged: 0 })
  })

  test('gives fields without keys the keys in their objects, or keys made from their titles', async () => {
    owner = await addOwner(server)
    const bare = (title: string, type = 'text') => ({ title, key: '', type })
    const fields = [bare('Headline'), bare('Published on', 'date'), bare('Tags', 'text')]
    const on = field('published', 'date', '2026-01-02', { title: 'Published on' })
    const { report } = await importFile(
      server,
      owner,
      file(
        [
          page(1, { metafields: [{ ...bare('Headline'), value: 'Hello' }, on] }),
          page(2, { metafields: [on] }),
        ],
        { object_types: [{ ...pages, metafields: fields }] },
      ),
    )
    expect(report).toMatchObject({ objects: { added: 2 }, total_errors: 0 })
    expect(report?.warnings).toEqual([
      {
        message: 'Pages: the field “Headline” has no key; it got “headline” from its title.',
        count: 2,
      },
      {
        message: 'Pages: the field “Published on” has no key; it got “published” from the objects.',
      },
    ])
    const [type] = await typesOf()
    expect(type?.metafields.map(({ key, title }) => [key, title])).toEqual([
      ['headline', 'Headline'],
      ['published', 'Published on'],
      ['tags', 'Tags'],
    ])
    const [one] = await objectsOf({ slug: 'page-1' })
    expect(one?.metadata).toEqual({ headline: 'Hello', published: '2026-01-02' })
  })

  test('reports equal problems once, with their count', async () => {
    owner = await addOwner(server)
    const cover = (name: string) => field('cover', 'file', name, { title: 'Cover' })
    const entry = (name: string, location: string) => ({
      name,
      original_name: name,
      type: 'image/png',
      location,
    })
    const objects = [
      page(1, { metafields: [cover('there.png'), field('to', 'object', oldId(7))] }),
      page(2, { metafields: [cover('lost.png'), field('to', 'object', oldId(8))] }),
      page(3, { metafields: [cover('lost.png')], thumbnail: 'small.png' }),
      page(4, { metafields: [cover('lost too.png')] }),
    ]
    const media = [
      entry('there.png', 'https://cdn.test/x'),
      entry('b.png', 'https://cdn.test/y'),
      entry('own.png', `${server.app.settings.PUBLIC_URL}/media`),
    ]
    const { report } = await importFile(server, owner, file(objects, { media }))
    expect(report?.warnings).toEqual([
      {
        row: 1,
        message: `to: there is no object with the id “${oldId(7)}”. The id is kept.`,
        count: 2,
      },
      { message: 'Media “there.png” stays at cdn.test: its file was not copied.', count: 2 },
      { row: 2, message: 'Cover: there is no media “lost.png”.', count: 2 },
      { row: 3, message: 'Thumbnail: there is no media “small.png”.' },
    ])
    const secondImport = await importFile(server, owner, file(objects, { media }))
    expect(secondImport.report?.warnings.map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining('stays at'),
    )
  })

  test('reads newer files with `type`, `metadata` and ids without an underscore', async () => {
    owner = await addOwner(server)
    const price = field('price', 'number', '')
    const { report } = await importFile(
      server,
      owner,
      JSON.stringify({
        bucket: {
          object_types: [{ title: 'Offers', slug: 'offers', metafields: [price], options: {} }],
          objects: [
            {
              id: oldId(1),
              type: 'offers',
              title: 'One',
              status: 'draft',
              metadata: { price: '3' },
            },
          ],
        },
      }),
    )
    expect(report?.objects.added).toBe(1)
    expect((await objectsOf())[0]).toMatchObject({
      id: oldId(1),
      slug: 'one',
      status: 'draft',
      metadata: { price: 3 },
    })
  })
})
