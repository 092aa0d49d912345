import { type FieldKind, kindOf } from '../field-kind.ts'
import type { FilterFieldType, FilterSchema } from '@typecase/content-query/filter-fields'
import { typeFields } from '@typecase/content-query/type-fields'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { OwnedFill } from '@typecase/plugin-sdk/react/host'

/** A field that a list can show, sort by and filter by. */
export interface ListField {
  /** The path, as queries write it: `title`, `metadata.medium`. */
  readonly path: string
  readonly title: string
  readonly type: FilterFieldType
  /** The definition, for metafields. */
  readonly metafield?: Metafield
  /** The server cannot sort by it. */
  readonly isUnsortable?: boolean
  /** The panel that renders the cells of another plugin's column. */
  readonly panel?: OwnedFill
}

/** An object's base fields except its title, in the order of the columns menu. */
const fixedFields: readonly ListField[] = [
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

/** The title, which every list shows. */
export const titleField: ListField = { path: 'title', title: 'Title', type: 'text' }

/** Lists, and fields that store a name or an id while the user sees another text. */
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

/** Returns all fields that can be a column: the title, the types' metafields, and the object's other fields. */
export function listFields(types: readonly ObjectType[]): readonly ListField[] {
  const isOneType = types.length === 1
  const objectFields = isOneType ? fixedFields.filter(({ path }) => path !== 'type') : fixedFields
  return [titleField, ...metafieldsOf(types), ...objectFields]
}

/** Returns the fields to filter by, with the operators of their kinds. */
export const withOperators = (
  schema: FilterSchema,
  fields: readonly ListField[],
  kinds: readonly FieldKind[],
): FilterSchema =>
  schema.map((field) => {
    const metafield = fields.find(({ path }) => path === field.path)?.metafield
    const operators = metafield && kindOf(kinds, metafield)?.info.operators
    return operators ? { ...field, operators } : field
  })

/** Returns the columns that other plugins offer. */
export const panelFields = (panels: readonly OwnedFill[]): readonly ListField[] =>
  panels.map((panel) => ({
    path: panel.id,
    title: panel.title ?? panel.id,
    type: 'text',
    isUnsortable: true,
    panel,
  }))

/** Returns the subtitle fields by the slug of their type. */
export function subtitleFields(types: readonly ObjectType[]): ReadonlyMap<string, ListField> {
  return new Map(
    types.flatMap((type) => {
      const path = `metadata.${type.options.subtitle}`
      const field = metafieldsOf([type]).find((one) => one.path === path)
      return field ? [[type.slug, field] as const] : []
    }),
  )
}

function metafieldsOf(types: readonly ObjectType[]): ListField[] {
  return typeFields(types).map((field) => ({
    ...field,
    ...(unsortable.has(field.type) && { isUnsortable: true }),
  }))
}
