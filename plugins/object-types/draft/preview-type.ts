import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import { toData, type TypeDraft } from './type-draft.ts'

/** Returns the draft as if it were saved. Missing and duplicate keys are replaced, so that each key is unique. */
export function previewType(draft: TypeDraft): ObjectType {
  const { metafields, ...data } = toData(draft)
  return {
    id: '',
    created_at: '',
    modified_at: '',
    order: 0,
    folder: null,
    total_objects: 0,
    rev: 0,
    ...data,
    slug: draft.slug,
    metafields: distinct(metafields),
  }
}

function distinct(fields: readonly Metafield[]): Metafield[] {
  const seen = new Set<string>()
  return fields.map((field, index) => {
    const key = field.key === '' || seen.has(field.key) ? `${field.key} ${index}` : field.key
    seen.add(key)
    return {
      ...field,
      key,
      ...(field.children && { children: distinct(field.children) }),
      ...(field.repeater_fields && { repeater_fields: distinct(field.repeater_fields) }),
    }
  })
}
