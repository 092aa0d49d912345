import { fieldInVersion } from '@typecase/contract/field-changes'
import { fieldTitles } from '@typecase/contract/field-titles'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatLongDateTime } from '@typecase/ui/format'

import { readBucket } from '../bucket.ts'
import { bucketSlugOf } from '../bucket-slug.ts'
import { UNDO_TIME } from './undo.ts'

/** A change of one field in words. */
export interface DescribedChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** Returns a function that describes changes of fields, with the field titles of the types in the bucket on screen. */
export async function changeDescriber({
  services,
  facts,
}: {
  readonly services: Services
  readonly facts: FactValues
}): Promise<(field: string, before: unknown, after: unknown) => DescribedChange> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const nameOf = fieldTitles(types)
  return (field, before, after) => describeChange(nameOf, field, before, after)
}

/** Describes a change of a field. @param nameOf returns the title of the field at a path */
export function describeChange(
  nameOf: (path: string) => string,
  field: string,
  before: unknown,
  after: unknown,
): DescribedChange {
  if (field === 'deleted') {
    return after === true
      ? { field: '', before: 'In this list', after: `Trash, for ${UNDO_TIME}` }
      : { field: '', before: 'Trash', after: 'In this list' }
  }
  if (field === 'object') return { field: 'Copy', before: '', after: describeValue('', after) }
  const column = fieldInVersion(field)
  return {
    field: nameOf(field),
    before: describeValue(column, before),
    after: describeValue(column, after),
  }
}

const moments = new Set(['publish_at', 'unpublish_at'])
const states = new Set(['status', 'main_object_status'])

/** Formats a field's value as text; empty for a missing value. */
export function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (states.has(field)) return value === 'published' ? 'Published' : 'Draft'
  if (moments.has(field) && typeof value === 'number') return formatLongDateTime(value)
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.map((one) => describeValue(field, one)).join(', ')
  }
  // A choice is stored as an object with its key; show its value.
  if (isChoice(value)) return value.value
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
}

const isChoice = (value: unknown): value is { key: string; value: string } =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  'value' in value &&
  typeof value.value === 'string' &&
  Object.keys(value).length === 2
