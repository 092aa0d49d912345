import { describe, expect, test } from 'vitest'

import type { ObjectState } from '../../model/state.ts'
import { findMatches } from './find-matches.ts'
import { exclusionsOf, replaceIn } from './replace-in.ts'
import { field, modelOf, objectOf } from './sample-object.fixture.ts'
import { compileSearch, type SearchRequest } from './search.ts'

const search = (find: string, replace: string, rest: Partial<SearchRequest> = {}) =>
  compileSearch({ find, replace, ...rest })

type Fields = Parameters<typeof modelOf>

/** Returns the new values, or the reason why there are none. */
function outcome(
  fields: Fields,
  metadata: Record<string, unknown>,
  searchFor: ReturnType<typeof search>,
  state: Partial<ObjectState> = {},
): unknown {
  const result = replaceIn(objectOf(metadata, state), modelOf(...fields), searchFor)
  if (!result) return undefined
  return 'reason' in result ? result.reason : (JSON.parse(result.state.metadata) as unknown)
}

test('a replacement covers all texts and reports the new state and the count', () => {
  const model = modelOf(field('text', 'text'), field('other', 'text'), field('n', 'number'))
  const object = objectOf(
    { text: 'a cat, a cat', other: 'dog', n: 7, kept: 'cat' },
    { title: 'Cat', slug: 'cat', content: '<p class="cat">cat</p>', status: 'published' },
  )
  const result = replaceIn(object, model, search('cat', 'owl', { match: { preserve_case: true } }))
  expect(result).toEqual({
    state: {
      ...object.state,
      title: 'Owl',
      slug: 'owl',
      content: '<p class="cat">owl</p>',
      metadata: '{"text":"a owl, a owl","other":"dog","n":7,"kept":"cat"}',
    },
    replaced: 5,
    isSlugNew: true,
  })
})

test('metadata without a match stay byte for byte', () => {
  const invalid = '{ "text" : "dog" , "n": 1.0 }'
  const object = objectOf({}, { metadata: invalid, title: 'cat' })
  const result = replaceIn(object, modelOf(field('text', 'text')), search('cat', 'owl'))
  expect(result).toMatchObject({ state: { title: 'owl', metadata: invalid }, isSlugNew: false })
})

test('the new text is not searched again', () => {
  expect(outcome([field('t', 'text')], { t: 'aaa' }, search('a', 'aa'))).toEqual({ t: 'aaaaaa' })
})

test('an object without a match, or with a match that stays the same, is unchanged', () => {
  expect(outcome([field('t', 'text')], { t: 'a' }, search('b', 'c'))).toBeUndefined()
  expect(outcome([field('t', 'text')], { t: 'a' }, search('A', 'a'))).toBeUndefined()
})

test('fields that are not chosen stay unchanged', () => {
  const fields: Fields = [field('t', 'text'), field('u', 'text')]
  const searchFor = search('a', 'b', { fields: ['metadata.u'] })
  expect(outcome(fields, { t: 'a', u: 'a' }, searchFor, { title: 'a' })).toEqual({ t: 'a', u: 'b' })
})

describe('a replacement by type of field', () => {
  const cat = search('cat', 'owl')

  test.each(['text', 'textarea'] as const)('changes the whole text of %s', (type) => {
    expect(outcome([field('t', type)], { t: '# <cat> cat' }, cat)).toEqual({ t: '# <owl> owl' })
  })

  test.each(['markdown', 'rich-text'] as const)(
    'changes %s except for its syntax, unless markup is included',
    (type) => {
      const markdown = [
        '---\ntitle: cat\n---',
        '1. A **cat**, [the cat](/cat "cat"), <cat a="cat">cat</cat> and C:\\cat',
        '{{object type="cat" id="1" /}} cat {{cat}} {% cat %} <!-- cat\ncat -->',
        '```cat\ncat\n```',
        '`cat` https://cat.example <cat@example.org> cat',
        '[cat]: https://example.org/cat',
      ].join('\n\n')
      const replaced = markdown
        .replace('A **cat**', 'A **owl**')
        .replace('[the cat]', '[the owl]')
        .replace('>cat</cat> and C:\\cat', '>owl</cat> and C:\\owl')
        .replace('/}} cat {', '/}} owl {')
        .replace(/org> cat/, 'org> owl')
      const fields: Fields = [field('t', type)]
      expect(outcome(fields, { t: markdown }, cat)).toEqual({ t: replaced })
      const all = search('cat', 'owl', { in_markup: true })
      expect(outcome(fields, { t: markdown }, all)).toEqual({
        t: markdown.replaceAll('cat', 'owl'),
      })
    },
  )

  test('keeps placeholders of the site in HTML as well', () => {
    const html = '<p>cat {{object type="cat" /}} {% cat %} &amp; cat</p>'
    expect(outcome([field('t', 'html-textarea')], { t: html }, cat)).toEqual({
      t: '<p>owl {{object type="cat" /}} {% cat %} &amp; owl</p>',
    })
  })

  test.each(['caf\u{e9}', 'cafe\u{301}'])(
    'matches %s in any Unicode form of its accent',
    (find) => {
      const fields: Fields = [field('t', 'text')]
      const stored = { t: 'Cafe\u{301}s, caf\u{e9}s; cafe e\u{301}' }
      expect(outcome(fields, stored, search(find, 'bar'))).toEqual({
        t: 'bars, bars; cafe e\u{301}',
      })
      const pattern = search(`${find}(.)`, 'bar$1', { match: { regex: true } })
      expect(outcome(fields, stored, pattern)).toEqual({ t: 'bars, bars; cafe e\u{301}' })
      // A letter with an accent does not match: its replacement would inherit the accent.
      expect(outcome(fields, { t: 'cafe\u{301} x\u{302} x' }, search('x', 'y'))).toEqual({
        t: 'cafe\u{301} x\u{302} y',
      })
      expect(outcome(fields, { t: 'cafe\u{301} cafe' }, search('cafe', 'tea'))).toEqual({
        t: 'cafe\u{301} tea',
      })
    },
  )

  test('changes only the texts of html-textarea, unless markup is included', () => {
    const html = '<a href="cat">cat</a>'
    const fields: Fields = [field('t', 'html-textarea')]
    expect(outcome(fields, { t: html }, cat)).toEqual({ t: '<a href="cat">owl</a>' })
    const raw = search('"cat">', '"owl"><b>', { in_markup: true })
    expect(outcome(fields, { t: html }, raw)).toEqual({ t: '<a href="owl"><b>cat</a>' })
  })

  test('changes the strings of json but not its keys, stored as values or as text', () => {
    const fields: Fields = [field('t', 'json')]
    expect(outcome(fields, { t: { cat: ['cat', 1, { a: 'cat' }] } }, cat)).toEqual({
      t: { cat: ['owl', 1, { a: 'owl' }] },
    })
    const text =
      '{ "cat" : "a \\u0063at",\n\t"b":["x\\"cat\\\\", "\\u00e9", 1.0, null] , "cat":{"cat\\"":"c"} }'
    expect(outcome(fields, { t: text }, search('cat', '"\\'))).toEqual({
      t: '{ "cat" : "a \\"\\\\",\n\t"b":["x\\"\\"\\\\\\\\", "\\u00e9", 1.0, null] , "cat":{"cat\\"":"c"} }',
    })
    expect(outcome(fields, { t: '"cat"' }, cat)).toEqual({ t: '"owl"' })
  })

  test('changes choices only to other options', () => {
    const options = [{ value: 'cat' }, { value: 'owl' }, { value: 'dog' }]
    const list = { tags: ['cat', 'dog', 'owl'] }
    for (const type of ['select', 'radio-buttons'] as const) {
      expect(outcome([field('t', type, { options })], { t: 'cat' }, cat)).toEqual({ t: 'owl' })
      expect(outcome([field('t', type, { options })], { t: 'cat' }, search('cat', 'cow'))).toBe(
        'metadata.t must be one of cat, owl, dog',
      )
    }
    for (const type of ['check-boxes', 'multi-select'] as const) {
      // Each option is chosen once, as in an edit.
      expect(outcome([field('tags', type, { options })], list, cat)).toEqual({
        tags: ['owl', 'dog'],
      })
      expect(outcome([field('tags', type, { options })], list, search('dog', ''))).toMatch(
        /must be one of/,
      )
      expect(outcome([field('tags', type)], list, search('dog', 'cow'))).toEqual({
        tags: ['cat', 'cow', 'owl'],
      })
    }
  })

  test('changes a select-dropdown to the option with the new value', () => {
    const options = [
      { key: 'c', value: 'Cat' },
      { key: 'o', value: 'Owl' },
    ]
    const fields: Fields = [field('t', 'select-dropdown', { options })]
    const stored = { t: { key: 'c', value: 'Cat' } }
    expect(outcome(fields, stored, search('cat', 'Owl'))).toEqual({ t: { key: 'o', value: 'Owl' } })
    expect(outcome(fields, stored, search('cat', 'Cow'))).toMatch(/must be one of/)
  })

  test('changes the children of groups and rows', () => {
    const fields: Fields = [
      field('seo', 'parent', { children: [field('d', 'text')] }),
      field('steps', 'repeater', { repeater_fields: [field('t', 'text')] }),
    ]
    const metadata = { seo: { d: 'cat', n: 1 }, steps: [{ t: 'cat' }, { t: 'dog' }, { t: 'cat' }] }
    expect(outcome(fields, metadata, cat)).toEqual({
      seo: { d: 'owl', n: 1 },
      steps: [{ t: 'owl' }, { t: 'dog' }, { t: 'owl' }],
    })
  })

  test('never changes numbers, dates, ids, colours and names of media', () => {
    const fields: Fields = [
      field('n', 'number'),
      field('d', 'date'),
      field('o', 'object'),
      field('c', 'color'),
      field('f', 'file'),
    ]
    const metadata = { n: 11, d: '2011-11-11', o: '1'.repeat(24), c: '#111111', f: '11.png' }
    expect(outcome(fields, metadata, search('1', '2'))).toBeUndefined()
  })
})

describe('the rules of a replacement', () => {
  const live = { status: 'published' } as const

  test('check length and pattern in drafts, and in nested fields', () => {
    const rows = field('rows', 'repeater', {
      repeater_fields: [field('t', 'text', { maxlength: 3 })],
    })
    expect(outcome([rows], { rows: [{ t: 'a' }, { t: 'cat' }] }, search('cat', 'goat'))).toBe(
      'metadata.rows.1.t must be at most 3 characters',
    )
    const code = field('t', 'text', { regex: '^[A-Z]+$', regex_message: 'Capitals, please' })
    expect(outcome([code], { t: 'CAT' }, search('cat', 'owl'))).toBe('Capitals, please')
  })

  test('check missing and short values only in published and scheduled objects', () => {
    const fields: Fields = [
      field('t', 'text', { required: true }),
      field('u', 'text', { minlength: 3 }),
    ]
    const searchFor = search('cat', '')
    expect(outcome(fields, { t: 'cat', u: 'xcat' }, searchFor)).toEqual({ t: '', u: 'x' })
    const words = 'metadata.t is a required field; metadata.u must be at least 3 characters'
    expect(outcome(fields, { t: 'cat', u: 'xcat' }, searchFor, live)).toBe(words)
    expect(outcome(fields, { t: 'cat', u: 'xcat' }, searchFor, { publish_at: 1 })).toBe(words)
  })

  test('ignore values that were invalid before', () => {
    const fields: Fields = [
      field('t', 'text', { required: true }),
      field('u', 'text'),
      field('v', 'text', { maxlength: 1 }),
    ]
    const metadata = { u: 'cat', v: 'too long' }
    expect(outcome(fields, metadata, search('cat', 'owl'), live)).toEqual({
      u: 'owl',
      v: 'too long',
    })
  })

  test('check the title and the slug', () => {
    const why = (find: string, replace: string) => {
      const result = replaceIn(
        objectOf({}, { title: 'Cat', slug: 'kitten' }),
        modelOf(),
        search(find, replace),
      )
      return result && 'reason' in result ? result.reason : undefined
    }
    expect(why('cat', '')).toBe('title is a required field')
    expect(why('cat', 'x'.repeat(1001))).toBe('title must be at most 1000 characters')
    expect(why('kitten', '')).toBe('slug is a required field')
    expect(why('itt', ' / ')).toMatch(/^slug must be a slug/)
    expect(why('itt', 'ä')).toBeUndefined()
  })

  test('refuse a replacement in HTML that is too irregular', () => {
    const broken = { content: '<svg><textarea>cat' }
    expect(outcome([], {}, search('cat', '\n'), broken)).toMatch(/HTML of content is too irregular/)
  })

  test('limit the size of an object and the number of its matches', () => {
    const fields: Fields = [field('t', 'text')]
    expect(outcome(fields, { t: 'a'.repeat(2000) }, search('a', 'x'.repeat(10_000)))).toMatch(
      /at most 10,000,000/,
    )
    expect(outcome(fields, { t: 'a'.repeat(100_001) }, search('a', 'b'))).toMatch(
      /more than 100,000 matches/,
    )
  })
})

describe('excluded matches', () => {
  const model = modelOf(field('t', 'text'), field('h', 'html-textarea'))
  const object = objectOf({ t: 'cat cat', h: '<i>cat</i> cat' })
  const searchFor = search('cat', 'owl')
  const ids = findMatches(object, model, searchFor).matches.map(({ match_id }) => match_id)

  const without = (...excluded: string[]) => {
    const result = replaceIn(object, model, searchFor, { exclude: exclusionsOf(excluded) })
    return result && 'state' in result ? (JSON.parse(result.state.metadata) as unknown) : result
  }

  test('stay unchanged', () => {
    expect(without(ids[1] ?? '', ids[2] ?? '')).toEqual({ t: 'owl cat', h: '<i>cat</i> owl' })
    expect(without(...ids)).toBeUndefined()
  })

  test('of other objects are ignored', () => {
    expect(without(`${'b'.repeat(24)}.0123456789abcdef`)).toEqual({
      t: 'owl owl',
      h: '<i>owl</i> owl',
    })
  })

  test('that no longer exist prevent the change of the object', () => {
    const changed = objectOf({ t: 'a cat cat', h: '' })
    const exclude = exclusionsOf([ids[0] ?? ''])
    expect(replaceIn(changed, model, searchFor, { exclude })).toEqual({
      reason: 'It has changed since the preview: an excluded match is gone.',
    })
    expect(replaceIn(objectOf({}), model, searchFor, { exclude })).toHaveProperty('reason')
  })
})
