import type { Metafield } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { reasonInTitles } from './reason-in-titles.ts'

const text = (key: string, title: string): Metafield => ({ key, title, type: 'text' })
const fields: Metafield[] = [
  text('note', 'Curator’s note'),
  { key: 'seo', title: 'SEO', type: 'parent', children: [text('text', 'Text')] },
  { key: 'rows', title: 'Rows', type: 'repeater', repeater_fields: [text('word', 'Word')] },
]
const words = (reason: string) => reasonInTitles(reason, fields)

test('the path of a field in a reason becomes the title of the field', () => {
  expect(words('note is a required field')).toBe('Curator’s note is a required field')
  expect(words('note.value must be a text; seo.text is a required field')).toBe(
    'Curator’s note must be a text; SEO › Text is a required field',
  )
  expect(words('metadata.rows.1.word must be at most 5 characters')).toBe(
    'Rows › 2 › Word must be at most 5 characters',
  )
  expect(words('note: It already has another one.')).toBe(
    'Curator’s note: It already has another one.',
  )
  expect(words('The HTML of metadata.seo.text is too irregular.')).toBe(
    'The HTML of SEO › Text is too irregular.',
  )
})

test('reasons without the path of a field stay unchanged', () => {
  for (const reason of [
    'title is a required field',
    'gone.value must be a number',
    'metadata.gone is a required field',
    'The field is empty, so there is no number to add to.',
    'note',
  ]) {
    expect(words(reason)).toBe(reason)
  }
})
