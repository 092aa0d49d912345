import { getChangeSet } from '@typecase/contract/change-sets'
import type { Metafield } from '@typecase/contract/metafields'
import { deleteObjects } from '@typecase/contract/objects'
import type { MigrateResult } from '@typecase/contract/object-types-migrate'
import { describe, expect, test, vi } from 'vitest'

import { useWorks } from './works.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const works = useWorks()
const { send, typeNow, add, metadataOf, edit, undo, publicMetadata, rows } = works

/** Returns the request body that changes one field of the type. */
async function turning(key: string, changes: Partial<Metafield>) {
  const { metafields } = await typeNow()
  const changed = metafields.map((field) => (field.key === key ? { ...field, ...changes } : field))
  return { data: { metafields: changed } }
}

const answerOf = async (body: object) => (await send(body)).ok() as MigrateResult

describe('the rules of the new field', () => {
  test.each<[string, string, Partial<Metafield>, string]>([
    ['year', '7', { type: 'number', min: 8 }, '“7” must be at least 8'],
    ['year', '7', { type: 'number', max: 6 }, '“7” must be at most 6'],
    ['note', 'Long', { type: 'text', maxlength: 3 }, '“Long” must be at most 3 characters'],
    ['note', 'Long', { type: 'text', minlength: 5 }, '“Long” must be at least 5 characters'],
    ['note', 'Long', { type: 'text', regex: '^S' }, '“Long” must match ^S'],
  ])(
    'leave out %s “%s” if the field becomes %j, and undo restores it',
    async (key, value, changes, reason) => {
      const { id } = await add('One', { [key]: value })
      const before = await rows()
      const body = await turning(key, changes)
      const plan = await answerOf({ ...body, dry_run: true })
      expect(plan.fields).toEqual([
        expect.objectContaining({
          key,
          unconverted: 1,
          reasons: [{ reason, count: 1, ids: [id] }],
        }),
      ])
      expect(await rows()).toEqual(before)

      const done = await answerOf(body)
      expect(done.failed).toEqual([{ object_id: id, title: 'One', reason: `${key}: ${reason}` }])
      expect(await metadataOf(id)).toEqual({})
      const query = { slug: works.slug, change_set_id: done.change_set_id ?? '' }
      const { changes: recorded } = (
        await works.server.call(getChangeSet, { query }, works.owner)
      ).ok()
      expect(recorded).toContainEqual(
        expect.objectContaining({ field: `metadata.${key}`, before: value }),
      )
      await undo(done.change_set_id)
      expect(await rows()).toEqual(before)
    },
  )
})

describe('a new unique field', () => {
  const unique = { type: 'number' as const, unique: true }
  const UNIQUE = '“7” must be unique: another object has this value'

  test('keeps a value for the first object of each locale, not counting the trash', async () => {
    const deletedObject = await add('Gone', { year: '7' })
    await works.server.call(
      deleteObjects,
      { body: { slug: works.slug, object_ids: [deletedObject.id] } },
      works.owner,
    )
    const first = await add('First', { year: '7' })
    const german = await add('German', { year: '7' }, { locale: 'de' })
    const second = await add('Second', { year: '7.0' }, { status: 'published' })
    await edit(second.id, { status: 'draft', metadata: { note: 'n' } })
    const before = await rows()
    const body = await turning('year', unique)
    const { fields } = await answerOf({ ...body, dry_run: true })
    // Counts the draft and its published version.
    expect(fields?.[0]?.reasons).toEqual([{ reason: UNIQUE, count: 2, ids: [second.id] }])
    const { failed, change_set_id } = await answerOf(body)
    expect(failed).toEqual([{ object_id: second.id, title: 'Second', reason: `year: ${UNIQUE}` }])
    expect(await metadataOf(first.id)).toEqual({ year: 7 })
    expect(await metadataOf(german.id)).toEqual({ year: 7 })
    expect(await metadataOf(second.id)).toEqual({ note: 'n' })
    expect(await publicMetadata()).toEqual([{}])
    const { newest } = await rows()
    expect(newest.find(({ id }) => id === deletedObject.id)).toMatchObject({
      metadata: '{"year":7}',
    })
    await undo(change_set_id)
    expect(await rows()).toEqual(before)
  })

  test('keeps a value for one object only, even if another has it only in its published version', async () => {
    const first = await add('First', { year: '7' }, { status: 'published' })
    await edit(first.id, { status: 'draft', metadata: { year: '8' } })
    const second = await add('Second', { year: '7.0' })
    const { failed } = await answerOf(await turning('year', unique))
    // The first object in the order of the type keeps the value.
    expect(failed).toHaveLength(1)
    const contents = JSON.stringify([await publicMetadata(), await metadataOf(second.id)])
    expect(contents.match(/"year":7/g)).toHaveLength(1)
  })

  test('keeps a value for one object only if an undo makes two values equal', async () => {
    await answerOf(await turning('year', unique))
    const first = await add('First', { year: 7 })
    const { change_set_id } = await answerOf(await turning('year', { type: 'text', unique: true }))
    const second = await add('Second', { year: '7.0' })
    const { skipped } = (await undo(change_set_id)).ok()
    expect(skipped).toMatchObject([{ reason: `year: ${UNIQUE}` }])
    const contents = [await metadataOf(first.id), await metadataOf(second.id)]
    expect(contents.filter((values) => values['year'] === 7)).toHaveLength(1)
  })

  test('gets its left-out values back on undo, even if the object was edited since', async () => {
    await add('First', { year: '7' })
    const second = await add('Second', { year: '7.0', note: 'a' })
    const { change_set_id } = await answerOf(await turning('year', unique))
    await edit(second.id, { metadata: { note: 'b' } })
    expect((await undo(change_set_id)).ok().skipped).toEqual([])
    expect(await metadataOf(second.id)).toEqual({ year: '7.0', note: 'b' })
  })
})
