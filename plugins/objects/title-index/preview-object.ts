import type { ObjectType } from '@typecase/contract/object-types'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import { readBucket } from '@typecase/content/bucket'
import { formatLongDateTime } from '@typecase/ui/format'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Preview } from '@typecase/plugin-sdk/command'
import type { SearchContext } from '@typecase/plugin-sdk/source'

import { cellText, thumbnailUrl, valueAt } from '@typecase/content/object/cell-value'
import { listFields } from '@typecase/content/object/list-fields'
import { statusOf } from '@typecase/content/object/status'

/** Number of metafields shown besides the type and the status. */
const FIELDS = 4
const EXCERPT = 240

/** Returns a summary of an object for the palette's preview pane. */
export async function previewObject(
  id: string,
  { services, facts }: SearchContext,
): Promise<Preview> {
  const slug = facts['route.bucketSlug'] ?? ''
  const input = { query: { slug, object_id: id } }
  const [{ object }, { object_types: types }] = await Promise.all([
    services.get(Queries).fetchQuery(apiQueryOptions(services, getObject, input)),
    readBucket(services, slug),
  ])
  const type = types.find((one) => one.slug === object.type)
  const content = { path: 'content', title: 'Content', type: 'html-textarea' } as const
  const text = cellText(object.content, content).slice(0, EXCERPT)
  const imageUrl = thumbnailUrl(object.thumbnail)
  const { text: status, detail } = statusOf(object)
  const values = type ? detailsOf(object, type) : []
  return {
    title: object.title || 'Untitled',
    ...(text && { text }),
    ...(imageUrl && { imageUrl }),
    details: [
      { label: 'Type', value: type?.title ?? object.type },
      { label: 'Status', value: detail ?? status },
      ...(object.locale ? [{ label: 'Locale', value: object.locale }] : []),
      ...values,
      { label: 'Modified', value: formatLongDateTime(Date.parse(object.modified_at)) },
    ],
  }
}

/** Returns the first values that are readable in one line. Relations would only be ids. */
function detailsOf(object: CmsObject, type: ObjectType): { label: string; value: string }[] {
  return listFields([type])
    .filter(
      ({ metafield, type }) => metafield && !['object', 'objects', 'file', 'files'].includes(type),
    )
    .map((field) => ({
      label: field.title,
      value: cellText(valueAt(object, field.path), field),
    }))
    .filter(({ value }) => value !== '')
    .slice(0, FIELDS)
}
