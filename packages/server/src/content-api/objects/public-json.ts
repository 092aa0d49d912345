import { pick, type Props } from '@typecase/content-query/props'

import { withLinks } from './object-links.ts'
import type { ObjectRow } from './object-row.ts'
import { type Reading, toPublicObjects } from './read-form.ts'
import type { ContentReader } from './reader.ts'
import { hasReferences } from './relations.ts'

/**
 * Returns the JSON of objects as clients read them; see `toPublicObjects`. Objects whose metadata needs no replacement
 * are sent as stored (decision 0135).
 * @param hasOlderNames whether to repeat the id and the type under their older names
 */
export async function toPublicJson(
  rows: readonly ObjectRow[],
  reader: ContentReader,
  reading: Reading,
  hasOlderNames = false,
): Promise<string[]> {
  const { props, hasMetafields, hasSources, version } = reading
  const isStored = ({ thumbnail, type }: ObjectRow) =>
    !thumbnail && !hasReferences(reader.fields.get(type) ?? [])
  if (!hasMetafields && !hasSources && areWhole(props) && rows.every(isStored)) {
    const linked = await withLinks(rows, reader.objects, version)
    return linked.map((row) => storedJson(row, props, hasOlderNames))
  }
  const objects = await toPublicObjects(rows, reader, reading)
  return objects.map((object) => JSON.stringify(hasOlderNames ? withOlderNames(object) : object))
}

/** Whether props select only whole fields. */
const areWhole = (props: Props): boolean =>
  props === 'all' || [...props.values()].every(({ size }) => size === 0)

function storedJson(
  { bucket_id, metadata, rank, version: _, ...row }: ObjectRow,
  props: Props,
  hasOlderNames: boolean,
): string {
  const has = (field: string) => props === 'all' || props.has(field)
  const members = [
    JSON.stringify(pick({ ...row, bucket: bucket_id }, props)).slice(1, -1),
    has('metadata') ? `"metadata":${metadata}` : '',
    has('order') ? `"order":${rank}` : '',
    hasOlderNames && has('id') ? `"_id":${JSON.stringify(row.id)}` : '',
    hasOlderNames && has('type') ? `"type_slug":${JSON.stringify(row.type)}` : '',
  ]
  return `{${members.filter((member) => member !== '').join()}}`
}

function withOlderNames(object: { id?: string; type?: string }): object {
  const { id, type } = object
  return { ...object, ...(id && { _id: id }), ...(type && { type_slug: type }) }
}
