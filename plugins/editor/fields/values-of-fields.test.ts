import { type Metafield, type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import { describe, expect, test } from 'vitest'

import {
  fileValues,
  mediaName,
  mediaUrl,
  previewUrl,
  sizedPreview,
} from '@typecase/content/object/media-value'
import { chosenID, chosenIDs, fieldOptions, withChosen } from './field-options.ts'
import { builtInFields } from './built-in-fields.tsx'
import {
  formatJson,
  formatNumber,
  parseJson,
  parseNumber,
  stepNumber,
} from '@typecase/content/object/typed-values'
import { relatedIDs } from '@typecase/content/object/related-objects'
import { addRow, duplicateRow, moveRow, nameRows, removeRow, summaryOf } from './rows.ts'

const field = (type: MetafieldType, options?: string | unknown[]): Metafield => ({
  key: 'f',
  title: 'F',
  type,
  ...(options !== undefined && { options }),
})

test('every type of metafield has a view', () => {
  expect(Object.keys(builtInFields).sort()).toEqual([...metafieldTypes].sort())
})

describe('numbers', () => {
  test.each([
    ['', undefined],
    [' 297 ', 297],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['29,7', { '~typed': '29,7' }],
    ['1.', 1],
    ['twelve', { '~typed': 'twelve' }],
    ['12345678901234567890', { '~typed': '12345678901234567890' }],
  ])('%j is read as %j', (text, value) => expect(parseNumber(text)).toEqual(value))

  test('are shown as they were typed, even if the text is not a number', () => {
    expect(formatNumber({ '~typed': '29,7' })).toBe('29,7')
    expect(formatNumber(0)).toBe('0')
    expect(formatNumber(undefined)).toBe('')
  })

  test('step within their limits and without binary fractions', () => {
    expect(stepNumber(0.1, 0.2, {})).toBe(0.3)
    expect(stepNumber(9, 10, { max: 10 })).toBe(10)
    expect(stepNumber(undefined, -1, { min: 0 })).toBe(0)
  })
})

describe('options', () => {
  test.each([
    [
      'select',
      [{ value: 'a' }, { key: 'k', value: 'b' }],
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
    ],
    ['select-dropdown', [{ key: 'gb', value: 'British' }], [['gb', 'British']]],
    [
      'check-boxes',
      ['a', 'b', 'a'],
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
    ],
    [
      'switch',
      'yes,no',
      [
        ['yes', 'yes'],
        ['no', 'no'],
      ],
    ],
    [
      'select',
      'one\ntwo',
      [
        ['one', 'one'],
        ['two', 'two'],
      ],
    ],
    ['select', undefined, []],
  ] as const)('are read for %s from %j', (type, options, expected) => {
    const choices = fieldOptions(field(type, options as string | unknown[] | undefined))
    expect(choices.map(({ id, label }) => [id, label])).toEqual(expected)
  })

  test('a choice is read from every form that an answer may have', () => {
    expect(chosenID({ key: 'gb', value: 'British' })).toBe('gb')
    expect(chosenID('')).toBeNull()
    expect(chosenIDs(['a', { value: 'b' }, null])).toEqual(['a', 'b'])
    expect(chosenIDs(undefined)).toEqual([])
  })

  test('a chosen value that is no longer an option is still listed', () => {
    expect(withChosen([{ id: 'a', label: 'A' }], ['a', 'gone'])).toContainEqual({
      id: 'gone',
      label: 'gone',
    })
  })
})

describe('json', () => {
  test('is stored as a value, or as text where a text was stored before', () => {
    expect(parseJson('{"a": 1}', false)).toEqual({ a: 1 })
    expect(parseJson('{"a": 1}', true)).toBe('{"a": 1}')
    expect(parseJson(' ', false)).toBeUndefined()
    expect(parseJson('{"a":', false)).toEqual({ '~typed': '{"a":' })
    expect(parseJson('[1e400]', false)).toEqual({ '~typed': '[1e400]' })
    expect(parseJson('[1e400]', true)).toBe('[1e400]')
  })

  test('keeps the quotes of a JSON string', () => {
    expect(parseJson('"abc"', false)).toBe('"abc"')
    expect(formatJson('"abc"')).toBe('"abc"')
    expect(formatJson({ a: 1 })).toBe('{\n  "a": 1\n}')
  })
})

describe('media', () => {
  test('a name is read from every form that an answer may have', () => {
    expect(mediaName('rigi.jpg')).toBe('rigi.jpg')
    expect(mediaName({ url: 'https://x.org/media/a%20b.jpg' })).toBe('a b.jpg')
    expect(mediaName({ name: 'n.jpg', url: '/media/other.jpg' })).toBe('n.jpg')
    expect(mediaName(null)).toBe('')
    expect(fileValues([{ name: 'a.jpg' }, 'b.jpg', null])).toEqual(['a.jpg', 'b.jpg'])
    // The content API's answer for a cropped picture.
    const part = 'https://x.org/media/rect=1,2,3,4/a%20b.jpg'
    const whole = 'https://x.org/media/a%20b.jpg'
    expect(fileValues([{ url: whole, imgix_url: part }])).toEqual(['a b.jpg?rect=1,2,3,4'])
    expect(mediaName('a.jpg?rect=1,2,3,4')).toBe('a.jpg')
  })

  test('addresses lead only to our media folder or the web, and only pictures have a preview', () => {
    expect(mediaUrl('a b.jpg')).toBe('/media/a%20b.jpg')
    expect(mediaUrl('javascript:alert(1)')).toBe('/media/javascript%3Aalert(1)')
    expect(mediaUrl(' ')).toBeUndefined()
    expect(previewUrl('film.mp4')).toBeUndefined()
    expect(previewUrl('https://x.org/a.PNG?w=9')).toBe('https://x.org/a.PNG?w=9')
  })

  test('a preview has the size at which it is shown if our server can resize the file', () => {
    expect(sizedPreview('a.png', 64)).toBe('/media/a.png?w=64&auto=format')
    expect(sizedPreview('a.png?rect=1,2,3,4', 64)).toBe(
      '/media/rect=1,2,3,4/a.png?w=64&auto=format',
    )
    expect(sizedPreview('a.svg', 64)).toBe('/media/a.svg')
    expect(sizedPreview('https://x.org/a.png', 64)).toBe('https://x.org/a.png')
    expect(sizedPreview('film.mp4', 64)).toBeUndefined()
  })
})

test('relations are read from ids, whole objects or an older comma-separated list', () => {
  expect(relatedIDs(['a', { id: 'b', title: 'B' }, {}])).toEqual(['a', 'b'])
  expect(relatedIDs('a, b')).toEqual(['a', 'b'])
  expect(relatedIDs(undefined)).toEqual([])
})

describe('rows', () => {
  const rows = { values: [{ n: 1 }, { n: 2 }, { n: 3 }], ids: ['a', 'b', 'c'] }

  test('keep their ids when rows are moved or removed', () => {
    expect(moveRow(rows, 0, 2)).toEqual({
      values: [{ n: 2 }, { n: 3 }, { n: 1 }],
      ids: ['b', 'c', 'a'],
    })
    expect(moveRow(rows, 2, -5).ids).toEqual(['c', 'a', 'b'])
    expect(removeRow(rows, 1).ids).toEqual(['a', 'c'])
  })

  test('are added with the defaults of their fields, and duplicated as separate values', () => {
    const added = addRow(rows, [{ key: 'n', title: 'N', type: 'number', value: 7 }])
    expect(added.values.at(-1)).toEqual({ n: 7 })
    expect(new Set(added.ids).size).toBe(4)
    const copied = duplicateRow(rows, 0)
    expect(copied.values.slice(0, 2)).toEqual([{ n: 1 }, { n: 1 }])
    expect(copied.values[0]).not.toBe(copied.values[1])
  })

  test('keep the known ids and get new ones for further values', () => {
    expect(nameRows(3, rows.ids)).toBe(rows.ids)
    expect(nameRows(2, rows.ids)).toEqual(['a', 'b'])
    expect(new Set(nameRows(5, rows.ids)).size).toBe(5)
  })

  test('are summarised by their first value, without tags', () => {
    const fields = [field('html-textarea'), { ...field('number'), key: 'n' }]
    expect(summaryOf(fields, { f: '<p>Late  <b>Turner</b></p>' })).toBe('Late Turner')
    expect(summaryOf(fields, { f: ' ', n: 0 })).toBe('0')
    expect(summaryOf(fields, 'broken')).toBe('')
  })
})
