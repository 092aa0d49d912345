import { typeFields } from '@typecase/content-query/type-fields'
import { fieldTitles } from '@typecase/contract/field-titles'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** The fields of a bucket's types, under the names that macro steps use. */
export interface FieldNames {
  /** Metafields by path: `metadata.price`, `metadata.seo.description`. */
  readonly fields: ReadonlyMap<string, Metafield>
  /** Returns the title of a field by its path, which may be that of an object's own field: `title`. */
  titleOf(path: string): string
}

export function fieldNames(types: readonly ObjectType[]): FieldNames {
  const fields = new Map(typeFields(types).map(({ path, metafield }) => [path, metafield]))
  return { fields, titleOf: fieldTitles(types) }
}

/** Names while the types are loading: `metadata.seo_text` → `Seo text`. */
export const noNames: FieldNames = {
  fields: new Map(),
  titleOf(path) {
    const name = path.replace(/^metadata\./, '').replaceAll(/[._]/g, ' ')
    return name.charAt(0).toUpperCase() + name.slice(1)
  },
}
