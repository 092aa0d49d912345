// @vitest-environment jsdom
import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import { describeBlocks, compareBlocks, htmlBlocks, markdownBlocks } from './blocks.ts'
import { compareObjects } from './fields.ts'
import { compareRows } from './rows.ts'
import { wordParts } from './text-diff.ts'

const textOf = (parts: { kind: string; text: string }[]) =>
  parts.map(({ kind, text }) => `${{ same: '', add: '+', remove: '-' }[kind]}${text}`)

describe('texts', () => {
  test('are compared by words', () => {
    expect(textOf(wordParts('A helicopter, a wave.', 'A helicopter, one wave.'))).toEqual([
      'A helicopter, ',
      '-a',
      '+one',
      ' wave.',
    ])
  })

  test('without common words are removed and added as a whole', () => {
    const words = (word: string) => Array.from({ length: 2000 }, (_, n) => `${word}${n}`).join(' ')
    const parts = wordParts(words('a'), words('b'))
    expect(parts.map(({ kind }) => kind)).toEqual(['remove', 'add'])
  })

  test.each([
    ['', ''],
    ['One two', ''],
    ['', 'One two'],
    ['One  two\nthree', 'One two three'],
    ['日本語 テキスト', '日本語の テキスト'],
  ])('%j and %j are both contained in their comparison', (before, after) => {
    const parts = wordParts(before, after)
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    expect(without('add')).toBe(before)
    expect(without('remove')).toBe(after)
  })
})

describe('blocks', () => {
  const html = (text: string) => htmlBlocks(text)

  test('of HTML are paragraphs, headings, list items, quotes, table rows and images', () => {
    const blocks = html(
      '<h2>Afterwards</h2>Loose<p>One <b>two</b></p><ul><li>A</li><li><p>B</p></li></ul>' +
        '<blockquote><p>Said</p></blockquote><table><tr><td>1</td><td>2</td></tr></table><img src="/media/a.png?w=2">',
    )
    expect(blocks.map(({ form, text }) => [form, text])).toEqual([
      ['Heading 2', 'Afterwards'],
      ['', 'Loose'],
      ['', 'One two'],
      ['List item', 'A'],
      ['List item', 'B'],
      ['Quote', 'Said'],
      ['Table row', '1 | 2'],
      ['Image', 'a.png'],
    ])
  })

  test('of Markdown are parts between empty lines, and list items', () => {
    const blocks = markdownBlocks('## Head\n\nText\n\n- One\n- Two\n\n> Said')
    expect(blocks.map(({ form, text }) => [form, text])).toEqual([
      ['Heading 2', 'Head'],
      ['', 'Text'],
      ['List item', 'One'],
      ['List item', 'Two'],
      ['Quote', 'Said'],
    ])
  })

  test('are paired with the blocks that they became', () => {
    const rows = compareBlocks(
      html(
        '<p>The one that came carried a photographer from Brest.</p><p>Stays</p><p>Goes away</p><h2>After</h2>',
      ),
      html(
        '<p>The one that came carried a photographer.</p><p>Stays</p><p>Something new entirely</p><h3>After</h3>',
      ),
    )
    expect(
      rows.map(({ left, right, isSame, note }) => [left?.text, right?.text, isSame, note]),
    ).toEqual([
      [
        'The one that came carried a photographer from Brest.',
        'The one that came carried a photographer.',
        false,
        undefined,
      ],
      ['Stays', 'Stays', true, undefined],
      ['Goes away', undefined, false, undefined],
      [undefined, 'Something new entirely', false, undefined],
      ['After', 'After', false, 'Heading 2 → Heading 3'],
    ])
    expect(describeBlocks(rows)).toBe('2 blocks changed, 1 added, 1 removed')
  })

  test('with the same words are noted as formatted differently', () => {
    const [row] = compareBlocks(html('<p>One two</p>'), html('<p>One <b>two</b></p>'))
    expect(row?.note).toBe('Other formatting')
  })
})

describe('rows of a repeater', () => {
  const field: Metafield = {
    key: 'sources',
    title: 'Sources',
    type: 'repeater',
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' }],
  }
  const compare = (left: string[], right: string[]) => {
    const rows = (names: string[]) => names.map((name) => ({ name }))
    const result = compareRows(field, rows(left), rows(right))
    return {
      left: result.left.map(({ text, state }) => `${text} ${state}`),
      right: result.right.map(({ text, state, from }) => `${text} ${state} ${from ?? ''}`.trim()),
    }
  }

  test('that moved show their former position, and as few as possible count as moved', () => {
    expect(compare(['a', 'b', 'c'], ['c', 'a', 'b', 'd'])).toEqual({
      left: ['a same', 'b same', 'c same'],
      right: ['c moved 3', 'a same', 'b same', 'd added'],
    })
  })

  test('are marked as changed, removed or the same', () => {
    expect(compare(['Contact sheets, Jean', 'Gone'], ['Contact sheets, Jean Guichard'])).toEqual({
      left: ['Contact sheets, Jean changed', 'Gone removed'],
      right: ['Contact sheets, Jean Guichard changed'],
    })
    expect(compare(['a', 'a'], ['a'])).toEqual({ left: ['a same', 'a removed'], right: ['a same'] })
  })
})

test('objects are compared field by field, and groups child by child', () => {
  const metafields: Metafield[] = [
    { key: 'teaser', title: 'Teaser', type: 'text' },
    { key: 'author', title: 'Author', type: 'object' },
    { key: 'pictures', title: 'Pictures', type: 'files' },
    {
      key: 'seo',
      title: 'SEO',
      type: 'parent',
      children: [
        { key: 'title', title: 'Title', type: 'text' },
        { key: 'index', title: 'Index', type: 'switch' },
      ],
    },
  ]
  const object = (metadata: object, title = 'A') =>
    ({ title, slug: 'a', locale: null, thumbnail: null, content: '', metadata }) as CmsObject
  const { differing, same } = compareObjects(
    { metafields },
    object({
      teaser: 'One',
      author: 'x',
      pictures: ['a.png', 'b.png'],
      seo: { index: true },
      old: 1,
    }),
    object(
      { teaser: 'One', author: 'y', pictures: ['b.png', 'c.png'], seo: { index: false } },
      'B',
    ),
  )
  expect(differing.map(({ path, title, summary }) => [path, title, summary])).toEqual([
    ['title', 'Title', '2 words changed'],
    ['metadata.author', 'Author', '1 added, 1 removed'],
    ['metadata.pictures', 'Pictures', '1 added, 1 removed'],
    ['metadata.seo', 'SEO › Index', '2 words changed'],
    ['metadata.old', 'old', '1 word changed'],
  ])
  expect(same).toEqual(['Slug', 'Teaser', 'SEO › Title'])
})
