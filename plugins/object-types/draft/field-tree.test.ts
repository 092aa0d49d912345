import type { FieldKind } from '@typecase/content/field-kind'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  addField,
  chooseSubtitle,
  duplicateField,
  findField,
  orderFields,
  removeField,
  retypeField,
  updateField,
} from './field-tree.ts'
import { labelOfField, typeOptions } from '../field-types.ts'
import {
  draftOf,
  emptyDraft,
  type FieldDraft,
  keyFromTitle,
  newField,
  slugFromTitle,
  toData,
} from './type-draft.ts'

const name = newField('Name', 'text')
const group = newField('Address', 'parent')
const city = newField('City', 'text')
const tree = addField([name, group], group.uid, city)

test('the key of a field follows its title until it is edited', () => {
  const renamed = updateField([name], name.uid, { title: 'Full name' })
  expect(renamed[0]?.key).toBe('full_name')
  const keyed = updateField(renamed, name.uid, { key: 'n' })
  expect(updateField(keyed, name.uid, { title: 'Nickname' })[0]?.key).toBe('n')
})

test('a field within a group can be found, changed and removed', () => {
  expect(findField(tree, city.uid)?.title).toBe('City')
  const changed = updateField(tree, city.uid, { required: true })
  expect(findField(changed, city.uid)?.required).toBe(true)
  expect(findField(removeField(tree, city.uid), city.uid)).toBeUndefined()
})

test('a field of a new type keeps its key, help text and id, and gets the settings of that type', () => {
  const fields = updateField([{ ...name, id: 'f1' }], name.uid, {
    helptext: 'As on the label',
    minlength: 3,
  })
  const [field] = retypeField(fields, name.uid, 'select')
  expect(field).toMatchObject({
    id: 'f1',
    key: 'name',
    helptext: 'As on the label',
    options: [{ value: 'One' }],
  })
  expect(field).not.toHaveProperty('minlength')
})

test('a copy of a field has another key and no id', () => {
  const [, copy] = duplicateField([{ ...name, id: 'f1' }], name.uid)
  expect(copy).toMatchObject({ key: 'name_copy', title: 'Name (copy)' })
  expect(copy).not.toHaveProperty('id')
})

test('fields can be put in any order', () => {
  const fields = ['A', 'B', 'C', 'D'].map((title) => newField(title, 'text'))
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        fields.map(({ uid }) => uid),
        { minLength: 4 },
      ),
      (order) => {
        expect(orderFields(fields, null, order).map(({ uid }) => uid)).toEqual(order)
      },
    ),
  )
})

test('an unchanged draft returns the fields and options of the server', () => {
  const metafields = [
    { id: '1', key: 'a', title: 'A', type: 'text' as const, required: true },
    {
      id: '2',
      key: 'g',
      title: 'G',
      type: 'parent' as const,
      children: [{ id: '3', key: 'b', title: 'B', type: 'number' as const, max: 3 }],
    },
  ]
  const { isSlugEdited: _, fields: __, ...rest } = emptyDraft
  const draft = draftOf({
    ...rest,
    options: { ...rest.options, searchable: ['a'], subtitle: 'a' },
    id: '',
    title: 'T',
    slug: 't',
    order: 0,
    folder: null,
    total_objects: 0,
    created_at: '',
    modified_at: '',
    rev: 1,
    metafields,
  })
  expect(toData(draft).metafields).toEqual(metafields)
  expect(toData(draft).options).toMatchObject({ searchable: ['a'], subtitle: 'a' })
})

test('searchable fields and the one subtitle follow changes to their fields', () => {
  const [number, artist] = [newField('Number', 'text'), newField('Artist', 'object')]
  const fields = updateField([number, artist], number.uid, { isSearchable: true })
  const chosen = chooseSubtitle(chooseSubtitle(fields, number.uid), artist.uid)
  const optionsOf = (all: FieldDraft[]) => toData({ ...emptyDraft, fields: all }).options
  expect(optionsOf(chosen)).toMatchObject({ searchable: ['number'], subtitle: 'artist' })
  const renamed = updateField(chosen, number.uid, { key: 'accession' })
  expect(optionsOf(renamed)).toMatchObject({ searchable: ['accession'] })
  expect(optionsOf(removeField(chosen, artist.uid))).toMatchObject({ subtitle: null })
  expect(optionsOf(duplicateField(chosen, artist.uid))).toMatchObject({ subtitle: 'artist' })
  const long = retypeField(chosen, number.uid, 'markdown')
  expect(optionsOf(long)).toMatchObject({ searchable: [] })
  expect(optionsOf(retypeField(long, number.uid, 'number'))).toMatchObject({
    searchable: ['number'],
  })
})

test.each([
  ['Height, mm', 'height_mm', 'height-mm'],
  ['Größe', 'große', 'große'],
  ['2nd title', '_2nd_title', '2nd-title'],
])('%s makes the key %s', (title, key, slug) => {
  expect(keyFromTitle(title)).toBe(key)
  expect(slugFromTitle(title)).toBe(slug)
})

test('choosing a field kind of a plugin applies its settings, and choosing a type removes it', () => {
  const kind = {
    id: 'rating.stars',
    owner: 'rating',
    title: 'Rating',
    slot: 'field.kind',
    order: 100,
    info: { type: 'number', settings: { min: 1, max: 5 } },
    load: () => Promise.resolve({ default: () => null }),
  } satisfies FieldKind
  const [offered] = typeOptions('repeater', [kind]).slice(-1)
  expect(offered).toEqual({
    title: 'From plugins',
    options: [{ id: 'rating.stars', label: 'Rating' }],
  })
  const plain = newField('Stars', 'number')
  const rated = retypeField([plain], plain.uid, 'number', kind)
  expect(rated[0]).toMatchObject({ type: 'number', kind: 'rating.stars', min: 1, max: 5 })
  expect(labelOfField(rated[0] ?? plain, [kind])).toBe('Rating')
  expect(labelOfField(rated[0] ?? plain, [])).toBe('Number')
  const second = retypeField(rated, plain.uid, 'number')
  expect(second[0]).not.toHaveProperty('kind')
})
