import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { getBucket } from '@typecase/contract/buckets'
import type { ImportMapping } from '@typecase/contract/import-export'
import { listObjects } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'
import {
  endOf,
  type ImportOptions,
  importFile,
  sendImport,
} from '@typecase/server/resources/import-export/testing/import-file'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let owner: Owner
let before: unknown

const field = (key: string, type: string, value: unknown = '') => ({ key, title: key, type, value })
const object = (n: number, more: object = {}) => ({
  _id: `${n}`.padStart(24, 'c'),
  type_slug: 'posts',
  slug: `post-${n}`,
  title: `Post ${n}`,
  status: 'published',
  content: '<p>Ünïcode 🎨</p>',
  metafields: [
    field('year', 'number', 2000 + n),
    field('next', 'object', `${n + 1}`.padStart(24, 'c')),
  ],
  ...more,
})
const bucket = (more: object = {}) => ({
  object_types: [
    {
      title: 'Posts',
      slug: 'posts',
      metafields: [field('year', 'number'), field('next', 'object')],
    },
  ],
  objects: [object(1), object(2), object(3)],
  media: [
    { name: 'a.png', original_name: 'a.png', type: 'image/png', location: 'https://cdn.test' },
  ],
  ...more,
})
const file = (more: object = {}) => JSON.stringify({ bucket: bucket(more) })
const withObject = (more: object) => file({ objects: [object(8), object(9, more)] })
const withType = (more: object) =>
  file({ object_types: [{ title: 'Posts', slug: 'posts', metafields: [], ...more }] })

beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  const { job } = await importFile(server, owner, file())
  expect(job.status).toBe('done')
  before = await content()
})
afterAll(() => server.remove())

/** Reads everything in a bucket, with the version that every write raises. */
async function content(): Promise<unknown> {
  const { slug } = owner.bucket
  const query = { slug, limit: 1000 }
  const { object_types, version, media_folders, importing } = (
    await server.call(getBucket, { query: { slug } }, owner)
  ).ok().bucket
  const objects = (await server.call(listObjects, { query }, owner)).ok()
  const trash = (await server.call(listTrash, { query }, owner)).ok()
  return { object_types, version, media_folders, importing, objects, trash }
}

async function expectRefused(malformed: string | Uint8Array, options: ImportOptions = {}) {
  const answer = await sendImport(server, owner, malformed, options, owner)
  if (answer.status === 202) {
    const job = await endOf(server, owner, answer.ok().job)
    const errors = [{ reason: expect.stringMatching(/\S/) }]
    expect(job).toMatchObject({ status: 'failed', errors })
    expect(job.errors[0]?.reason).not.toContain('Something went wrong')
  } else {
    // A file that is not text never becomes a job.
    expect([400, 413, 415]).toContain(answer.status)
    expect(answer.error().message).toMatch(/\S/)
  }
  expect(await content()).toEqual(before)
}

test.each(Array.from({ length: 19 }, (_, n) => (n + 1) * 5))(
  'a bucket.json that is cut off at %i %% changes nothing',
  async (percent) => {
    const whole = new TextEncoder().encode(file({ objects: [object(8), object(9)] }))
    const part = whole.slice(0, Math.floor((whole.length * percent) / 100))
    await expectRefused(part, { import_mode: percent % 2 ? 'merge' : 'replace' })
  },
)

test.each<[string, string | Uint8Array]>([
  ['nothing', ''],
  ['blanks', ' \n '],
  ['another JSON', '{"hello": "world"}'],
  ['a list', '[]'],
  ['a text', '"bucket"'],
  ['an object instead of objects', file({ objects: { a: object(9) } })],
  ['a number instead of object types', file({ object_types: 7 })],
  ['an object that is a text', file({ objects: ['post'] })],
  ['an object type that is null', file({ object_types: [null] })],
  ['no title', withObject({ title: null })],
  ['a title that is an object', withObject({ title: { en: 'Post' } })],
  ['a title that is too long', withObject({ title: 'x'.repeat(1001) })],
  ['a slug that is a path', withObject({ slug: 'a/b' })],
  ['a slug that comes twice', withObject({ slug: 'post-8' })],
  ['an unknown object type', withObject({ type_slug: 'ghosts' })],
  ['no object type', withObject({ type_slug: null })],
  ['an unknown status', withObject({ status: 'hidden' })],
  ['an odd locale', withObject({ locale: 'x y' })],
  ['an odd time', withObject({ publish_at: 'soon' })],
  ['a content that is a list', withObject({ content: ['a'] })],
  ['metafields that are no list', withObject({ metafields: { year: 1 } })],
  ['a metafield without a key', withObject({ metafields: [{ type: 'text', value: 'a' }] })],
  ['a metafield of an unknown type', withObject({ metafields: [field('a', 'hologram')] })],
  ['an invalid number', withObject({ metafields: [field('year', 'number', 'soon')] })],
  ['a key of prototypes', withObject({ metafields: [field('__proto__', 'text', 'a')] })],
  ['a type without a slug', withType({ slug: '' })],
  ['a type whose fields share a key', withType({ metafields: [field('a', 'text'), 7] })],
  ['a type whose field has an odd key', withType({ metafields: [field('1 2', 'text')] })],
  [
    'a type that comes twice',
    file({ object_types: [...bucket().object_types, ...bucket().object_types] }),
  ],
  ['media without a place', file({ media: [{ name: 'b.png', type: 'image/png' }] })],
  [
    'media that are HTML',
    file({ media: [{ name: 'b', type: 'text/html', location: 'https://a.b' }] }),
  ],
  ['a NUL', withObject({ title: 'a\u0000b' })],
  ['deep nesting', withObject({ metadata: JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`) })],
  ['UTF-16 without a byte order mark', Buffer.from(file(), 'utf16le')],
  ['Latin-1', Buffer.from(file().replace('🎨', ''), 'latin1')],
  ['a zip archive', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.from(file())])],
  ['a gzip file cut off', gzipSync(file()).subarray(0, -12)],
  ['a gzip file of rubbish', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('rubbish')])],
])('a bucket.json with %s changes nothing', (_name, malformed) =>
  expectRefused(malformed, { import_mode: 'replace' }),
)

const columns = [
  { from: 'title', to: 'title' },
  { from: 'year', to: 'metadata.year' },
]
const ndjson: ImportMapping = { format: 'ndjson', object_type: 'posts', columns }
const csv: ImportMapping = { ...ndjson, format: 'csv' }

test.each<[string, string, ImportMapping]>([
  ['NDJSON cut off within a line', '{"title":"A"}\n{"title":"B', ndjson],
  ['NDJSON that is one list', '[{"title":"A"},{"title":"B"}]', ndjson],
  ['NDJSON with an invalid number', '{"title":"A","year":"x"}', ndjson],
  ['NDJSON read as CSV', '{"title":"A"}\n{"title":"B"}\n', csv],
  ['CSV with an open quote', 'title,year\n"A,1\nB,2\n', csv],
  ['CSV cut off within a row', 'title,year\nA,1\nB', csv],
  ['CSV without the title', 'name,year\nA,1\n', csv],
  ['an empty table', '', csv],
])('an import of %s changes nothing', (_name, malformed, mapping) =>
  expectRefused(malformed, { mapping, import_mode: 'replace' }),
)

test('the imports leave no temporary file', async () => {
  await waitFor(
    () => readdirSync(join(server.dataDir, 'tmp')),
    (files) => files.length === 0,
  )
})
