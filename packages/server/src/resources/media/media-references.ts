import type { OutputOf } from '@typecase/contract/endpoint'
import type { mediaReferences } from '@typecase/contract/media'
import type { ObjectReference } from '@typecase/contract/object-references'

import type { App } from '../../app.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import {
  mainStatus,
  type ObjectVersion,
  parseValues,
  publicVersion,
  type StoredObject,
} from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import { allTypeModels } from '../objects/store/type-models.ts'
import { usesOfMedia } from './media-uses.ts'
import { namesInValue } from './names-in-text.ts'

/** Lists the objects that use a media, newest first. */
export async function referencesOfMedia(
  app: Pick<App, 'db' | 'columns'>,
  access: BucketAccess,
  name: string,
  { limit, skip }: { limit: number; skip: number },
  signal: AbortSignal,
): Promise<OutputOf<typeof mediaReferences>> {
  const uses = await usesOfMedia(app, access, signal)
  const ids = [...uses.of(name)].toSorted().toReversed()
  const page = ids.slice(skip, skip + limit)
  const objects = await readObjects(app.db.read, access, page)
  const models = new Map(
    (await allTypeModels(app.db.read, access)).map((type) => [type.slug, type]),
  )
  const references = page.flatMap((id): ObjectReference[] => {
    const object = objects.get(id)
    return object
      ? [referenceOf(object, titlesOf(models.get(object.type)?.fields ?? []), name)]
      : []
  })
  return { references, total: ids.length, limit, skip }
}

/** Lists the fields of an object that use a media. A metafield counts as a whole, including its nested fields. */
function referenceOf(
  { id, type, state }: StoredObject,
  titles: ReadonlyMap<string, string>,
  name: string,
): ObjectReference {
  const newest = fieldsNaming(state, name)
  const version = publicVersion(state)
  const published =
    state.status === 'published' ? newest : version ? fieldsNaming(version, name) : []
  const fields = [...new Set([...newest, ...published])].map((field) => ({
    field,
    label: titles.get(field) ?? field,
    versions: [
      ...(newest.includes(field) ? ['newest' as const] : []),
      ...(published.includes(field) ? ['published' as const] : []),
    ],
  }))
  return {
    object_id: id,
    title: state.title,
    type,
    status: state.status,
    main_object_status: mainStatus(state),
    locale: state.locale,
    fields,
  }
}

function fieldsNaming({ thumbnail, content, metadata }: ObjectVersion, name: string): string[] {
  const values = Object.entries(parseValues(metadata))
  const all = [
    ['thumbnail', thumbnail],
    ['content', content],
    ...values.map(([key, value]) => [`metadata.${key}`, value] as const),
  ] as const
  return all.flatMap(([field, value]) => (namesInValue(value).has(name) ? field : []))
}

const titlesOf = (fields: readonly { key: string; title: string }[]) =>
  new Map([
    ['thumbnail', 'Thumbnail'],
    ['content', 'Content'],
    ...fields.map(({ key, title }) => [`metadata.${key}`, title || key] as const),
  ])
