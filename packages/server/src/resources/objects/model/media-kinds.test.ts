import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import {
  batchObjects,
  insertObject,
  insertRevision,
  updateMetafield,
  updateMetafields,
  updateObject as updateContent,
} from '@typecase/contract/content-writes'
import type { Metafield } from '@typecase/contract/metafields'
import { addObject, updateObject } from '@typecase/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { writeContent } from '../../../content-api/testing/write-content.ts'
import { addMedia } from '../../../testing/media.ts'
import { addOneObject, addType, readOneObject } from '../../../testing/content.ts'
import { addOwner, type Owner } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let id: string
/** Media names by type. */
let media: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const types = ['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/csv']
const kinds = ['image', 'video', 'audio', 'application'] as const
const file = (kind: (typeof kinds)[number], key: string = kind): Metafield => ({
  key,
  title: key,
  type: 'file',
  media_validation_type: kind,
})

beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    file('image', 'hero'),
    { ...file('image', 'shots'), type: 'files' },
    ...kinds.map((kind) => file(kind)),
    { key: 'group', title: 'Group', type: 'parent', children: kinds.map((kind) => file(kind)) },
    {
      key: 'rows',
      title: 'Rows',
      type: 'repeater',
      repeater_fields: kinds.map((kind) => file(kind)),
    },
  ])
  const ids = await addMedia(
    server,
    owner,
    types.map((type) => ({ type })),
  )
  media = Object.fromEntries(types.map((type, n) => [type, `${ids[n]}.png`]))
  id = (await addOneObject(server, owner, { type: 'posts', title: 'One' })).id
})

const hero = (value: unknown) => ({ metadata: { hero: value } })
const one = () => ({ slug: owner.bucket.slug, object_id: id })
const content = (endpoint: Parameters<typeof writeContent>[2], body: object) =>
  writeContent(server, owner, endpoint, { params: { id, key: 'hero' }, body })

/** Each way to write a value, with the path in its error. */
const ways: [string, string, (value: unknown) => Promise<{ status: number; error(): unknown }>][] =
  [
    [
      'objects/add',
      'data.metadata.hero',
      (value) => {
        const data = { type: 'posts', title: 'New', ...hero(value) }
        return server.send(addObject, { body: { slug: owner.bucket.slug, data } }, owner)
      },
    ],
    [
      'objects/update',
      'data.metadata.hero',
      (value) => server.send(updateObject, { body: { ...one(), data: hero(value) } }, owner),
    ],
    [
      'objects/bulk-edit',
      'data.metadata.hero.value',
      (value) => {
        const data = { metadata: { hero: { op: 'set', value } } }
        const body = { slug: owner.bucket.slug, object_ids: [id], data }
        return server.send(bulkEditObjects, { body }, owner)
      },
    ],
    [
      'an insert of the content API',
      'metadata.hero',
      (value) => content(insertObject, { type: 'posts', title: 'New', ...hero(value) }),
    ],
    [
      'an update of the content API',
      'metadata.hero',
      (value) => content(updateContent, hero(value)),
    ],
    [
      'a revision of the content API',
      'metadata.hero',
      (value) => content(insertRevision, hero(value)),
    ],
    ['one metafield of the content API', 'hero', (value) => content(updateMetafield, { value })],
    [
      'metafields of the content API',
      'hero',
      (value) => content(updateMetafields, { metafields: [{ key: 'hero', value }] }),
    ],
  ]

test.each(ways)(
  '%s answers 400 for the wrong kind, and accepts the right kind, no media and a missing media',
  async (_way, path, send) => {
    const refused = await send(media['video/mp4'])
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.error())).toContain(`${path} must be a media of type image`)
    expect((await readOneObject(server, owner, id)).metadata?.['hero'] ?? null).toBeNull()
    for (const value of [media['image/png'], null, 'not-there-yet.mp4'])
      expect((await send(value)).status).toBeLessThan(300)
  },
)

test('a batch of the content API reports the wrong kind and does the other operations', async () => {
  const object = (value: unknown) => ({ type: 'posts', title: 'New', ...hero(value) })
  const operations = ['video/mp4', 'image/png'].map((type) => ({
    method: 'add',
    object: object(media[type]),
  }))
  const answer = await content(batchObjects, { operations })
  expect(answer.ok()).toMatchObject({
    operations: [
      {
        status: 'error',
        message: expect.stringContaining('must be a media of type image'),
      },
      { status: 'success' },
    ],
  })
})

test('an object that already has a media of the wrong kind can be saved in its other fields', async () => {
  await server.app.db.write(
    ({ db }) =>
      db
        .updateTable('objects')
        .set({ metadata: JSON.stringify({ hero: media['video/mp4'] }) })
        .where('id', '=', id)
        .execute(),
    'serializable',
  )
  const data = { metadata: { hero: media['video/mp4'], image: media['image/png'] } }
  const answer = await server.send(updateObject, { body: { ...one(), data } }, owner)
  expect(answer.status).toBe(200)
})

test('at any position of a field, a media is accepted if and only if it is of its kind', async () => {
  const owners = fc.constantFrom(
    (key: string, name: string) => ({ [key]: name }),
    (key: string, name: string) => ({ [key]: `${name}?rect=0,0,5,5` }),
    (key: string, name: string) => ({ [key]: `https://example.com/media/${name}` }),
    (key: string, name: string) => ({ group: { [key]: name } }),
    (key: string, name: string) => ({ rows: [{}, { [key]: name }] }),
  )
  const refusals: boolean[] = []
  await fc.assert(
    fc.asyncProperty(
      owners,
      fc.constantFrom(...kinds),
      fc.constantFrom(...types),
      async (location, kind, type) => {
        const data = { metadata: location(kind, media[type] ?? '') }
        const { status } = await server.send(updateObject, { body: { ...one(), data } }, owner)
        const isOther = !type.startsWith(`${kind}/`)
        refusals.push(isOther)
        expect(status).toBe(isOther ? 400 : 200)
      },
    ),
    { numRuns: 80 },
  )
  // The runs must include both outcomes.
  expect(new Set(refusals).size).toBe(2)
})
