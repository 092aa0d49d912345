import type { BulkOp } from '@typecase/contract/bulk-edit'
import type { MetafieldType } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import { type ListField, listFields, titleField } from '../list/fields.ts'

/** A field that a command can change in many objects. */
export interface EditableField extends Omit<ListField, 'type'> {
  readonly type: MetafieldType
  readonly ops: readonly BulkOp[]
}

const text = ['set', 'clear', 'append', 'prepend', 'remove', 'template'] as const
const list = ['set', 'clear', 'append', 'prepend', 'add', 'remove'] as const
const one = ['set', 'clear', 'add', 'remove'] as const

/** What can be done to a field of each type (docs/api.md), as far as a value can be asked for. */
const opsOf: Readonly<Record<MetafieldType, readonly BulkOp[]>> = {
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
  file: one,
  object: one,
  date: ['set', 'clear'],
  'select-dropdown': ['set', 'clear'],
  select: ['set', 'clear'],
  'radio-buttons': ['set', 'clear'],
  switch: ['set', 'clear'],
  color: ['set', 'clear'],
  emoji: ['set', 'clear'],
  json: ['clear'],
  repeater: ['clear'],
  parent: ['clear'],
}

const own = (path: string, title: string, type: 'text' | 'textarea'): EditableField => ({
  path,
  title,
  type,
  ops: text,
})

/** The fields of objects of these types, each path once: title, metafields, content, slug. */
export function editableFields(types: readonly ObjectType[]): readonly EditableField[] {
  const metafields = listFields(types).flatMap(({ path, title, metafield }): EditableField[] =>
    metafield ? [{ path, title, type: metafield.type, metafield, ops: opsOf[metafield.type] }] : [],
  )
  const { path, title } = titleField
  return [
    { ...own(path, title, 'text'), ops: text.filter((op) => op !== 'clear') },
    ...metafields,
    own('content', 'Content', 'textarea'),
    own('slug', 'Slug', 'text'),
  ]
}

const texts = new Set<MetafieldType>([
  'text',
  'textarea',
  'html-textarea',
  'markdown',
  'rich-text',
  'json',
  'select',
  'radio-buttons',
  'select-dropdown',
  'multi-select',
  'check-boxes',
  'parent',
  'repeater',
])

/** Whether it holds text that can be searched and replaced. */
export const holdsText = ({ type }: EditableField): boolean => texts.has(type)
