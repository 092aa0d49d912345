import type { Metafield } from './metafields.ts'
import { expect, test } from 'vitest'

import { fieldTitles } from './field-titles.ts'

const text = (key: string, title = ''): Metafield => ({ key, title, type: 'text' })
const seo: Metafield = {
  key: 'seo',
  title: 'SEO',
  type: 'parent',
  children: [text('text', 'Text'), text('plain')],
}
const rows: Metafield = {
  key: 'rows',
  title: 'Rows',
  type: 'repeater',
  repeater_fields: [text('text', 'Text'), { ...seo, title: 'Group' }],
}
const works = {
  metafields: [text('year', 'Year'), seo, rows, { ...text('more', 'More'), type: 'json' as const }],
}

test('a field is named by its title, after the titles of its groups and rows', () => {
  const name = fieldTitles([works])
  expect(name('metadata.year')).toBe('Year')
  expect(name('metadata.seo.text')).toBe('SEO › Text')
  expect(name('metadata.seo.plain')).toBe('SEO › plain')
  expect(name('metadata.rows.0.text')).toBe('Rows › 1 › Text')
  expect(name('metadata.rows.11.seo.text')).toBe('Rows › 12 › Group › Text')
  expect(name('metadata.rows.1')).toBe('Rows › 2')
  expect(name('metadata.more.any.key')).toBe('More › any › key')
  expect(name('main_object_status')).toBe('Public')
})

test('a field that does not exist is named by its path, in rows too', () => {
  const name = fieldTitles([works])
  expect(name('metadata.gone')).toBe('metadata.gone')
  expect(name('metadata.year.value')).toBe('metadata.year.value')
  expect(name('metadata.seo.gone')).toBe('metadata.seo.gone')
  expect(name('metadata.rows.0.gone')).toBe('metadata.rows.0.gone')
  expect(name('unheard_of')).toBe('unheard_of')
})

test('equal titles are followed by the path', () => {
  const name = fieldTitles([{ metafields: [text('year', 'Year'), text('first', 'Year')] }])
  expect(name('metadata.year')).toBe('Year (metadata.year)')
  expect(name('metadata.first')).toBe('Year (metadata.first)')
  // A field with the title of the object's own title also gets its path.
  expect(fieldTitles([{ metafields: [text('name', 'Title')] }])('metadata.name')).toBe(
    'Title (metadata.name)',
  )
  const twice = { ...rows, repeater_fields: [text('a', 'Text'), text('b', 'Text')] }
  expect(fieldTitles([{ metafields: [twice] }])('metadata.rows.2.b')).toBe(
    'Rows › 3 › Text (metadata.rows.2.b)',
  )
})

test('a field with different titles in two object types is named by both', () => {
  const name = fieldTitles([works, { metafields: [text('year', 'Made in')] }, works])
  expect(name('metadata.year')).toBe('Year / Made in')
})
