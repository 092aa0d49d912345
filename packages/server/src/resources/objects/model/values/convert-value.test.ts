import { type Metafield, type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'
import { describe, expect, test } from 'vitest'

import { convertValue, convertValues } from './convert-value.ts'

const field = (type: MetafieldType, more: Partial<Metafield> = {}): Metafield => ({
  key: 'field',
  title: 'Field',
  type,
  ...more,
})

const colors = { options: [{ value: 'red' }, { value: 'blue' }] }
const keyed = {
  options: [
    { key: 'r', value: 'red' },
    { key: 'b', value: 'blue' },
  ],
}

const made = (
  value: unknown,
  from: MetafieldType | Metafield,
  to: MetafieldType | Metafield,
): unknown => {
  const [a, b] = [from, to].map((one) => (typeof one === 'string' ? field(one) : one))
  if (!a || !b) throw new Error('Two fields are given.')
  const converted = convertValue(value, a, b)
  return 'value' in converted ? converted.value : { not: converted.reason }
}

const id = '0123456789abcdef01234567'
const short = { key: 'words', title: 'Words', type: 'text' as const, maxlength: 2 }

describe('a value that converts', () => {
  test.each<[string, unknown, MetafieldType | Metafield, MetafieldType | Metafield, unknown]>([
    ['a number of a text', ' 12.50 ', 'text', 'number', 12.5],
    ['a number of a select', '3', field('select'), 'number', 3],
    ['a number of a switch', true, 'switch', 'number', 1],
    ['a text of a number', 12.5, 'number', 'text', '12.5'],
    [
      'a text of a switch by its words',
      false,
      field('switch', { options: 'yes,no' }),
      'text',
      'no',
    ],
    ['lines of a text area in one line', 'one\n two', 'textarea', 'text', 'one two'],
    [
      'text as HTML',
      'a < b\nc\n\nd',
      'textarea',
      'html-textarea',
      '<p>a &lt; b<br>c</p>\n<p>d</p>',
    ],
    [
      'HTML as text',
      '<p>a &lt; <b>b</b></p><p>c</p><script>x</script>',
      'html-textarea',
      'textarea',
      'a < b\nc',
    ],
    ['HTML as Markdown, which holds HTML', '<p>a</p>', 'html-textarea', 'markdown', '<p>a</p>'],
    ['Markdown as rich text', '**a**', 'markdown', 'rich-text', '**a**'],
    [
      'Markdown as HTML',
      '# A\nb **c**',
      'markdown',
      'html-textarea',
      '<h1>A</h1>\n<p>b <strong>c</strong></p>',
    ],
    ['JSON of a text', 'hello', 'text', 'json', '"hello"'],
    ['JSON that a text is', '{"a":1}', 'text', 'json', '{"a":1}'],
    ['a text of JSON', { a: 1 }, 'json', 'textarea', '{"a":1}'],
    ['a text of a JSON string', '"hello"', 'json', 'text', 'hello'],
    ['a day of a time', '2026-11-20T10:00:00.000Z', 'text', 'date', '2026-11-20'],
    ['a day of a day', '2026/1/2', 'text', 'date', '2026-01-02'],
    ['an option of a text', 'red', 'text', field('select', colors), 'red'],
    [
      'a dropdown of a text',
      'red',
      'text',
      field('select-dropdown', keyed),
      { key: 'r', value: 'red' },
    ],
    [
      'a dropdown of a key',
      'b',
      'text',
      field('select-dropdown', keyed),
      { key: 'b', value: 'blue' },
    ],
    [
      'a select of a dropdown',
      { key: 'b', value: 'blue' },
      field('select-dropdown', keyed),
      field('select', colors),
      'blue',
    ],
    ['several of one', 'red', 'select', field('multi-select', colors), ['red']],
    [
      'several of a text that lists them',
      'red, blue',
      'text',
      field('check-boxes', colors),
      ['red', 'blue'],
    ],
    ['one of a list of one', ['red'], 'multi-select', field('radio-buttons', colors), 'red'],
    ['a text of several', ['red', 'blue'], 'multi-select', 'text', 'red, blue'],
    ['a switch of a word', 'Yes', 'text', 'switch', true],
    ['a switch of a number', 0, 'number', 'switch', false],
    ['relations of one', id, 'object', 'objects', [id]],
    ['one of relations', [id], 'objects', 'object', id],
    [
      'one of relations as older clients write them',
      `${id},`,
      'objects',
      'object',
      { not: '2 values do not fit in one' },
    ],
    ['relations of a text', `${id}, ${id}`, 'text', 'objects', [id]],
    ['media of one', 'a.jpg', 'file', 'files', ['a.jpg']],
    ['one of media', ['a.jpg'], 'files', 'file', 'a.jpg'],
    ['a medium of its address', 'https://x.test/media/a%20b.jpg?w=1', 'text', 'file', 'a%20b.jpg'],
    ['a color', ' #FFF ', 'text', 'color', '#FFF'],
    ['an emoji', '🍊', 'text', 'emoji', '🍊'],
    [
      'rows of a group',
      { a: 1 },
      'parent',
      field('repeater', { repeater_fields: [field('number', { key: 'a' })] }),
      [{ a: 1 }],
    ],
    [
      'a group of one row',
      [{ a: 1 }],
      'repeater',
      field('parent', { children: [field('number', { key: 'a' })] }),
      { a: 1 },
    ],
    [
      'a group of JSON',
      '{"a":1}',
      'json',
      field('parent', { children: [field('number', { key: 'a' })] }),
      { a: 1 },
    ],
    [
      'a group in which a text that stays one is too long',
      { words: 'abc' },
      'parent',
      field('repeater', { repeater_fields: [short] }),
      [{ words: 'abc' }],
    ],
    ['nothing, as the new field has it', '', 'text', 'number', null],
    ['nothing, as a list has it', '', 'text', field('multi-select', colors), []],
    ['a day in UTC of a time in a zone', '2026-11-20T23:30:00-02:00', 'text', 'date', '2026-11-21'],
    ['an empty list', [], 'files', 'multi-select', []],
    ['no empty list for a missing value', [], 'files', 'file', null],
  ])('becomes %s', (_name, value, from, to, option) => {
    expect(made(value, from, to)).toEqual(option)
  })
})

describe('a value that does not convert', () => {
  test.each<[unknown, MetafieldType | Metafield, MetafieldType | Metafield, string]>([
    ['n/a', 'text', 'number', '“n/a” is not a number'],
    ['1,234', 'text', 'number', '“1,234” is not a number'],
    [
      '12345678901234567890',
      'text',
      'number',
      '“12345678901234567890” has more digits than a number keeps: use a text field',
    ],
    ['2026-02-30', 'text', 'date', '“2026-02-30” is not a date such as 2026-11-20'],
    ['green', 'text', field('select', colors), '“green” is not one of the options'],
    ['red, green', 'text', field('multi-select', colors), '“green” is not one of the options'],
    [['red', 'blue'], 'multi-select', field('select', colors), '2 values do not fit in one'],
    ['maybe', 'text', 'switch', '“maybe” is not a yes or a no'],
    ['Ann', 'text', 'object', '“Ann” is not the id of an object'],
    ['no name', 'text', 'file', '“no name” is not the name of a media'],
    ['red', 'text', 'color', '“red” must be a color such as #1a2b3c'],
    [{ a: 1 }, 'parent', 'text', 'A parent is not a text'],
    [[{ a: 1 }, { a: 2 }], 'repeater', 'parent', '2 rows do not fit in one group'],
    [{ a: 1 }, 'parent', 'repeater', '“{"a":1}” is not a known field'],
    ['abc', 'textarea', field('text', { maxlength: 2 }), '“abc” must be at most 2 characters'],
    ['abc', 'textarea', field('text', { minlength: 4 }), '“abc” must be at least 4 characters'],
    ['abc', 'textarea', field('text', { regex: '^x' }), '“abc” must match ^x'],
    [
      'abc',
      'textarea',
      field('text', { regex: '^x', regex_message: 'An x comes first' }),
      '“abc”: An x comes first',
    ],
    ['3', 'text', field('number', { min: 4 }), '“3” must be at least 4'],
    ['5', 'text', field('number', { max: 4 }), '“5” must be at most 4'],
    [
      ['red', 'blue'],
      'check-boxes',
      field('multi-select', { max: 1 }),
      '“["red","blue"]” must be at most 1 options',
    ],
    ['a', 'text', field('check-boxes', { min: 2 }), '“a” must be at least 2 items'],
    [
      { words: 'abc' },
      'json',
      field('parent', { children: [short] }),
      '“{"words":"abc"}” must be at most 2 characters',
    ],
  ])('has a reason: %j of %s', (value, from, to, reason) => {
    expect(made(value, from, to)).toEqual({ not: reason })
  })
})

test('a text in a field of any type becomes a JSON string', () => {
  for (const type of metafieldTypes) expect(made('x', type, 'json')).toBe('"x"')
})

describe('the values of a file', () => {
  function fromFile(value: unknown, type: MetafieldType, more: Partial<Metafield> = {}) {
    const failures: string[] = []
    const field: Metafield = { key: 'f', title: 'F', type, ...more }
    const { f } = convertValues([field], { f: value }, 'metadata', {
      fail: (path) => void failures.push(path),
      names: () => {},
      refer: (id) => (id === 'none' ? null : `new-${id}`),
    })
    return failures.length > 0 ? failures : f
  }

  test.each<[MetafieldType, unknown, unknown]>([
    ['text', 7, '7'],
    ['text', null, null],
    ['textarea', false, 'false'],
    ['number', '12.5', 12.5],
    ['number', '', null],
    ['date', '2026-11-20', '2026-11-20'],
    ['date', '2026-11-20T23:30:00-02:00', '2026-11-21'],
    ['switch', 'Yes', true],
    ['switch', 0, false],
    ['check-boxes', 'a, b', ['a', 'b']],
    ['multi-select', null, []],
    ['file', { url: 'https://cdn.test/abc%20d.png' }, 'abc d.png'],
    ['file', { name: 'x.png' }, 'x.png'],
    ['files', 'a.png,b.png', ['a.png', 'b.png']],
    ['object', '5a9d', 'new-5a9d'],
    ['object', { _id: 12 }, 'new-12'],
    ['object', '', null],
    ['objects', 'a,b,none', ['new-a', 'new-b']],
    ['objects', [{ id: 'a' }], ['new-a']],
    ['json', { any: [1] }, { any: [1] }],
    ['json', '{"a":1}', '{"a":1}'],
    ['json', 'plain words', '"plain words"'],
    ['date', '2026/1/2', '2026-01-02'],
    ['date', '2026-11-20T23:30:00', '2026-11-20'],
    ['color', ' #FFF ', '#FFF'],
    ['file', 'https://cdn.test/abc%20d.png?w=1', 'abc d.png'],
    ['file', 'what?.png', 'what?.png'],
    ['files', ['a.png', 'a.png'], ['a.png', 'a.png']],
    ['objects', ['Smith, Ann', 'b'], ['new-Smith, Ann', 'new-b']],
    ['objects', '["Smith, Ann"]', ['new-Smith, Ann']],
    ['parent', '{"a":1}', { a: 1 }],
    ['repeater', '[{"a":1}]', [{ a: 1 }]],
    ['select', '', null],
  ])('%s of %j is stored as %j', (type, value, stored) => {
    expect(fromFile(value, type)).toEqual(stored)
  })

  test.each<[MetafieldType, unknown]>([
    ['text', { a: 1 }],
    ['text', ['a']],
    ['number', 'twelve'],
    ['number', true],
    ['number', ' '],
    ['number', '0x1F'],
    ['number', '12345678901234567890'],
    ['number', '0.1234567890123456789'],
    ['date', '20/11/2026'],
    ['date', '2026-02-30'],
    ['switch', 'perhaps'],
    ['object', []],
    ['parent', 'text'],
    ['repeater', { a: 1 }],
  ])('%s refuses %j', (type, value) => {
    expect(fromFile(value, type)).toEqual(['metadata.f'])
  })

  test('choices of a dropdown are stored with key and value, and found by either', () => {
    const options = [{ key: 'r', value: 'Red' }]
    expect(fromFile('Red', 'select-dropdown', { options })).toEqual({ key: 'r', value: 'Red' })
    expect(fromFile({ key: 'r' }, 'select-dropdown', { options })).toEqual({
      key: 'r',
      value: 'Red',
    })
    expect(fromFile('Blue', 'select-dropdown', { options })).toEqual({ key: 'Blue', value: 'Blue' })
    const other = { key: 'b', value: 'Blue' }
    expect(fromFile(other, 'select-dropdown', { options })).toEqual(other)
    // An older export may have a different key.
    const renamed = { key: 'Red', value: 'Red' }
    expect(fromFile(renamed, 'select-dropdown', { options })).toEqual(options[0])
  })

  test('groups and repeaters convert the values in them, and an error has the path of its value', () => {
    const year: Metafield = { key: 'year', title: 'Year', type: 'number' }
    const rows = { repeater_fields: [year] }
    expect(fromFile([{ year: '1' }, { other: true }], 'repeater', rows)).toEqual([
      { year: 1 },
      { other: true },
    ])
    expect(fromFile([{ year: '1' }, { year: 'x' }], 'repeater', rows)).toEqual([
      'metadata.f.1.year',
    ])
    expect(fromFile({ year: 'x' }, 'parent', { children: [year] })).toEqual(['metadata.f.year'])
  })
  test('options are found by either name, and unknown ones stay unchanged', () => {
    const options = [{ key: 'r', value: 'Red' }]
    expect(fromFile(' Red ', 'radio-buttons', { options })).toBe('Red')
    expect(fromFile('r, Blue', 'check-boxes', { options })).toEqual(['Red', 'Blue'])
    const dark = { options: [...options, { value: 'Red, dark' }] }
    expect(fromFile('Red, dark', 'check-boxes', dark)).toEqual(['Red, dark'])
  })

  test('errors name the field and the value', () => {
    const words: string[] = []
    const file = {
      fail: (_path: string, message: string) => void words.push(message),
      names: () => {},
      refer: () => null,
    }
    const fields = [field('number'), field('switch', { key: 'on' })]
    convertValues(fields, { field: 'twelve', on: { a: 1 } }, 'metadata', file)
    expect(words).toEqual([
      'metadata.field must be a number, not “twelve”',
      'metadata.on must be a yes or a no',
    ])
  })
})

test('markup that is too long to be parsed does not convert', () => {
  const text = '<p>word</p>'.repeat(20_000)
  const refused = { not: expect.stringContaining('200,000 characters') }
  expect(made(text, 'html-textarea', 'text')).toEqual(refused)
  expect(made(text, 'markdown', 'html-textarea')).toEqual(refused)
  expect(made(text, 'html-textarea', 'markdown')).toBe(text)
})

// A regular expression that looks ahead from each character would take minutes on these texts.
test.each<[string, string, MetafieldType, MetafieldType]>([
  ['brackets', '['.repeat(190_000), 'markdown', 'html-textarea'],
  ['images', '!['.repeat(95_000), 'markdown', 'html-textarea'],
  ['spaces', `x${' '.repeat(190_000)}x`, 'markdown', 'html-textarea'],
  ['spaces', `x${' '.repeat(190_000)}x`, 'html-textarea', 'text'],
  ['spaces', `x${' '.repeat(500_000)}x`, 'textarea', 'text'],
  ['digits', `${'1'.repeat(500_000)}x`, 'text', 'number'],
  ['spaces', `2026-11-27 10:00${' '.repeat(500_000)}\nx`, 'text', 'date'],
])('a long text of %s is converted or refused without delay', (_what, text, from, to) => {
  const converted = made(text, from, to)
  if (typeof converted === 'string') expect(converted).toContain(text)
  else expect(converted).toEqual({ not: expect.any(String) })
})
