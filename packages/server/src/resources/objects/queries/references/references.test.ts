import { objectReferences } from '@typecase/contract/object-references'
import {
  deleteObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { deleteObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType, type FieldInput } from '../../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const author: FieldInput = { key: 'author', type: 'object', object_type: 'people' }
const fields: FieldInput[] = [
  { ...author, title: 'Author' },
  { key: 'editors', type: 'objects', title: 'Editors' },
  { key: 'seo', type: 'parent', title: 'SEO', children: [{ ...author, title: 'By' }] },
  {
    key: 'credits',
    type: 'repeater',
    title: 'Credits',
    repeater_fields: [
      { ...author, key: 'who', title: 'Who' },
      { key: 'role', type: 'text', title: 'Role' },
    ],
  },
  { key: 'note', type: 'text' },
]

let server: TestServer
let owner: Owner
let stranger: Owner

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  for (const one of [owner, stranger]) {
    await addType(server, one, 'people')
    await addType(server, one, 'posts', fields)
  }
})
afterAll(() => server.remove())

const person = (title = 'Ada') => addOneObject(server, owner, { type: 'people', title })
const post = (title: string, metadata: object, more: object = {}) =>
  addOneObject(server, owner, { type: 'posts', title, metadata, ...more })
const ask = (query: object, by: { token?: string } = owner) =>
  server.send(objectReferences, { query: { slug: owner.bucket.slug, ...query } }, by)
async function referencesOf(object_id: string, page: { limit?: number; skip?: number } = {}) {
  const query = { slug: owner.bucket.slug, object_id, ...page }
  return (await server.call(objectReferences, { query }, owner)).ok()
}
const update = async (object_id: string, data: object) =>
  (
    await server.call(updateObject, { body: { slug: owner.bucket.slug, object_id, data } }, owner)
  ).ok()
const body = (...object_ids: string[]) => ({ slug: owner.bucket.slug, object_ids })

describe('objects/references', () => {
  test('answers 401 without a session', async () => {
    const { id } = await person()
    expect((await ask({ object_id: id }, {})).status).toBe(401)
  })

  test('answers 404 for the bucket and for an object of another tenant', async () => {
    const { id } = await person()
    expect((await ask({ object_id: id }, stranger)).status).toBe(404)
    const theirs = await addOneObject(server, stranger, { type: 'people', title: 'Eve' })
    expect((await ask({ object_id: theirs.id })).status).toBe(404)
  })

  test('answers 400 for an invalid id or page', async () => {
    const { id } = await person()
    expect((await ask({})).status).toBe(400)
    expect((await ask({ object_id: 'x' })).status).toBe(400)
    expect((await ask({ object_id: id, limit: 0 })).status).toBe(400)
    expect((await ask({ object_id: id, limit: 1001 })).status).toBe(400)
    expect((await ask({ object_id: id, skip: -1 })).status).toBe(400)
  })

  test('answers a contributor', async () => {
    const { id } = await person()
    const contributor = await addPerson(server)
    await join(server, contributor, owner, 'contributor')
    expect((await ask({ object_id: id }, contributor)).status).toBe(200)
  })

  test('finds relations at every depth, names their fields and counts them', async () => {
    const [{ id }, other] = [await person(), await person('Bob')]
    const one = await post('One', {
      author: id,
      editors: [other.id, id, id],
      credits: [{ who: other.id }, { who: id, role: 'cook' }],
    })
    const two = await post('Two', { seo: { author: id }, note: id }, { status: 'published' })
    await post('Three', { author: other.id, note: id })

    expect(await referencesOf(id)).toEqual({
      total: 2,
      limit: 50,
      skip: 0,
      by_field: [
        { type: 'posts', field: 'metadata.author', label: 'Author', total: 1 },
        { type: 'posts', field: 'metadata.editors', label: 'Editors', total: 1 },
        { type: 'posts', field: 'metadata.seo.author', label: 'SEO › By', total: 1 },
        { type: 'posts', field: 'metadata.credits.who', label: 'Credits › Who', total: 1 },
      ],
      references: [
        {
          object_id: two.id,
          title: 'Two',
          type: 'posts',
          status: 'published',
          main_object_status: 'published',
          locale: null,
          fields: [
            { field: 'metadata.seo.author', label: 'SEO › By', versions: ['newest', 'published'] },
          ],
        },
        {
          object_id: one.id,
          title: 'One',
          type: 'posts',
          status: 'draft',
          main_object_status: 'draft',
          locale: null,
          fields: [
            { field: 'metadata.author', label: 'Author', versions: ['newest'] },
            { field: 'metadata.editors', label: 'Editors', versions: ['newest'] },
            { field: 'metadata.credits.who', label: 'Credits › Who', versions: ['newest'] },
          ],
        },
      ],
    })
  })

  test('returns pages, the newest objects first', async () => {
    const { id } = await person()
    const created: string[] = []
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      created.push((await post(title, { author: id })).id)
    const newest = created.toSorted().toReversed()
    const page = await referencesOf(id, { limit: 2, skip: 1 })
    expect(page.references.map(({ object_id }) => object_id)).toEqual(newest.slice(1, 3))
    expect(page).toMatchObject({ total: 5, limit: 2, skip: 1 })
    expect((await referencesOf(id, { skip: 5 })).references).toEqual([])
  })

  test('is empty for an object without references', async () => {
    const { id } = await person()
    const answer = { references: [], by_field: [], total: 0, limit: 50, skip: 0 }
    expect(await referencesOf(id)).toEqual(answer)
  })

  test('finds references in the newest and in the published version, and names the version', async () => {
    const [ada, bob] = [await person(), await person('Bob')]
    const { id } = await post('One', { author: ada.id }, { status: 'published' })
    await update(id, { status: 'draft', metadata: { author: bob.id } })
    const versions = async (of: { id: string }) =>
      (await referencesOf(of.id)).references.map(({ fields: [field] }) => field?.versions)
    expect(await versions(ada)).toEqual([['published']])
    expect(await versions(bob)).toEqual([['newest']])

    await update(id, { status: 'draft', metadata: { author: ada.id } })
    expect(await versions(ada)).toEqual([['newest', 'published']])
    expect(await referencesOf(ada.id)).toMatchObject({ total: 1 })
    expect(await versions(bob)).toEqual([])

    await update(id, { status: 'draft', metadata: { author: bob.id } })
    await server.call(publishObjects, { body: body(id) }, owner)
    expect([await versions(ada), await versions(bob)]).toEqual([[], [['newest', 'published']]])
    await server.call(unpublishObjects, { body: body(id) }, owner)
    expect(await versions(bob)).toEqual([['newest']])
  })

  test('ignores objects in the trash and objects of a deleted type', async () => {
    const { id } = await person()
    const one = await post('One', { author: id })
    await addType(server, owner, 'pages', [author])
    await addOneObject(server, owner, { type: 'pages', title: 'Page', metadata: { author: id } })
    expect((await referencesOf(id)).total).toBe(2)
    await server.call(deleteObjects, { body: body(one.id) }, owner)
    expect((await referencesOf(id)).total).toBe(1)
    const query = { slug: owner.bucket.slug, type_slug: 'pages' }
    await server.call(deleteObjectType, { query }, owner)
    expect((await referencesOf(id)).total).toBe(0)
    await server.call(deleteObjects, { body: body(id) }, owner)
    expect((await ask({ object_id: id })).status).toBe(404)
  })

  test('finds links in texts, in metadata and in the content', async () => {
    const { id } = await person()
    await addType(server, owner, 'notes', [{ key: 'body', type: 'markdown' }])
    const markdown = { body: `[Ada](object:${id}#life) and object:${id}ff` }
    const note = { type: 'notes', title: 'Note', metadata: markdown }
    const { id: one } = await addOneObject(server, owner, note)
    const two = await post('Two', {}, { content: `<a href="object:${id}">Ada</a>` })
    expect(await referencesOf(id)).toMatchObject({
      total: 2,
      by_field: [
        { type: 'posts', field: '$links', label: 'Links in texts', total: 1 },
        { type: 'notes', field: '$links', label: 'Links in texts', total: 1 },
      ],
      references: [{ object_id: two.id }, { object_id: one }],
    })
  })

  test('finds a deleted object as long as others refer to it, and then answers 404', async () => {
    const { id } = await person()
    const one = await post('One', { author: id })
    await server.call(deleteObjects, { body: body(id) }, owner)
    expect((await referencesOf(id)).references).toMatchObject([{ object_id: one.id }])
    await update(one.id, { metadata: { author: null } })
    expect((await ask({ object_id: id })).status).toBe(404)
  })

  test('includes an object that refers to itself', async () => {
    await addType(server, owner, 'topics', [{ key: 'parents', type: 'objects' }])
    const { id } = await addOneObject(server, owner, { type: 'topics', title: 'Self' })
    await update(id, { metadata: { parents: [id] } })
    expect((await referencesOf(id)).references).toMatchObject([{ object_id: id }])
  })
})

describe('the dry run of a deletion', () => {
  const planned = async (...ids: string[]) =>
    (await server.call(deleteObjects, { body: { ...body(...ids), dry_run: true } }, owner)).ok()
      .references

  test('counts the deleted objects that are in use, and the objects that use them', async () => {
    const [a, b, c] = [await person('a'), await person('b'), await person('c')]
    const one = await post('One', { author: a.id, editors: [a.id, b.id] })
    const two = await post('Two', { seo: { author: a.id } })
    expect(await planned(a.id, b.id, c.id)).toEqual({ used: 2, by: 2 })
    expect(await planned(c.id)).toEqual({ used: 0, by: 0 })
    // References from objects deleted in the same call do not count.
    expect(await planned(a.id, b.id, one.id)).toEqual({ used: 1, by: 1 })
    expect(await planned(a.id, b.id, one.id, two.id)).toEqual({ used: 0, by: 0 })
  })

  test('counts references of published versions as well', async () => {
    const a = await person('a')
    const { id } = await post('One', { author: a.id }, { status: 'published' })
    await update(id, { status: 'draft', metadata: { author: null } })
    expect(await planned(a.id)).toEqual({ used: 1, by: 1 })
  })

  test('counts references, while the dry run of a publication does not', async () => {
    const a = await person('a')
    await post('One', { author: a.id })
    const answer = await server.call(
      publishObjects,
      { body: { ...body(a.id), dry_run: true } },
      owner,
    )
    expect(answer.ok()).not.toHaveProperty('references')
  })
})
