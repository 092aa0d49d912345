import type { RunContext } from '@typecase/plugin-sdk/command'

import { bucketSlugOf } from '../bucket-slug.ts'
import { listFields } from '../list/fields.ts'
import { longTime } from '../list/status.ts'
import { readBucket } from '../queries.ts'

/** A change of one field as people read it. */
export interface ChangeInWords {
  readonly field: string
  readonly before: string
  readonly after: string
}

const moments = new Set(['publish_at', 'unpublish_at'])
const states = new Set(['status', 'main_object_status'])

/** Puts changes of fields into words, with the titles that the bucket's types give their fields. */
export async function fieldWords({
  services,
  facts,
}: Pick<RunContext, 'services' | 'facts'>): Promise<
  (field: string, before: unknown, after: unknown) => ChangeInWords
> {
  const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const titles = new Map(listFields(types).map(({ path, title }) => [path, title]))
  return (field, before, after) => {
    if (field === 'deleted') {
      return { field: '', before: after ? 'In this list' : '', after: 'In the trash for 30 days' }
    }
    if (field === 'object') return { field: 'Copy', before: '', after: valueInWords('', after) }
    const title = field === 'main_object_status' ? 'Public' : titles.get(field)
    return {
      field: title ?? titleOf(field),
      before: valueInWords(field, before),
      after: valueInWords(field, after),
    }
  }
}

function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (states.has(field)) return value === 'published' ? 'Published' : 'Draft'
  if (moments.has(field) && typeof value === 'number') return longTime(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => valueInWords(field, one)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `content` → `Content`, where no type has a title for it. */
function titleOf(field: string): string {
  const name = field.replace(/^metadata\./, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
