import type { Metafield } from '@typecase/contract/metafields'

import type { TypeModel } from '../type-model.ts'
import { hasText } from './metafield-places.ts'

const ownFields: readonly string[] = ['title', 'slug', 'content']

/** Whether a path of `fields` can lead to a text in objects of a type. One without fields takes any key. */
export function isSearchable({ fields }: TypeModel, path: string): boolean {
  const [top = '', ...keys] = path.split('.')
  if (keys.length === 0) return ownFields.includes(top) || top === 'metadata'
  return top === 'metadata' && (fields.length === 0 || leadsToText(fields, keys))
}

function leadsToText(fields: readonly Metafield[], [key, ...below]: readonly string[]): boolean {
  if (key === undefined) return true
  const field = fields.find((other) => other.key === key)
  if (!field || !hasText(field.type)) return false
  const [index = '', ...inRow] = below
  switch (field.type) {
    case 'parent':
      return leadsToText(field.children ?? [], below)
    case 'repeater':
      return isIndex(index) && leadsToText(field.repeater_fields ?? field.children ?? [], inRow)
    case 'multi-select':
    case 'check-boxes':
      return isIndex(index) && inRow.length === 0
    case 'json':
      return true
    default:
      return below.length === 0
  }
}

/** The number of a row or choice; none stands for all of them. */
const isIndex = (text: string) => /^\d*$/.test(text)
