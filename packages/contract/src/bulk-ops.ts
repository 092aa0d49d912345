import type { BulkOp, EditedField } from './bulk-edit.ts'
import type { MetafieldType } from './metafields.ts'

const text = ['set', 'clear', 'append', 'prepend', 'remove', 'template'] as const
const list = ['set', 'clear', 'append', 'prepend', 'add', 'remove'] as const
const one = ['set', 'clear', 'add', 'remove'] as const
const whole = ['set', 'clear'] as const

/** Operations by metafield type, as documented in docs/dashboard-api.md. */
export const opsOf: Readonly<Record<MetafieldType, readonly BulkOp[]>> = {
  text,
  textarea: text,
  'html-textarea': text,
  markdown: text,
  'rich-text': text,
  number: ['set', 'clear', 'increment'],
  'multi-select': list,
  'check-boxes': list,
  files: list,
  objects: list,
  repeater: ['set', 'clear', 'append', 'prepend', 'remove'],
  file: one,
  object: one,
  json: whole,
  date: whole,
  'select-dropdown': whole,
  select: whole,
  'radio-buttons': whole,
  switch: whole,
  color: whole,
  emoji: whole,
  parent: whole,
}

/** The same of an object's own fields. */
export const opsOfOwn: Readonly<Record<EditedField, readonly BulkOp[]>> = {
  title: text.filter((op) => op !== 'clear'),
  slug: text,
  content: text,
}

/** Whether the field takes the text operations. */
export const isTextType = (type: MetafieldType): boolean => opsOf[type] === text

/** Whether a field of the type holds a list. */
export const isListType = (type: MetafieldType): boolean =>
  opsOf[type] === list || type === 'repeater'
