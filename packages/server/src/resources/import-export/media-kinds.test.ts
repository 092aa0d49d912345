import type { ImportMapping } from '@typecase/contract/import-export'
import type { Media } from '@typecase/contract/media-upload'
import { listObjects } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload } from '../../testing/uploads.ts'
import { importFile } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
let image: Media
let sheet: Media
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  const metafields = [
    {
      key: 'cover',
      title: 'Cover',
      type: 'file' as const,
      media_validation_type: 'image' as const,
    },
    {
      key: 'shots',
      title: 'Shots',
      type: 'files' as const,
      media_validation_type: 'image' as const,
    },
  ]
  await addType(server, owner, 'posts', metafields)
  const [one, other] = await upload(
    server,
    owner,
    { bytes: await picture().png().toBuffer(), name: 'storm.png' },
    { bytes: 'a,b\n1,2\n', name: 'prices.csv' },
  )
  if (!one || !other) throw new Error('nothing was stored')
  image = one
  sheet = other
})

const table: ImportMapping = {
  format: 'csv',
  object_type: 'posts',
  columns: [
    { from: 'title', to: 'title' },
    { from: 'cover', to: 'metadata.cover' },
    { from: 'shots', to: 'metadata.shots', split: ';' },
  ],
}
const importTable = (rows: readonly string[], more: object = {}) =>
  importFile(server, owner, ['title,cover,shots', ...rows, ''].join('\n'), {
    mapping: table,
    name: 'posts.csv',
    ...more,
  })
async function titles() {
  const answer = await server.call(listObjects, { query: { slug: owner.bucket.slug } }, owner)
  return answer
    .ok()
    .objects.map(({ object }) => object.title)
    .toSorted()
}

test('rows of a table with media of the wrong kind are refused by row and field', async () => {
  const rows = [
    `Good,${image.name},${image.name}`,
    `Cover,${sheet.name},`,
    `Shot,,${image.name};${sheet.name}`,
  ]
  const { job, report } = await importTable(rows)
  expect(job.status).toBe('failed')
  expect(report?.errors).toMatchObject([
    {
      row: 3,
      path: 'metadata.cover',
      message: 'metadata.cover must be a media of type image',
      rule: 'reference',
      title: 'Cover',
    },
    { row: 4, path: 'metadata.shots.1', rule: 'reference' },
  ])
  expect(await titles()).toEqual([])

  const some = await importTable(rows, { skip_invalid: true })
  expect(some.report).toMatchObject({ objects: { added: 1 }, invalid_rows: 2 })
  expect(await titles()).toEqual(['Good'])
})

test('media of the right kind and media that do not exist yet are accepted', async () => {
  const { job, report } = await importTable([`A,${image.name},`, 'B,later.mp4,later.csv'])
  expect(job.status).toBe('done')
  expect(report).toMatchObject({ objects: { added: 2 }, errors: [] })
})

test('a bucket.json of another system is accepted with one warning for all media of the wrong kind', async () => {
  const text = JSON.stringify({
    bucket: {
      object_types: [],
      objects: [
        { title: 'One', slug: 'one', type_slug: 'posts', metadata: { cover: sheet.name } },
        { title: 'Two', slug: 'two', type_slug: 'posts', metadata: { cover: 'film.mp4' } },
      ],
      media: [
        {
          name: 'film.mp4',
          original_name: 'film.mp4',
          type: 'video/mp4',
          location: 'https://media.example.com',
        },
      ],
    },
  })
  const { job, report } = await importFile(server, owner, text)
  expect(job.errors).toEqual([])
  expect(await titles()).toEqual(['One', 'Two'])
  const message = 'metadata.cover must be a media of type image'
  const warnings = report?.warnings.filter((warning) => warning.message.includes('media of type'))
  expect(warnings).toMatchObject([{ message, count: 2 }])
})

test('a wrong kind is found among the names of 1,200 media that do not exist yet', async () => {
  const names = Array.from({ length: 1200 }, (_, n) => `later-${n}.png`)
  const rows = Array.from(
    { length: 40 },
    (_, n) => `Row ${n},,${names.slice(n * 30, n * 30 + 30).join(';')}`,
  )
  const { report } = await importTable([...rows, `Last,,${sheet.name}`])
  expect(report?.errors).toMatchObject([{ row: 42, path: 'metadata.shots.0' }])
})
