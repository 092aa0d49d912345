import { expect, test } from 'vitest'

import { withKeys } from './missing-keys.ts'

const field = (title: string, key = '', more: object = {}) => ({
  title,
  key,
  type: 'text',
  ...more,
})

function keyed(list: unknown, ...others: unknown[]) {
  const messages: string[] = []
  const fields = withKeys(list, others, (title, key, source) => {
    messages.push(`${title} → ${key} from ${source}`)
  })
  return { fields, messages }
}
const keysOf = (fields: unknown) => (fields as { key: string }[]).map(({ key }) => key)

test('existing keys stay, and lists in which no key is missing are unchanged', () => {
  const list = [field('Headline', 'head')]
  expect(keyed(list, [field('Headline', 'other')])).toEqual({ fields: list, messages: [] })
  expect(keyed(undefined).fields).toBeUndefined()
})

test('a field gets the key that most objects use for its title', () => {
  const { fields, messages } = keyed(
    [field('Headline'), field('Intro', 'intro')],
    [field('Intro', 'intro'), field('Headline', 'h1')],
    [field('Headline', 'headline_2')],
    [field('Headline', 'h1')],
    null,
  )
  expect(keysOf(fields)).toEqual(['h1', 'intro'])
  expect(messages).toEqual(['Headline → h1 from the objects'])
})

test('two fields with one title get their own keys', () => {
  const objects = [field('Text', 'text_top'), field('Image', 'image'), field('Text', 'text_end')]
  const { fields } = keyed([field('Text'), field('Text')], objects)
  expect(keysOf(fields)).toEqual(['text_top', 'text_end'])
})

test('a field with a changed title is recognised by its position and type', () => {
  const objects = [field('Title of the page', 'page_title'), field('Intro', 'intro')]
  expect(keysOf(keyed([field('Headline'), field('Intro')], objects).fields)).toEqual([
    'page_title',
    'intro',
  ])
  const other = [field('Picture', 'picture', { type: 'file' })]
  expect(keysOf(keyed([field('Headline')], other).fields)).toEqual(['headline'])
})

test('values without titles give their keys by name, or by position if their number matches', () => {
  const values = [{ key: 'h1' }, { key: 'intro' }]
  expect(keysOf(keyed([field('Headline'), field('Intro')], values).fields)).toEqual(['h1', 'intro'])
  expect(keysOf(keyed([field('Headline')], values).fields)).toEqual(['headline'])
})

test('a key is made from the title if no object has one', () => {
  const titles = ['SEO Description', 'Über uns', '3 columns', '???']
  const { fields, messages } = keyed(titles.map((title) => field(title)))
  expect(keysOf(fields)).toEqual(['seo_description', 'uber_uns', 'field_3_columns', 'field'])
  expect(messages[0]).toBe('SEO Description → seo_description from its title')
})

test('fields of groups and rows get the keys of the fields within the same field', () => {
  const list = [
    field('SEO', '', { type: 'parent', children: [field('Text')] }),
    field('Tags', 'tags', { type: 'repeater', repeater_fields: [field('Tag')], children: [] }),
  ]
  const row = { type: 'repeating_item', children: [field('Tag', 'tag_name')] }
  const object = [
    field('SEO', 'seo_part', { type: 'parent', children: [field('Text', 'seo_text')] }),
    field('Tags', 'tags', { type: 'repeater', children: [row] }),
  ]
  expect(keyed(list, object).fields).toMatchObject([
    { key: 'seo_part', children: [{ key: 'seo_text' }] },
    { key: 'tags', repeater_fields: [{ key: 'tag_name' }] },
  ])
  // The keys of an object come from its type, too.
  const minimal = [field('Tags', 'tags', { children: [{ ...row, children: [field('Tag')] }] })]
  expect(keyed(minimal, object).fields).toMatchObject([
    { children: [{ children: [{ key: 'tag_name' }] }] },
  ])
})
