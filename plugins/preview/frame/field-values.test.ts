import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { changedFields, fieldAt, fieldValues } from './field-values.ts'

const fields: Metafield[] = [
  { key: 'teaser', title: 'Teaser', type: 'text' },
  { key: 'author', title: 'Author', type: 'object' },
  { key: 'picture', title: 'Picture', type: 'file' },
  {
    key: 'seo',
    title: 'SEO',
    type: 'parent',
    children: [{ key: 'name', title: 'Name', type: 'text' }],
  },
  {
    key: 'rows',
    title: 'Rows',
    type: 'repeater',
    repeater_fields: [{ key: 'text', title: 'Text', type: 'textarea' }],
  },
  { key: 'body', title: 'Body', type: 'html-textarea' },
]
const values = (metadata: object, title = 'A') =>
  fieldValues({ title, slug: 'a', content: '', metadata }, fields, 'https://cms.test')

test('texts and images are sent by path, even within groups and rows', () => {
  const metadata = {
    teaser: 'B',
    author: 'an id',
    picture: 'a-door.jpg',
    seo: { name: 'C' },
    rows: [{ text: 'one' }, { text: 'two' }],
    body: '<p>D</p>',
    unknown: 'x',
  }
  expect(Object.fromEntries(values(metadata))).toEqual({
    title: 'A',
    slug: 'a',
    content: { html: '' },
    'metadata.teaser': 'B',
    'metadata.picture': { url: 'https://cms.test/media/a-door.jpg' },
    'metadata.seo.name': 'C',
    'metadata.rows.0.text': 'one',
    'metadata.rows.1.text': 'two',
    'metadata.body': { html: '<p>D</p>' },
  })
})

test('another order of rows sends only the fields whose values changed', () => {
  const before = values({ teaser: 'B', rows: [{ text: 'one' }, { text: 'two' }, { text: 'x' }] })
  const after = values({ teaser: 'B', rows: [{ text: 'two' }, { text: 'one' }, { text: 'x' }] })
  expect(changedFields(before, after)).toEqual([
    ['metadata.rows.0.text', 'two'],
    ['metadata.rows.1.text', 'one'],
  ])
  expect(changedFields(values({}), values({}, 'New'))).toEqual([['title', 'New']])
})

test.each([
  ['title', 'title'],
  ['content.3', 'content'],
  ['metadata.teaser', 'metadata.teaser'],
  ['metadata.picture.imgix_url', 'metadata.picture'],
  ['metadata.seo.name', 'metadata.seo.name'],
  ['metadata.rows.1.text', 'metadata.rows.1.text'],
  ['metadata.rows.x.text', 'metadata.rows'],
  ['metadata.__proto__.x', 'metadata'],
])('%s is edited in the field %s', (path, field) => expect(fieldAt(path, fields)).toBe(field))
