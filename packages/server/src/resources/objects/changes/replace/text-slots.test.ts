import { expect, test } from 'vitest'

import { field, modelOf, objectOf } from './sample-object.fixture.ts'
import { chooseFields } from './search.ts'
import { openSlots } from './text-slots.ts'

const model = modelOf(
  field('lead', 'text'),
  field('notes', 'textarea'),
  field('story', 'rich-text'),
  field('source', 'markdown'),
  field('footer', 'html-textarea'),
  field('data', 'json'),
  field('raw', 'json'),
  field('mood', 'select'),
  field('tone', 'radio-buttons'),
  field('state', 'select-dropdown'),
  field('tags', 'check-boxes'),
  field('topics', 'multi-select'),
  field('seo', 'parent', {
    title: 'SEO',
    children: [
      field('description', 'textarea'),
      field('links', 'repeater', { repeater_fields: [field('label', 'text')] }),
    ],
  }),
  field('steps', 'repeater', {
    repeater_fields: [field('text', 'text'), field('count', 'number')],
  }),
  field('count', 'number'),
  field('day', 'date'),
  field('on', 'switch'),
  field('picture', 'file'),
  field('pictures', 'files'),
  field('author', 'object'),
  field('authors', 'objects'),
  field('tint', 'color'),
  field('sign', 'emoji'),
)

const object = objectOf(
  {
    lead: 'a',
    notes: 'b',
    story: 'c',
    source: 'd',
    footer: '<p>e</p>',
    data: { list: ['f', { deep: 'g', n: 1 }], key: true },
    raw: '{"h": "i"}',
    mood: 'j',
    tone: 'k',
    state: { key: 'l-key', value: 'l' },
    tags: ['m', 'n'],
    topics: ['o'],
    seo: { description: 'p', links: [{ label: 'q' }] },
    steps: [{ text: '' }, { text: 'r', count: 3 }, null],
    count: 1,
    day: '2026-11-20',
    on: true,
    picture: 'x.png',
    pictures: ['x.png'],
    author: 'b'.repeat(24),
    authors: ['b'.repeat(24)],
    tint: '#123456',
    sign: '🎨',
    left_behind: 'by a former field',
  },
  { content: '<p>x</p>' },
)

test('every text has a path, a label and a format, and other values are left out', () => {
  const { slots } = openSlots(object.state, model, { isInMarkup: false })
  const rows = slots.map(({ path, label, text, format }) => [path, label, text, format])
  expect(rows).toEqual([
    ['title', 'Title', 'Title', 'plain'],
    ['slug', 'Slug', 'slug', 'plain'],
    ['content', 'Content', '<p>x</p>', 'html'],
    ['metadata.lead', 'Lead', 'a', 'plain'],
    ['metadata.notes', 'Notes', 'b', 'plain'],
    ['metadata.story', 'Story', 'c', 'markdown'],
    ['metadata.source', 'Source', 'd', 'markdown'],
    ['metadata.footer', 'Footer', '<p>e</p>', 'html'],
    ['metadata.data.list.0', 'Data › list › 1', 'f', 'plain'],
    ['metadata.data.list.1.deep', 'Data › list › 2 › deep', 'g', 'plain'],
    ['metadata.raw', 'Raw', '{"h": "i"}', 'json'],
    ['metadata.mood', 'Mood', 'j', 'plain'],
    ['metadata.tone', 'Tone', 'k', 'plain'],
    ['metadata.state', 'State', 'l', 'plain'],
    ['metadata.tags.0', 'Tags › 1', 'm', 'plain'],
    ['metadata.tags.1', 'Tags › 2', 'n', 'plain'],
    ['metadata.topics.0', 'Topics › 1', 'o', 'plain'],
    ['metadata.seo.description', 'SEO › Description', 'p', 'plain'],
    ['metadata.seo.links.0.label', 'SEO › Links › 1 › Label', 'q', 'plain'],
    ['metadata.steps.1.text', 'Steps › 2 › Text', 'r', 'plain'],
  ])
})

const pathsOf = (...fields: string[]) =>
  openSlots(object.state, model, {
    fields: chooseFields(fields),
    isInMarkup: false,
  }).slots.map(({ path }) => path)

test('a chosen field includes all texts within it', () => {
  expect(pathsOf('title')).toEqual(['title'])
  expect(pathsOf('metadata.seo', 'content')).toEqual([
    'content',
    'metadata.seo.description',
    'metadata.seo.links.0.label',
  ])
  expect(pathsOf('metadata.data.list.1')).toEqual(['metadata.data.list.1.deep'])
  expect(pathsOf('metadata.steps.1.text')).toEqual(['metadata.steps.1.text'])
  expect(pathsOf('metadata.se', 'metadata.count', 'metadata.left_behind')).toEqual([])
})

test('all values of a type without fields are searched', () => {
  const { state } = objectOf({ a: 'x', b: [{ c: 'y' }, 2] })
  const { slots } = openSlots(state, modelOf(), { isInMarkup: false })
  expect(slots.slice(2).map(({ path, label }) => [path, label])).toEqual([
    ['metadata.a', 'a'],
    ['metadata.b.0.c', 'b › 1 › c'],
  ])
})
