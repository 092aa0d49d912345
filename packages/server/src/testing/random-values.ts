import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import fc from 'fast-check'

const words = ['red', 'blue', '12', 'yes', '2026-11-20']
const id = fc.constantFrom('0123456789abcdef01234567', 'fedcba9876543210fedcba98')
const inner: Metafield[] = [{ id: 'a', key: 'a', title: 'A', type: 'text' }]

/** Returns a field of a type, with options and inner fields if the type has any. */
export function fieldOf(type: MetafieldType): Metafield {
  const options = words.map((value) =>
    type === 'select-dropdown' ? { key: `k-${value}`, value } : { value },
  )
  const isChoice = /select|radio|check/.test(type)
  return {
    key: 'f',
    title: 'F',
    type,
    ...(isChoice && { options }),
    ...(type === 'parent' && { children: inner }),
    ...(type === 'repeater' && { repeater_fields: inner }),
  }
}

const word = fc.constantFrom(...words)
const text = fc.oneof(
  fc.string(),
  fc.lorem(),
  word,
  fc.constantFrom('1e3', '<p>a</p>', '**b**', '😀'),
)
const group = fc.record({ a: text })
const day = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const media = fc.constantFrom('a.jpg', 'b c.png', 'media-1.mp4')

/** Values in the form that fields of each type store. */
export const stored: Record<MetafieldType, fc.Arbitrary<unknown>> = {
  text,
  textarea: text,
  'html-textarea': fc.oneof(
    text,
    text.map((words) => `<p>${words}</p>`),
  ),
  markdown: text,
  'rich-text': text,
  json: fc.oneof(fc.jsonValue(), fc.json()),
  // JSON has no negative zero.
  number: fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => value + 0),
  date: day,
  'select-dropdown': word.map((value) => ({ key: `k-${value}`, value })),
  select: word,
  'multi-select': fc.uniqueArray(word),
  'radio-buttons': word,
  'check-boxes': fc.uniqueArray(word),
  switch: fc.boolean(),
  file: media,
  files: fc.array(media),
  object: id,
  objects: fc.array(id),
  color: fc.constantFrom('#fff', '#a1b2c3'),
  emoji: fc.constantFrom('🍊', '🇩🇪'),
  parent: group,
  repeater: fc.array(group),
}
