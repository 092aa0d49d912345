import {
  type FilterField,
  type FilterFieldType,
  objectFilterFields,
} from '@typecase/content-query/filter-fields'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** What a list can show, sort by and filter by. */
export interface ListField {
  /** As queries write it: `title`, `metadata.medium`. */
  readonly path: string
  readonly title: string
  readonly type: FilterFieldType
  /** The definition, for metafields. */
  readonly metafield?: Metafield
  /** The server has no order for it. */
  readonly isUnsortable?: boolean
}

/** An object's own fields beside its title, in the order of the columns menu. */
const ownFields: readonly ListField[] = [
  { path: 'type', title: 'Type', type: 'select-dropdown' },
  { path: 'slug', title: 'Slug', type: 'slug' },
  { path: 'locale', title: 'Locale', type: 'locale' },
  { path: 'status', title: 'Status', type: 'status' },
  { path: 'created_at', title: 'Created', type: 'datetime' },
  { path: 'modified_at', title: 'Modified', type: 'datetime' },
  { path: 'published_at', title: 'Published', type: 'datetime' },
  { path: 'publish_at', title: 'Publish at', type: 'datetime' },
  { path: 'unpublish_at', title: 'Unpublish at', type: 'datetime' },
]

export const titleField: ListField = { path: 'title', title: 'Title', type: 'text' }

/** Lists, and fields that hold a name or an id where people read something else. */
const unsortable = new Set<FilterFieldType>([
  'file',
  'files',
  'object',
  'objects',
  'multi-select',
  'check-boxes',
  'repeater',
  'json',
])

/** All fields that can be a column: the types' metafields, then the object's own. */
export function listFields(types: readonly ObjectType[]): readonly ListField[] {
  const isOneType = types.length === 1
  const own = isOneType ? ownFields.filter(({ path }) => path !== 'type') : ownFields
  return [titleField, ...metafieldsOf(types), ...own]
}

/** Metafields of several types, each path once: the first type's definition counts. */
function metafieldsOf(types: readonly ObjectType[]): ListField[] {
  const found = new Map<string, ListField>()
  for (const { metafields } of types) {
    for (const field of metafields.flatMap((one) => fieldsOf(one, 'metadata'))) {
      if (!found.has(field.path)) found.set(field.path, field)
    }
  }
  return [...found.values()]
}

function fieldsOf(metafield: Metafield, parent: string): ListField[] {
  const path = `${parent}.${metafield.key}`
  if (metafield.type === 'parent') {
    return (metafield.children ?? []).flatMap((child) => fieldsOf(child, path))
  }
  return [
    {
      path,
      title: metafield.title || metafield.key,
      type: metafield.type,
      metafield,
      ...(unsortable.has(metafield.type) && { isUnsortable: true }),
    },
  ]
}

/** The fields that can be filtered by, with the choices of each. */
export function filterSchema(
  types: readonly ObjectType[],
  allTypes: readonly ObjectType[],
): readonly FilterField[] {
  const locales = [...new Set(types.flatMap((type) => type.locales))].sort()
  const own = objectFilterFields.map((field) =>
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
  const meta = metafieldsOf(types).map(({ path, title, type, metafield }): FilterField => {
    const options = optionsOf(metafield)
    return { path, title, type, ...(options.length > 0 && { options }) }
  })
  return [...(types.length === 1 ? [] : [typeField]), ...own, ...meta]
}

/** The choices of a select, whichever of its shapes they are written in: `a,b`, texts, `{value}`, `{key, value}`. */
export function optionsOf(
  metafield: Metafield | undefined,
): readonly { value: string; title?: string }[] {
  const { options } = metafield ?? {}
  const list = typeof options === 'string' ? options.split(',') : (options ?? [])
  return list.flatMap((option) => {
    if (typeof option === 'string') return option.trim() === '' ? [] : [{ value: option.trim() }]
    if (typeof option !== 'object' || option === null) return []
    const { key, value } = option as Record<string, unknown>
    const own = value ?? key
    return typeof own === 'string' || typeof own === 'number' ? [{ value: String(own) }] : []
  })
}
