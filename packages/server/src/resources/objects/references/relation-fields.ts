import type { Path } from '@typecase/content-query/fields'
import type { Metafield } from '@typecase/contract/metafields'

/** A field that holds relations, at whatever depth of its type. */
export interface RelationField {
  /** `metadata.seo.author`, as `props` and queries name it. */
  path: string
  keys: Path
  /** The titles of its fields: `SEO › Author`. */
  label: string
}

/** The fields of a type that hold relations. */
export const relationFields = (
  fields: readonly Metafield[],
  above: Path = ['metadata'],
  labels: readonly string[] = [],
): RelationField[] =>
  fields.flatMap((field) => {
    const keys: Path = [...above, field.key]
    const titles = [...labels, field.title || field.key]
    switch (field.type) {
      case 'object':
      case 'objects':
        return { path: keys.join('.'), keys, label: titles.join(' › ') }
      case 'parent':
        return relationFields(field.children ?? [], keys, titles)
      case 'repeater':
        return relationFields(field.repeater_fields ?? [], keys, titles)
      default:
        return []
    }
  })
