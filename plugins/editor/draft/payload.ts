import type { BodyOf } from '@typecase/contract/endpoint'
import { isEmpty } from '@typecase/contract/field-values/value-check'
import type { addObject, updateObject } from '@typecase/contract/objects'

import type { Attempt } from './draft.ts'
import { getAt } from '@typecase/content/object/path'
import { changedPaths, type Groups } from './units.ts'

export type UpdateData = BodyOf<typeof updateObject>['data']
export type AddData = BodyOf<typeof addObject>['data']

/** Returns the fields of an attempt that differ from its base. A group is sent as a whole. */
export function updateData({ base, values, status }: Attempt, groups: Groups): UpdateData {
  const data: Record<string, unknown> = { status }
  const metadata: Record<string, unknown> = {}
  for (const path of changedPaths(base, values, groups)) {
    const [head = '', key] = path.split('.')
    if (head !== 'metadata') data[head] = getAt(values, head)
    // A removed field is cleared, because leaving it out would keep its value.
    else if (key !== undefined) metadata[key] = getAt(values.metadata, key) ?? null
  }
  if (Object.keys(metadata).length > 0) data['metadata'] = metadata
  return data
}

/** Returns all fields of a new object that are not empty. */
export function addData({ values, status }: Attempt, type: string): AddData {
  const { metadata, title, ...topLevel } = values
  const filled = Object.entries(topLevel).filter(([, value]) => !isEmpty(value))
  const fields = Object.entries(metadata).filter(([, value]) => !isEmpty(value))
  return {
    type,
    title,
    status,
    ...Object.fromEntries(filled),
    metadata: Object.fromEntries(fields),
  }
}
