import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { Metafield } from '@typecase/contract/metafields'
import { updateObjectType } from '@typecase/contract/object-types'
import { deleteObjects } from '@typecase/contract/objects'
import { describe, expect, test, vi } from 'vitest'

import { addManyObjects, readOneObject } from '../../../testing/content.ts'
import { addOwner } from '../../../testing/people.ts'
import { rename, toNumber, useWorks } from './works.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const works = useWorks()
const {
  send,
  migrate,
  dryRun,
  typeNow,
  fieldNow,
  add,
  metadataOf,
  edit,
  undo,
  publicMetadata,
  rows,
} = works

describe('the permission to migrate', () => {
  test('needs a session (401), the bucket (404) and the right to change types (403)', async () => {
    expect((await send({ changes: [rename] }, {})).status).toBe(401)
    const stranger = await addOwner(works.server)
    expect((await send({ changes: [rename] }, stranger)).status).toBe(404)
    expect((await send({ changes: [rename] }, works.editor)).error()).toMatchObject({ status: 403 })
    expect((await send({ changes: [rename], dry_run: true }, works.editor)).status).toBe(403)
  })

  test('is also needed to undo a migration', async () => {
    const { change_set_id } = await migrate(rename)
    const body = { slug: works.slug, change_set_id: change_set_id ?? '' }
    expect((await works.server.call(undoChangeSet, { body }, works.editor)).error()).toMatchObject({
      status: 403,
    })
  })
})

describe('a migration is refused for', () => {
  test.each([
    ['neither changes nor data', {}, 'changes'],
    ['both', { changes: [rename], data: { title: 'X' } }, 'data'],
    ['no changes', { changes: [] }, 'changes'],
    ['a field that is not there', { changes: [{ key: 'nothing' }] }, 'changes.0.key'],
    ['a field twice', { changes: [rename, rename] }, 'changes.1.key'],
    ['an unknown key', { changes: [{ key: 'year', new_key: '1 2' }] }, 'changes.0.new_key'],
    ['an unknown type', { changes: [{ key: 'year', new_type: 'x' }] }, 'changes.0.new_type'],
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

  test('an unknown type (404) and an outdated rev (412)', async () => {
    expect((await send({ object_type: 'nothing', changes: [rename] })).status).toBe(404)
    const { rev } = await typeNow()
    expect((await send({ changes: [rename], rev: rev + 1 })).status).toBe(412)
  })

  test('a choice without options if there are too many different stored values', async () => {
    await addManyObjects(works.server, works.owner, 'works', 101, (n) => ({
      metadata: JSON.stringify({ note: `Note ${n}` }),
    }))
    const { details } = (await send({ changes: [{ key: 'note', new_type: 'select' }] })).error()
    expect(details?.[0]).toMatchObject({ path: 'changes', rule: 'options' })
  })
})

describe('a dry run', () => {
  test('counts values by field, gives the reasons of failed conversions and changes nothing', async () => {
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

  test('matches nothing if no object is stored', async () => {
    expect(await dryRun(toNumber)).toMatchObject({ matched: 0, modified: 0, sample: [] })
  })
})

describe('a small migration', () => {
  test('changes the model and the values at once, as one change set', async () => {
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
    const query = { slug: works.slug, change_set_id: answer.change_set_id ?? '' }
    const read = (await works.server.call(getChangeSet, { query }, works.owner)).ok()
    const { change_set, changes, skipped } = read
    expect(skipped).toEqual(answer.failed)
    expect(change_set).toMatchObject({
      kind: 'migrate',
      title: 'Change “year” of works from text to number, as “made”',
      count: 2,
    })
    // The change set keeps the value that could not be converted.
    expect(changes).toContainEqual(
      expect.objectContaining({
        object_id: bad.id,
        field: 'metadata.year',
        before: 'n/a',
        after: null,
      }),
    )
  })

  test('converts drafts, published versions, locales and the trash', async () => {
    const live = await add('Live', { year: '1' }, { status: 'published' })
    await edit(live.id, { status: 'draft', metadata: { year: '2' } })
    const german = await add('Live', { year: '3' }, { locale: 'de' })
    const deletedObject = await add('Gone', { year: '4' })
    await works.server.call(
      deleteObjects,
      { body: { slug: works.slug, object_ids: [deletedObject.id] } },
      works.owner,
    )
    expect(await migrate(toNumber)).toMatchObject({ matched: 3, modified: 3, failed: [] })
    expect(await metadataOf(live.id)).toEqual({ year: 2 })
    expect(await publicMetadata()).toEqual([{ year: 1 }])
    expect(await metadataOf(german.id)).toEqual({ year: 3 })
    const { newest } = await rows()
    expect(newest.find(({ id }) => id === deletedObject.id)).toMatchObject({
      metadata: '{"year":4}',
    })
  })

  test('converts values in groups and rows', async () => {
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

  test('makes options from the stored values, and keeps existing ones', async () => {
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

  test('updates the conditions of other fields', async () => {
    const { metafields } = await typeNow()
    const condition = { key: 'year', op: 'exists' as const }
    const data = {
      metafields: metafields.map((field) =>
        field.key === 'note' ? { ...field, show_when: condition } : field,
      ),
    }
    const body = { slug: works.slug, type_slug: 'works', data }
    await works.server.call(updateObjectType, { body: body }, works.owner)
    await migrate(rename)
    expect((await fieldNow('note'))?.show_when).toEqual({ ...condition, key: 'made' })
  })

  test('accepts a whole type as the builder sends it, and keeps the objects’ time of modification', async () => {
    const before = await add('One', { year: '1999' })
    const { metafields, rev } = await typeNow()
    const [year, ...others] = metafields as Metafield[]
    const data = {
      title: 'Pieces',
      metafields: [...others, { ...year, key: 'made' }, { key: 'extra', title: '', type: 'text' }],
    }
    await send({ data, rev })
    expect(await typeNow()).toMatchObject({ title: 'Pieces', rev: rev + 1 })
    const after = await readOneObject(works.server, works.owner, before.id)
    expect(after).toMatchObject({ metadata: { made: '1999' }, modified_at: before.modified_at })
  })

  test('without values changes only the model, and can be undone', async () => {
    const before = await typeNow()
    const { change_set_id, modified } = await migrate(toNumber)
    expect(modified).toBe(0)
    expect(await fieldNow('year')).toMatchObject({ type: 'number' })
    expect((await undo(change_set_id)).ok()).toMatchObject({ restored: 0, skipped: [] })
    expect((await typeNow()).metafields).toEqual(before.metafields)
  })

  test('that leaves values as stored counts the objects with a value, in the plan and in the history', async () => {
    await add('One', { year: '1999' })
    await add('Two', { year: '2000' })
    await add('Three', { year: '' })
    const toText = { ...toNumber, new_type: 'textarea' as const }
    expect(await dryRun(toText)).toMatchObject({ matched: 3, modified: 2, sample: [] })
    const { change_set_id, modified } = await migrate(toText)
    expect(modified).toBe(2)
    const query = { slug: works.owner.bucket.slug }
    const listed = async () =>
      (await works.server.call(listChangeSets, { query }, works.owner)).ok().change_sets[0]
    expect(await listed()).toMatchObject({ id: change_set_id, count: 2 })
    expect((await undo(change_set_id)).ok()).toMatchObject({ restored: 2, skipped: [] })
    expect(await listed()).toMatchObject({ undo_of: change_set_id, count: 2 })
  })

  test('is also done by objectTypes/update', async () => {
    const { id } = await add('One', { year: '1999' })
    const { metafields } = await typeNow()
    const data = {
      metafields: metafields.map((field) =>
        field.key === 'year' ? { ...field, type: 'number' as const } : field,
      ),
    }
    await works.server.call(
      updateObjectType,
      { body: { slug: works.slug, type_slug: 'works', data } },
      works.owner,
    )
    expect(await metadataOf(id)).toEqual({ year: 1999 })
    const { change_sets } = (
      await works.server.call(listChangeSets, { query: { slug: works.slug } }, works.owner)
    ).ok()
    expect(change_sets[0]).toMatchObject({ kind: 'migrate', count: 1 })
  })
})
