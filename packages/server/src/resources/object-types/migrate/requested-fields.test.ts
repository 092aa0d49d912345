import type { Metafield } from '@typecase/contract/metafields'
import type { FieldMigration } from '@typecase/contract/object-types-migrate'
import { describe, expect, test } from 'vitest'

import { requestedFields } from './requested-fields.ts'

const stored = async () => ['stored']

const migrationOf = async (
  field: Omit<Metafield, 'id' | 'title'>,
  change: Partial<FieldMigration>,
) => {
  const fields = [{ id: '1', title: 'Field', ...field }]
  const [changed] = await requestedFields(fields, [{ key: field.key, ...change }], stored)
  return changed
}

describe('a field that changes its type', () => {
  test('keeps the settings that the new type has, and loses the others', async () => {
    const text = {
      key: 'a',
      type: 'text' as const,
      required: true,
      unique: true,
      helptext: 'Help',
      maxlength: 9,
      regex: 'x',
    }
    const same = { id: '1', key: 'a', title: 'Field', required: true, helptext: 'Help' }
    expect(await migrationOf(text, { new_type: 'textarea' })).toEqual({
      ...same,
      type: 'textarea',
      unique: true,
      maxlength: 9,
      regex: 'x',
    })
    expect(await migrationOf(text, { new_type: 'number' })).toEqual({
      ...same,
      type: 'number',
      unique: true,
    })
    expect(await migrationOf(text, { new_type: 'file' })).toEqual({ ...same, type: 'file' })
  })

  test('converts its default value, or loses it if that fails', async () => {
    const text = { key: 'a', type: 'text' as const, value: '7' }
    expect(await migrationOf(text, { new_type: 'number' })).toMatchObject({ value: 7 })
    expect(await migrationOf(text, { new_type: 'date' })).not.toHaveProperty('value')
  })

  test('keeps a limit only if it has the same meaning in the new type', async () => {
    const list = {
      key: 'a',
      type: 'files' as const,
      max: 3,
      media_validation_type: 'image' as const,
    }
    expect(await migrationOf(list, { new_type: 'objects' })).toMatchObject({ max: 3 })
    expect(await migrationOf(list, { new_type: 'file' })).toMatchObject({
      media_validation_type: 'image',
    })
    expect(await migrationOf(list, { new_type: 'number' })).not.toHaveProperty('max')
  })

  test('takes its options from the request, the field or the stored values', async () => {
    const select = { key: 'a', type: 'select' as const, options: [{ value: 'one' }] }
    const keyed = { options: [{ key: 'one', value: 'one' }] }
    expect(await migrationOf(select, { new_type: 'select-dropdown' })).toMatchObject(keyed)
    const sample = await migrationOf(select, { new_type: 'check-boxes', options: ['two'] })
    expect(sample).toMatchObject({ options: [{ value: 'two' }] })
    const text = await migrationOf({ key: 'a', type: 'text' }, { new_type: 'select' })
    expect(text).toMatchObject({ options: [{ value: 'stored' }] })
  })

  test('keeps the fields of a group as those of a repeater', async () => {
    const children = [{ id: '2', key: 'b', title: 'B', type: 'text' as const }]
    const group = { key: 'a', type: 'parent' as const, children }
    const changed = await migrationOf(group, { new_type: 'repeater' })
    expect(changed).toMatchObject({ type: 'repeater', repeater_fields: children })
    expect(changed).not.toHaveProperty('children')
  })
})
