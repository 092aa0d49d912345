import { getBucket } from '@typecase/contract/buckets'
import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { findObjects } from '@typecase/contract/content'
import { cancelJob, getJob, listJobFailures } from '@typecase/contract/jobs'
import type { Metafield } from '@typecase/contract/metafields'
import { migrateObjectType, type MigrateResult } from '@typecase/contract/object-types-migrate'
import { updateObjectType } from '@typecase/contract/object-types'
import { deleteObjects, publishObjects, updateObject } from '@typecase/contract/objects'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  addManyObjects,
  addOneObject,
  addType,
  type FieldGiven,
  readOneObject,
} from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
let editor: Person
let slug: string

const fields: FieldGiven[] = [
  { key: 'year', type: 'text' },
  { key: 'note', type: 'textarea' },
  { key: 'seo', type: 'parent', children: [{ key: 'words', title: 'Words', type: 'text' }] },
  {
    key: 'parts',
    type: 'repeater',
    repeater_fields: [{ key: 'size', title: 'Size', type: 'text' }],
  },
]

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  await addType(server, owner, 'works', fields)
})
afterAll(() => server.remove())

const send = (body: object, by: { token?: string } = owner) =>
  server.send(migrateObjectType, { body: { slug, object_type: 'works', ...body } }, by)

// The success of this endpoint.
const migrate = async (...changes: object[]) => (await send({ changes })).ok() as MigrateResult

const dryRun = async (...changes: object[]) =>
  (await send({ changes, dry_run: true })).ok() as MigrateResult

const typeNow = async () => {
  const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
  const [type] = bucket.object_types
  if (!type) throw new Error('There is a type.')
  return type
}
const fieldNow = async (key: string) =>
  (await typeNow()).metafields.find((field) => field.key === key)

const add = (title: string, metadata: object, more: object = {}) =>
  addOneObject(server, owner, { type: 'works', title, metadata, ...more })

const metadataOf = async (id: string) => (await readOneObject(server, owner, id)).metadata

const edit = async (object_id: string, data: object) =>
  (await server.send(updateObject, { body: { slug, object_id, data } }, owner)).ok()

const undo = async (change_set_id: string | null | undefined) =>
  server.call(undoChangeSet, { body: { slug, change_set_id: change_set_id ?? '' } }, owner)

async function publicMetadata(): Promise<unknown[]> {
  const query = { read_key: owner.bucket.api_access.read_key, query: '{"type":"works"}' }
  const answer = await server.send(findObjects, { params: { slug }, query })
  return (answer.ok() as { objects: { metadata: unknown }[] }).objects.map((o) => o.metadata)
}

const rows = async () => {
  const { db } = server.app
  const newest = await db.read
    .selectFrom('objects')
    .selectAll()
    .where('bucket_id', '=', owner.bucket.id)
    .orderBy('seq')
    .execute()
  const published = await db.read
    .selectFrom('published_objects')
    .selectAll()
    .where('bucket_id', '=', owner.bucket.id)
    .orderBy('seq')
    .execute()
  // The counters of writes go on.
  return { newest: newest.map(({ rev: _, version: __, ...row }) => row), published }
}

const rename = { key: 'year', new_key: 'made' }
const toNumber = { key: 'year', new_type: 'number' }

describe('who may', () => {
  test('needs a session, the bucket and the right to change types', async () => {
    expect((await send({ changes: [rename] }, {})).status).toBe(401)
    const stranger = await addOwner(server)
    expect((await send({ changes: [rename] }, stranger)).status).toBe(404)
    expect((await send({ changes: [rename] }, editor)).error()).toMatchObject({ status: 403 })
    expect((await send({ changes: [rename], dry_run: true }, editor)).status).toBe(403)
  })

  test('an editor, who may undo changes of objects, may not undo one of a type', async () => {
    const { change_set_id } = await migrate(rename)
    const body = { slug, change_set_id: change_set_id ?? '' }
    expect((await server.call(undoChangeSet, { body }, editor)).error()).toMatchObject({
      status: 403,
    })
  })
})

describe('what it refuses', () => {
  test.each([
    ['neither changes nor data', {}, 'changes'],
    ['both', { changes: [rename], data: { title: 'X' } }, 'data'],
    ['no changes', { changes: [] }, 'changes'],
    ['a field that is not there', { changes: [{ key: 'nothing' }] }, 'changes.0.key'],
    ['a field twice', { changes: [rename, rename] }, 'changes.1.key'],
    ['a key that is none', { changes: [{ key: 'year', new_key: '1 2' }] }, 'changes.0.new_key'],
    ['a type that is none', { changes: [{ key: 'year', new_type: 'x' }] }, 'changes.0.new_type'],
    [
      'a key that is taken',
      { changes: [{ key: 'year', new_key: 'note' }] },
      'data.metafields.1.key',
    ],
    [
      'a key that is reserved',
      { changes: [{ key: 'year', new_key: 'slug' }] },
      'data.metafields.0.key',
    ],
    ['an unknown key of the body', { changes: [rename], force: true }, 'force'],
    [
      'a group in a group',
      { changes: [{ key: 'seo.words', new_type: 'parent' }] },
      'data.metafields.2.children.0.type',
    ],
  ])('%s', async (_name, body, path) => {
    const before = await rows()
    const { status, details } = (await send(body)).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
    expect(await rows()).toEqual(before)
  })

  test('a type that is not there, and one that somebody changed since', async () => {
    expect((await send({ object_type: 'nothing', changes: [rename] })).status).toBe(404)
    const { rev } = await typeNow()
    expect((await send({ changes: [rename], rev: rev + 1 })).status).toBe(412)
  })

  test('choices without options, of more different values than make a choice', async () => {
    await addManyObjects(server, owner, 'works', 101, (n) => ({
      metadata: JSON.stringify({ note: `Note ${n}` }),
    }))
    const { details } = (await send({ changes: [{ key: 'note', new_type: 'select' }] })).error()
    expect(details?.[0]).toMatchObject({ path: 'changes', rule: 'options' })
  })
})

describe('a dry run', () => {
  test('counts by field, says what would not convert, and changes nothing', async () => {
    const [one, two] = [
      await add('One', { year: '1999' }),
      await add('Two', { year: 'about 1900' }),
    ]
    await add('Three', { note: 'No year' })
    const before = await rows()
    const plan = await dryRun({ ...toNumber, new_key: 'made' }, { key: 'note', new_key: 'remark' })
    expect(plan).toMatchObject({
      matched: 3,
      modified: 3,
      unchanged: 0,
      is_reversible: true,
      fields: [
        {
          key: 'year',
          new_key: 'made',
          type: 'text',
          new_type: 'number',
          values: 2,
          converted: 1,
          unconverted: 1,
          reasons: [{ reason: '“about 1900” is not a number', count: 1, ids: [two.id] }],
        },
        { key: 'note', new_key: 'remark', values: 1, converted: 1, unconverted: 0, reasons: [] },
      ],
    })
    expect(plan.sample).toContainEqual({
      object_id: one.id,
      title: 'One',
      field: 'metadata.made',
      before: null,
      after: 1999,
    })
    expect(await rows()).toEqual(before)
    expect(await fieldNow('made')).toBeUndefined()
  })

  test('of nothing stored asks for nothing', async () => {
    expect(await dryRun(toNumber)).toMatchObject({ matched: 0, modified: 0, sample: [] })
  })
})

describe('a small migration', () => {
  test('changes model and values at once, as one change set', async () => {
    const { id } = await add('One', { year: '1999', note: 'N' })
    const bad = await add('Two', { year: 'n/a' })
    const answer = await migrate({ ...toNumber, new_key: 'made' })
    expect(answer).toMatchObject({
      matched: 2,
      modified: 2,
      failed: [{ object_id: bad.id, title: 'Two', reason: 'year: “n/a” is not a number' }],
    })
    expect(answer.object_type?.metafields[0]).toMatchObject({ key: 'made', type: 'number' })
    expect(await metadataOf(id)).toEqual({ made: 1999, note: 'N' })
    expect(await metadataOf(bad.id)).toEqual({})
    const query = { slug, change_set_id: answer.change_set_id ?? '' }
    const read = (await server.call(getChangeSet, { query }, owner)).ok()
    const { change_set, changes, skipped } = read
    expect(skipped).toEqual(answer.failed)
    expect(change_set).toMatchObject({
      kind: 'migrate',
      title: 'Change “year” of works from text to number, as “made”',
      count: 2,
    })
    // What would not convert is kept there.
    expect(changes).toContainEqual(
      expect.objectContaining({
        object_id: bad.id,
        field: 'metadata.year',
        before: 'n/a',
        after: null,
      }),
    )
  })

  test('reaches drafts, what is published, locales and the trash', async () => {
    const live = await add('Live', { year: '1' }, { status: 'published' })
    await edit(live.id, { status: 'draft', metadata: { year: '2' } })
    const german = await add('Live', { year: '3' }, { locale: 'de' })
    const gone = await add('Gone', { year: '4' })
    await server.call(deleteObjects, { body: { slug, object_ids: [gone.id] } }, owner)
    expect(await migrate(toNumber)).toMatchObject({ matched: 3, modified: 3, failed: [] })
    expect(await metadataOf(live.id)).toEqual({ year: 2 })
    expect(await publicMetadata()).toEqual([{ year: 1 }])
    expect(await metadataOf(german.id)).toEqual({ year: 3 })
    const { newest } = await rows()
    expect(newest.find(({ id }) => id === gone.id)).toMatchObject({ metadata: '{"year":4}' })
  })

  test('reaches into groups and rows', async () => {
    const { id } = await add('One', {
      seo: { words: '7' },
      parts: [{ size: '1' }, { size: 'L' }, { size: '3' }],
    })
    const answer = await migrate(
      { key: 'seo.words', new_key: 'count', new_type: 'number' },
      { key: 'parts.size', new_type: 'number' },
    )
    expect(await metadataOf(id)).toEqual({
      seo: { count: 7 },
      parts: [{ size: 1 }, {}, { size: 3 }],
    })
    expect(answer.failed?.[0]?.reason).toBe('parts.size: “L” is not a number')
  })

  test('makes options of what is stored, and takes along those that there are', async () => {
    await add('One', { year: '1999' })
    const { id } = await add('Two', { year: '2001' })
    await migrate({ key: 'year', new_type: 'select' })
    expect((await fieldNow('year'))?.options).toEqual([{ value: '1999' }, { value: '2001' }])
    await migrate({ key: 'year', new_type: 'check-boxes' })
    expect(await metadataOf(id)).toEqual({ year: ['2001'] })
    await migrate({ key: 'year', new_type: 'select-dropdown' })
    expect(await metadataOf(id)).toEqual({ year: { key: '2001', value: '2001' } })
    await migrate({ key: 'year', new_type: 'text' })
    expect(await metadataOf(id)).toEqual({ year: '2001' })
    expect((await fieldNow('year'))?.options).toBeUndefined()
  })

  test('takes conditions of other fields along', async () => {
    const { metafields } = await typeNow()
    const shown = { key: 'year', op: 'exists' as const }
    const data = {
      metafields: metafields.map((field) =>
        field.key === 'note' ? { ...field, show_when: shown } : field,
      ),
    }
    const body = { slug, type_slug: 'works', data }
    await server.call(updateObjectType, { body: body }, owner)
    await migrate(rename)
    expect((await fieldNow('note'))?.show_when).toEqual({ ...shown, key: 'made' })
  })

  test('takes a whole type as the builder sends it, and leaves who edited objects last', async () => {
    const before = await add('One', { year: '1999' })
    const { metafields, rev } = await typeNow()
    const [year, ...others] = metafields as Metafield[]
    const data = {
      title: 'Pieces',
      metafields: [...others, { ...year, key: 'made' }, { key: 'extra', title: '', type: 'text' }],
    }
    await send({ data, rev })
    expect(await typeNow()).toMatchObject({ title: 'Pieces', rev: rev + 1 })
    const after = await readOneObject(server, owner, before.id)
    expect(after).toMatchObject({ metadata: { made: '1999' }, modified_at: before.modified_at })
  })

  test('without values it changes the model alone, which can be undone as well', async () => {
    const before = await typeNow()
    const { change_set_id, modified } = await migrate(toNumber)
    expect(modified).toBe(0)
    expect(await fieldNow('year')).toMatchObject({ type: 'number' })
    expect((await undo(change_set_id)).ok()).toMatchObject({ restored: 0, skipped: [] })
    expect((await typeNow()).metafields).toEqual(before.metafields)
  })

  test('objectTypes/update does the same to values', async () => {
    const { id } = await add('One', { year: '1999' })
    const { metafields } = await typeNow()
    const data = {
      metafields: metafields.map((field) =>
        field.key === 'year' ? { ...field, type: 'number' as const } : field,
      ),
    }
    await server.call(updateObjectType, { body: { slug, type_slug: 'works', data } }, owner)
    expect(await metadataOf(id)).toEqual({ year: 1999 })
    const { change_sets } = (await server.call(listChangeSets, { query: { slug } }, owner)).ok()
    expect(change_sets[0]).toMatchObject({ kind: 'migrate', count: 1 })
  })
})

describe('undo', () => {
  test('restores the model and every value to the byte, and can itself be undone', async () => {
    const live = await add('Live', { year: '007', note: 'x' }, { status: 'published' })
    await edit(live.id, { status: 'draft', metadata: { year: 'n/a' } })
    await add('Two', { year: '2' })
    const gone = await add('Gone', { year: 'gone' })
    await server.call(deleteObjects, { body: { slug, object_ids: [gone.id] } }, owner)
    const before = { rows: await rows(), fields: (await typeNow()).metafields }
    const { change_set_id } = await migrate({ ...toNumber, new_key: 'made' })
    const after = { rows: await rows(), fields: (await typeNow()).metafields }
    const undone = (await undo(change_set_id)).ok()
    expect(undone).toMatchObject({ restored: 3, skipped: [] })
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(before)
    expect((await undo(change_set_id)).status).toBe(409)
    expect((await undo(undone.change_set_id)).ok()).toMatchObject({ restored: 3, skipped: [] })
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(after)
  })

  test('keeps what was edited and added since, in the former form', async () => {
    const touched = await add('Touched', { year: '007', note: 'a' })
    const other = await add('Other', { year: '008', note: 'b' })
    const { change_set_id } = await migrate(toNumber)
    await edit(touched.id, { metadata: { year: 9 } })
    await edit(other.id, { metadata: { note: 'c' } })
    const added = await add('Added', { year: 10 })
    const { restored, skipped } = (await undo(change_set_id)).ok()
    expect(restored).toBe(3)
    expect(skipped?.map(({ object_id }) => object_id)).toEqual([touched.id])
    expect(await metadataOf(touched.id)).toEqual({ year: '9', note: 'a' })
    expect(await metadataOf(other.id)).toEqual({ year: '008', note: 'c' })
    expect(await metadataOf(added.id)).toEqual({ year: '10' })
  })

  test('leaves what was done to other fields since, and refuses when it was the same', async () => {
    const { id } = await add('One', { year: '1', note: 'n' })
    const first = await migrate(toNumber)
    const second = await migrate({ key: 'note', new_key: 'remark' })
    await undo(first.change_set_id)
    expect(await metadataOf(id)).toEqual({ year: '1', remark: 'n' })
    const third = await migrate({ key: 'remark', new_key: 'words' })
    const refused = (await undo(second.change_set_id)).error()
    expect([refused.status, refused.message]).toEqual([
      409,
      'The field “note” was changed since, so this cannot be undone.',
    ])
    await undo(third.change_set_id)
    await undo(second.change_set_id)
    expect(await metadataOf(id)).toEqual({ year: '1', note: 'n' })
  })

  test('of a change made before it goes on where the migration was undone', async () => {
    const { id } = await add('One', { year: '1' })
    const body = { slug, object_ids: [id] }
    const { change_set_id } = (await server.call(publishObjects, { body }, owner)).ok()
    const migrated = await migrate(rename)
    expect((await undo(change_set_id)).ok().skipped).toHaveLength(1)
    await undo(migrated.change_set_id)
    const answer = (await undo(change_set_id)).ok()
    expect(answer).toMatchObject({ restored: 1, skipped: [] })
  })
})

describe('of more than a hundred objects', () => {
  const COUNT = 450
  const end = (id: string | undefined) =>
    waitFor(
      async () => (await server.call(getJob, { query: { job_id: id ?? '' } }, owner)).ok().job,
      (job) => job.finished_at !== null,
      30_000,
    )
  beforeEach(async () => {
    await addManyObjects(server, owner, 'works', COUNT, (n) => ({
      metadata: JSON.stringify({ year: n % 3 === 0 ? 'n/a' : String(n) }),
    }))
  })

  test('is a job with each failure, undone and redone as jobs', async () => {
    const before = { rows: await rows(), fields: (await typeNow()).metafields }
    const answer = await send({ changes: [toNumber] })
    expect(answer.status).toBe(202)
    const job = await end((answer.ok() as MigrateResult).job?.id)
    expect(job).toMatchObject({
      kind: 'objectTypes.migrate',
      status: 'done',
      total: COUNT,
      done: 300,
      failed: 150,
      result: { matched: COUNT, modified: COUNT },
    })
    const query = { job_id: job.id, limit: 1000 }
    const { total } = (await server.call(listJobFailures, { query }, owner)).ok()
    expect(total).toBe(150)
    const after = { rows: await rows(), fields: (await typeNow()).metafields }
    expect(after.fields[0]).toMatchObject({ type: 'number' })

    const undone = await end((await undo(job.change_set_id)).ok().job?.id)
    expect(undone).toMatchObject({ status: 'done', done: COUNT, failed: 0 })
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(before)
    await end((await undo(undone.change_set_id)).ok().job?.id)
    expect({ rows: await rows(), fields: (await typeNow()).metafields }).toEqual(after)
  })

  test('fails when the type was changed while it waited', async () => {
    const answers = await Promise.all([send({ changes: [toNumber] }), send({ changes: [rename] })])
    const ids = answers.map((answer) => (answer.ok() as MigrateResult).job?.id)
    const jobs = [await end(ids[0]), await end(ids[1])]
    const done = jobs.find(({ status }) => status === 'done')
    const job = jobs.find(({ status }) => status === 'failed')
    expect(done).toMatchObject({ total: COUNT })
    expect(job).toMatchObject({ change_set_id: null })
    expect(job?.errors[0]?.reason).toMatch(/was changed since/)
    const [field] = (await typeNow()).metafields
    expect(field?.type === 'number').toBe(field?.key === 'year')
  })

  test('is never seen half: readers have the old model with the old values, or the new with the new', async () => {
    const { job } = (
      await send({ changes: [{ ...toNumber, new_key: 'made' }] })
    ).ok() as MigrateResult
    const seen = new Set<string>()
    const look = async () => {
      const { db } = server.app
      const { rows: found } = await sql<{ state: string }>`
        SELECT (SELECT json_extract(metafields, '$[0].key') FROM object_types WHERE bucket_id = ${owner.bucket.id})
          || ' ' || group_concat(DISTINCT json_type(metadata, '$.year')) || ' '
          || ifnull(group_concat(DISTINCT json_type(metadata, '$.made')), '') AS state
        FROM objects WHERE bucket_id = ${owner.bucket.id}`.execute(db.read)
      seen.add(found[0]?.state ?? 'made')
      return (await server.call(getJob, { query: { job_id: job?.id ?? '' } }, owner)).ok().job
    }
    await waitFor(look, ({ finished_at }) => finished_at !== null, 30_000)
    await look()
    expect([...seen].toSorted().at(-1)).toBe('year text ')
    expect(seen.size).toBe(2)
  })

  test('that is cancelled changes nothing at all, or all', async () => {
    const before = await rows()
    const { job } = (await send({ changes: [toNumber] })).ok() as MigrateResult
    await server.call(cancelJob, { body: { job_id: job?.id ?? '' } }, owner)
    const { status } = await end(job?.id)
    const isDone = status === 'done'
    expect((await fieldNow('year'))?.type).toBe(isDone ? 'number' : 'text')
    if (!isDone) expect(await rows()).toEqual(before)
  })
})
