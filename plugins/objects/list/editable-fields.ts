import type { BulkOp, EditedField } from '@typecase/contract/bulk-edit'
import { opsOf, opsOfOwn } from '@typecase/contract/bulk-ops'
import { hasOptions, isTextType } from '@typecase/contract/field-types'
import type { MetafieldType } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import { type ListField, listFields, titleField } from '@typecase/content/object/list-fields'

/** A field that a command can change in many objects. */
export interface EditableField extends Omit<ListField, 'type'> {
  readonly type: MetafieldType
  readonly ops: readonly BulkOp[]
}

/** Types whose values have several parts, which the palette cannot ask for in one step. */
const NESTED: ReadonlySet<MetafieldType> = new Set(['json', 'parent', 'repeater'])

/** Returns the bulk operations of a field type whose values the palette can ask for. */
const promptedOps = (type: MetafieldType): readonly BulkOp[] =>
  NESTED.has(type) ? ['clear'] : opsOf(type)

const objectField = (path: EditedField, title: string, type: MetafieldType): EditableField => ({
  path,
  title,
  type,
  ops: opsOfOwn[path],
})

/** Returns the fields of objects of these types, each path once: title, metafields, content, slug. */
export function editableFields(types: readonly ObjectType[]): readonly EditableField[] {
  const metafields = listFields(types).flatMap(({ path, title, metafield }): EditableField[] =>
    metafield
      ? [{ path, title, type: metafield.type, metafield, ops: promptedOps(metafield.type) }]
      : [],
  )
  return [
    objectField('title', titleField.title, 'text'),
    ...metafields,
    objectField('content', 'Content', 'textarea'),
    objectField('slug', 'Slug', 'text'),
  ]
}

/** Whether the field holds text that can be searched and replaced. */
export const holdsText = ({ type }: EditableField): boolean =>
  isTextType(type) || hasOptions(type) || NESTED.has(type)
