import { deleteObjects, publishObjects } from '@typecase/contract/objects'
import { describe, expect, test, vi } from 'vitest'

import { rename, toNumber, useWorks } from './works.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const works = useWorks()
const { migrate, typeNow, add, metadataOf, edit, undo, rows } = works

describe('undo of a migration', () => {
  test('restores the model and every value exactly, and can itself be undone', async () => {
    const live = await add('Live', { year: '007', note: 'x' }, { status: 'published' })
    await edit(live.id, { status: 'draft', metadata: { year: 'n/a' } })
    await add('Two', { year: '2' })
    const deletedObject = await add('Gone', { year: 'gone' })
    await works.server.call(
      deleteObjects,
      { body: { slug: works.slug, object_ids: [deletedObject.id] } },
      works.owner,
    )
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

  test('keeps objects edited or added since, and converts them back', async () => {
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

  test('leaves values unchanged that the migration left unchanged', async () => {
    const cleared = await add('Cleared', { parts: null })
    const quoted = await add('Quoted', { note: '"7"' })
    const first = await migrate({ key: 'parts', new_type: 'text' })
    const second = await migrate({ key: 'note', new_type: 'json' })
    const added = await add('Added', { parts: 'none' })
    await undo(second.change_set_id)
    const { skipped } = (await undo(first.change_set_id)).ok()
    expect(await metadataOf(cleared.id)).toEqual({ parts: null })
    expect(await metadataOf(quoted.id)).toEqual({ note: '"7"' })
    expect(skipped?.map(({ object_id }) => object_id)).toEqual([added.id])
  })

  test('keeps later changes to other fields, and answers 409 if the same field was changed again', async () => {
    const { id } = await add('One', { year: '1', note: 'n' })
    const first = await migrate(toNumber)
    const second = await migrate({ key: 'note', new_key: 'remark' })
    await undo(first.change_set_id)
    expect(await metadataOf(id)).toEqual({ year: '1', remark: 'n' })
    const third = await migrate({ key: 'remark', new_key: 'words' })
    const refused = (await undo(second.change_set_id)).error()
    expect([refused.status, refused.message]).toEqual([
      409,
      'The field “note” has been changed since, so this cannot be undone.',
    ])
    await undo(third.change_set_id)
    await undo(second.change_set_id)
    expect(await metadataOf(id)).toEqual({ year: '1', note: 'n' })
  })

  test('makes it possible again to undo an earlier change', async () => {
    const { id } = await add('One', { year: '1' })
    const body = { slug: works.slug, object_ids: [id] }
    const { change_set_id } = (await works.server.call(publishObjects, { body }, works.owner)).ok()
    const migrated = await migrate(rename)
    expect((await undo(change_set_id)).ok().skipped).toHaveLength(1)
    await undo(migrated.change_set_id)
    const answer = (await undo(change_set_id)).ok()
    expect(answer).toMatchObject({ restored: 1, skipped: [] })
  })
})
