import type { Path } from '@typecase/content-query/fields'
import { fieldPaths } from '@typecase/contract/field-values/field-tree'
import type { Metafield } from '@typecase/contract/metafields'

/** A field that holds relations, at any depth of its type. */
export interface RelationField {
  /** `metadata.seo.author`, as `props` and queries name it. */
  path: string
  keys: Path
  /** The titles of its fields: `SEO › Author`. */
  label: string
}

/** The fields of a type that hold relations. */
export const relationFields = (fields: readonly Metafield[]): RelationField[] =>
  fieldPaths(fields).flatMap((path) => {
    const type = path.at(-1)?.type
    if (type !== 'object' && type !== 'objects') return []
    const keys: Path = ['metadata', ...path.map(({ key }) => key)]
    const label = path.map(({ title, key }) => title || key).join(' › ')
    return { path: keys.join('.'), keys, label }
  })
