import { updateObject } from '@typecase/contract/objects'
import { addBucket } from '@typecase/contract/projects'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { addObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { updateMedia } from '@typecase/contract/media'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { addOneObject, addType, type FieldInput } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fetchFile, upload } from '../../testing/uploads.ts'
import { exported, unzip } from './testing/export-bucket.ts'
import { importFile } from './testing/import-file.ts'

// Importing an export into an empty bucket gives an equal bucket, and exporting that one gives an equal file.
vi.setConfig({ testTimeout: 600_000 })

const RUNS = Number(process.env['TRANSFER_RUNS'] ?? 4)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '')

/** Content of a bucket; numbers select existing items. */
const content = fc.record({
  types: fc.array(
    fc.record({
      isLocalized: fc.boolean(),
      isSingleton: fc.boolean(),
      isInFolder: fc.boolean(),
      isUnique: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  media: fc.array(
    fc.record({
      title: words,
      alt: words,
      text: fc.option(fc.string({ maxLength: 200 }).filter((text) => !text.includes('<'))),
      isFiled: fc.boolean(),
      metadata: fc.dictionary(fc.constantFrom('credit', 'place'), words, { maxKeys: 2 }),
    }),
    { maxLength: 4 },
  ),
  objects: fc.array(
    fc.record({
      type: fc.nat(9),
      title: words,
      locale: fc.constantFrom(null, 'en', 'de'),
      content: fc.string({ maxLength: 60 }),
      state: fc.constantFrom('draft', 'published', 'changed'),
      thumbnail: fc.option(fc.nat(9)),
      text: fc.option(words),
      number: fc.option(fc.integer()),
      files: fc.array(fc.nat(9), { maxLength: 3 }),
      relations: fc.array(fc.nat(9), { maxLength: 3 }),
      publishAt: fc.option(fc.integer({ min: 3e12, max: 4e12 })),
      rows: fc.array(words, { maxLength: 2 }),
      tags: fc.subarray(['red', 'blue']),
    }),
    { maxLength: 12 },
  ),
})
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never

const fields: FieldInput[] = [
  { key: 'text', type: 'text' },
  { key: 'number', type: 'number' },
  { key: 'body', type: 'html-textarea' },
  { key: 'notes', type: 'markdown' },
  { key: 'hero', type: 'file' },
  { key: 'gallery', type: 'files' },
  { key: 'next', type: 'object' },
  { key: 'others', type: 'objects' },
  { key: 'on', type: 'switch', options: 'true,false' },
  { key: 'day', type: 'date' },
  { key: 'tags', type: 'multi-select', options: [{ value: 'red' }, { value: 'blue' }] },
  { key: 'group', type: 'parent', children: [{ title: 'In', key: 'in', type: 'text' }] },
  { key: 'list', type: 'repeater', repeater_fields: [{ title: 'Row', key: 'row', type: 'text' }] },
]

async function fill(owner: Owner, { types, media, objects }: Content): Promise<void> {
  const { slug } = owner.bucket
  await server.call(addObjectTypeFolder, { body: { slug, data: { title: 'Drawer' } } }, owner)
  for (const [n, type] of types.entries()) {
    const sample = fields.map((field) =>
      field.key === 'text' && type.isUnique ? { ...field, unique: true } : field,
    )
    await addType(server, owner, `type-${n}`, sample, {
      singleton: type.isSingleton,
      localization: type.isLocalized,
      ...(type.isInFolder && { folder: 'drawer' }),
    })
  }
  for (const data of [{ title: 'Trips' }, { title: 'Rome', parent: 'trips' }])
    await server.call(addMediaFolder, { body: { slug, data } }, owner)
  const names: string[] = []
  for (const [n, { title, alt, text, isFiled, metadata }] of media.entries()) {
    const bytes =
      text ??
      (await picture(8 + n, 8)
        .png()
        .toBuffer())
    const file = { bytes, name: text === null ? `Bild ${n}.png` : `${n}.txt` }
    const [added] = await upload(server, owner, file)
    if (!added) throw new Error('nothing was stored')
    names.push(added.name)
    const data = { title, alt_text: alt, metadata, ...(isFiled && { folder: 'rome' }) }
    ;(await server.call(updateMedia, { body: { slug, media_id: added.id, data } }, owner)).ok()
  }
  const ids: string[] = []
  const some = (list: readonly string[], n: number) => list[n % Math.max(1, list.length)]
  for (const object of objects) {
    const hero = some(names, object.files[0] ?? 0)
    const url = hero && `http://127.0.0.1:4700/media/${hero}`
    const metadata = {
      ...(object.text !== null && { text: object.text }),
      ...(object.number !== null && { number: object.number, on: object.number > 0 }),
      ...(url && { body: `<p><img src="${url}?w=9"></p>`, notes: `![x](${url})`, hero }),
      gallery: names.length === 0 ? [] : object.files.flatMap((n) => some(names, n) ?? []),
      ...(ids.length > 0 && { next: some(ids, object.relations[0] ?? 0) }),
      others: [...new Set(object.relations.flatMap((n) => some(ids, n) ?? []))],
      day: '2026-02-28',
      tags: object.tags,
      group: { in: object.title },
      list: object.rows.map((row) => ({ row })),
    }
    const n = object.type % types.length
    const thumbnail = object.thumbnail === null ? undefined : some(names, object.thumbnail)
    const data = {
      type: `type-${n}`,
      title: object.title,
      locale: types[n]?.isLocalized ? (object.locale ?? 'en') : null,
      content: object.content,
      status: object.state === 'draft' ? 'draft' : 'published',
      publish_at: object.state === 'draft' ? object.publishAt : null,
      ...(thumbnail && { thumbnail }),
      metadata,
    }
    // The server refuses a second object of a singleton, and a value that another object has.
    const { id } = await addOneObject(server, owner, data).catch(() => ({ id: '' }))
    if (id === '') continue
    ids.push(id)
    if (object.state !== 'changed') continue
    const changed = {
      title: `${object.title} again`,
      slug: `changed-${id}`,
      status: 'draft' as const,
    }
    const body = { slug, object_id: id, data: changed }
    ;(await server.call(updateObject, { body }, owner)).ok()
  }
}

/** Returns the content of a bucket, without data of this server: ids of media, authors and times. */
async function held(owner: Owner) {
  const { db } = server.app
  const bucketId = owner.bucket.id
  const rows = await db.read
    .selectFrom('media')
    .leftJoin('files', (join) =>
      join.onRef('files.owner_id', '=', 'media.bucket_id').onRef('files.id', '=', 'media.file_id'),
    )
    .select(['name', 'original_name', 'media.size', 'type', 'folder', 'title', 'alt_text'])
    .select([
      'width',
      'height',
      'metadata',
      'blurhash',
      'color',
      'created_at',
      'sha256',
      'location',
    ])
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .orderBy('original_name')
    .execute()
  const names = new Map(rows.map(({ name, original_name }) => [name, original_name]))
  const plain = (json: string) => {
    let text = json
    for (const [name, original] of names) text = text.replaceAll(name, `<${original}>`)
    return text
  }
  const bytes: unknown[] = []
  for (const { name } of rows) {
    const { bytes: of } = await fetchFile(server, `http://127.0.0.1:4700/media/${name}`)
    bytes.push(of.toString('base64'))
  }
  const types = await db.read
    .selectFrom('object_types')
    .selectAll()
    .where('bucket_id', '=', bucketId)
    .orderBy('rank')
    .execute()
  const of = (table: 'objects' | 'published_objects') =>
    db.read
      .selectFrom(table)
      .select(['id', 'type', 'slug', 'title', 'status', 'locale', 'thumbnail', 'content'])
      .select([
        'metadata',
        'publish_at',
        'unpublish_at',
        'published_at',
        'created_at',
        'created_by',
      ])
      .select('modified_at')
      .where('bucket_id', '=', bucketId)
      .orderBy('type')
      .orderBy('rank')
      .execute()
  const bucket = await db.read
    .selectFrom('buckets')
    .select('media_folders')
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  return {
    media: rows.map(({ name: _, ...row }) => row),
    bytes,
    types: types.map(
      ({ id: _, bucket_id: _b, created_at: _c, modified_at: _m, rev: _r, ...type }) => ({
        ...type,
        metafields: withoutIds(type.metafields),
      }),
    ),
    newest: plain(JSON.stringify(await of('objects'))),
    published: plain(JSON.stringify(await of('published_objects'))),
    media_folders: withoutIds(bucket.media_folders),
  }
}

/** Ids and revs of fields and folders differ between buckets. */
const withoutIds = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (key === 'id' || key === 'rev' ? undefined : value))

async function newBucketOf(owner: Owner): Promise<Owner> {
  const body = { project_id: owner.project.id, data: { title: 'Bucket' } }
  const { bucket } = (await server.call(addBucket, { body }, owner)).ok()
  return { ...owner, bucket }
}

test('the import of an export gives an equal bucket', async () => {
  const owner = await addOwner(server)
  await fc.assert(
    fc.asyncProperty(content, async (files) => {
      // Both buckets are in one project, so the authors stay the same.
      const [from, to] = await Promise.all([newBucketOf(owner), newBucketOf(owner)])
      await fill(from, files)
      const zip = await exported(server, from)
      const { job, report } = await importFile(server, to, zip, { name: 'export.zip' })
      expect({ status: job.status, errors: report?.errors, warnings: report?.warnings }).toEqual({
        status: 'done',
        errors: [],
        warnings: [],
      })
      expect(await held(to)).toEqual(await held(from))
      expect((await unzip(await exported(server, to))).size).toBe((await unzip(zip)).size)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
