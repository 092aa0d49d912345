import { parseValues } from '../metadata.ts'
import type { ObjectState } from '../state.ts'
import type { TypeModel } from '../type-model.ts'
import {
  type OpenPlace,
  placesInFields,
  placesInJson,
  type TextPlace,
  type Trail,
} from './metafield-places.ts'
import type { TextFormat } from './searched-text.ts'
import { chooseFields, type FieldChoice } from './search.ts'

/** The texts of an object, opened for change. */
export interface OpenedObject {
  places: OpenPlace[]
  own: Record<OwnField, string>
  /** The metadata's values; changes of places are made in here. */
  values: Record<string, unknown>
}

type OwnField = 'title' | 'slug' | 'content'

const ownFields: readonly [OwnField, string, TextFormat][] = [
  ['title', 'Title', 'plain'],
  ['slug', 'Slug', 'plain'],
  // The editor of content is the one of HTML metafields.
  ['content', 'Content', 'html'],
]

/**
 * Every text of an object's newest version that can be searched, in the order of its type's fields. Empty texts are
 * left out, and so is what no field of the type describes; a type without fields describes all.
 * @param fields paths as in `SearchRequest.fields`
 */
export function textPlaces(
  state: ObjectState,
  model: TypeModel,
  fields?: readonly string[],
): TextPlace[] {
  const { places } = openPlaces(state, model, {
    fields: fields && chooseFields(fields),
    isInMarkup: false,
  })
  return places.map(({ path, label, text, format }) => ({ path, label, text, format }))
}

/** The same, opened for change. The state itself is never touched. */
export function openPlaces(
  { title, slug, content, metadata }: ObjectState,
  model: TypeModel,
  { fields, isInMarkup }: { fields: FieldChoice | undefined; isInMarkup: boolean },
): OpenedObject {
  const own = { title, slug, content }
  const values = parseValues(metadata)
  const places: OpenPlace[] = []
  const add = (place: OpenPlace) => {
    if (place.text === '' || (fields && !fields.has(place.path))) return
    const isMarkup = place.format === 'html' || place.format === 'markdown'
    places.push(isInMarkup && isMarkup ? { ...place, format: 'plain' } : place)
  }
  for (const [key, label, format] of ownFields) {
    const put = (text: string) => {
      own[key] = text
    }
    add({ path: key, label, text: own[key], format, put, owner: undefined })
  }
  const trail: Trail = { path: 'metadata', label: '' }
  const isOpen = (path: string) => !fields || fields.mayHoldSome(path)
  if (model.fields.length > 0) placesInFields(model.fields, values, trail, isOpen, add)
  else placesInJson(values, trail, isOpen, add)
  return { places, own, values }
}
