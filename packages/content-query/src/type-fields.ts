import { optionsOf } from '@typecase/contract/field-values/choice'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

import {
  anyTextField,
  referenceFields,
  type FilterField,
  type FilterSchema,
  objectFilterFields,
} from './filter-fields.ts'
import { limits } from './limits.ts'

/** A metafield with its path in objects. */
export interface TypeField {
  /** The path in queries: `metadata.medium`, `metadata.seo.description`. */
  readonly path: string
  readonly title: string
  readonly type: Metafield['type']
  readonly metafield: Metafield
}

/** Returns the metafields of several types, each path once, with the definition of the first type that has it. */
export function typeFields(types: readonly Pick<ObjectType, 'metafields'>[]): readonly TypeField[] {
  const fields = new Map<string, TypeField>()
  for (const { metafields } of types) {
    for (const field of metafields.flatMap((one) => fieldsOf(one, 'metadata'))) {
      if (!fields.has(field.path)) fields.set(field.path, field)
    }
  }
  return [...fields.values()]
}

function fieldsOf(metafield: Metafield, parent: string): TypeField[] {
  const path = `${parent}.${metafield.key}`
  if (metafield.type === 'parent') {
    return (metafield.children ?? []).flatMap((child) => fieldsOf(child, path))
  }
  return [{ path, title: metafield.title || metafield.key, type: metafield.type, metafield }]
}

/**
 * Returns the fields to filter by, with the options of each field and, through relations, the fields of other types.
 */
export function filterSchema(
  types: readonly ObjectType[],
  allTypes: readonly ObjectType[],
): readonly FilterField[] {
  return [...fieldsTo(types, allTypes, limits.relations), anyTextField, ...referenceFields]
}

/**
 * Returns the fields of some types.
 * @param levels relations that may be followed from here
 */
function fieldsTo(
  types: readonly ObjectType[],
  allTypes: readonly ObjectType[],
  levels: number,
): readonly FilterField[] {
  const locales = [...new Set(types.flatMap((type) => type.locales))].sort()
  const objectFields = objectFilterFields.map((field) =>
    field.path === 'locale' && locales.length > 0
      ? { ...field, options: locales.map((value) => ({ value })) }
      : field,
  )
  const typeField: FilterField = {
    path: 'type',
    title: 'Type',
    type: 'select-dropdown',
    options: allTypes.map(({ slug, title }) => ({ value: slug, title })),
  }
  const meta = typeFields(types).map(({ path, title, type, metafield }): FilterField => {
    const options = optionsOf(metafield).map(({ value }) => ({ value }))
    const field: FilterField = { path, title, type, ...(options.length > 0 && { options }) }
    if (levels === 0 || (type !== 'object' && type !== 'objects')) return field
    const { object_type: slug } = metafield
    if (slug) field.objectType = slug
    const others = slug ? allTypes.filter((other) => other.slug === slug) : allTypes
    // Every type may lead to all others, so related fields are computed on first access.
    let related: FilterSchema | undefined
    return Object.defineProperty(field, 'related', {
      get: () => (related ??= fieldsTo(others, allTypes, levels - 1)),
    })
  })
  return [...(types.length === 1 ? [] : [typeField]), ...objectFields, ...meta]
}
