import type { RunContext } from '@typecase/plugin-sdk/command'

import { bucketSlugOf, readBucket } from '../queries.ts'
import { namedFields, titleOf } from '../words/field-titles.ts'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** Puts changes of fields into words, with the titles that the bucket's types give their fields. */
export async function changeWords({
  services,
  facts,
}: Pick<RunContext, 'services' | 'facts'>): Promise<
  (
    field: string,
    before: unknown,
    after: unknown,
  ) => { readonly field: string; readonly before: string; readonly after: string }
> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const fields = namedFields(types)
  return (field, before, after) => {
    if (field === 'deleted') {
      return { field: '', before: after ? 'In this list' : '', after: 'In the trash for 30 days' }
    }
    const title =
      field === 'main_object_status' ? 'Public' : titleOf(fields, field.replace(/^metadata\./, ''))
    return { field: title, before: valueInWords(field, before), after: valueInWords(field, after) }
  }
}

function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field === 'status' || field === 'main_object_status') {
    return value === 'published' ? 'Published' : 'Draft'
  }
  if (field.endsWith('publish_at') && typeof value === 'number') return moment.format(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => valueInWords(field, one)).join(', ')
  if (typeof value === 'object' && 'value' in value) return String(value.value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
