import type { BulkOp, EditedField } from './bulk-edit.ts'
import { type ValueForm, valueFormOf } from './field-types.ts'
import type { MetafieldType } from './metafields.ts'

const text = ['set', 'clear', 'append', 'prepend', 'remove', 'template'] as const
const list = ['set', 'clear', 'append', 'prepend', 'add', 'remove'] as const
const one = ['set', 'clear', 'add', 'remove'] as const
const wholeValueOps = ['set', 'clear'] as const

const opsByForm: Readonly<Record<ValueForm, readonly BulkOp[]>> = {
  text,
  number: ['set', 'clear', 'increment'],
  choices: list,
  files: list,
  objects: list,
  rows: ['set', 'clear', 'append', 'prepend', 'remove'],
  file: one,
  object: one,
  json: wholeValueOps,
  date: wholeValueOps,
  option: wholeValueOps,
  choice: wholeValueOps,
  switch: wholeValueOps,
  color: wholeValueOps,
  emoji: wholeValueOps,
  group: wholeValueOps,
}

/** Returns the operations that a field type supports (docs/dashboard-api.md lists them). */
export const opsOf = (type: MetafieldType): readonly BulkOp[] => opsByForm[valueFormOf(type)]

/** The operations that the base fields of an object support. */
export const opsOfOwn: Readonly<Record<EditedField, readonly BulkOp[]>> = {
  title: text.filter((op) => op !== 'clear'),
  slug: text,
  content: text,
}
