import type { FilterFieldType } from '@typecase/content-query/filter-fields'
import type { CmsObject } from '@typecase/contract/objects'

import { cellText, valueAt } from '@typecase/content/object/cell-value'
import { type ListField, titleField } from '@typecase/content/object/list-fields'

/** Number of metafield columns that a list shows by default. */
const FIRST_METAFIELDS = 3

/** Types whose values are readable in one line of a table. */
const shortTypes = new Set<FilterFieldType>([
  'text',
  'number',
  'date',
  'select-dropdown',
  'select',
  'radio-buttons',
  'switch',
  'object',
])

/** Returns the columns of a list that no one has arranged yet. */
export function defaultColumns(fields: readonly ListField[]): readonly string[] {
  const isOneType = !fields.some(({ path }) => path === 'type')
  if (!isOneType) return ['title', 'type', 'modified_at', 'locale', 'status']
  const first = fields
    .filter(({ metafield, type }) => metafield && shortTypes.has(type))
    .slice(0, FIRST_METAFIELDS)
    .map(({ path }) => path)
  return ['title', ...first, ...(first.length < 2 ? ['modified_at'] : []), 'locale', 'status']
}

/** Returns the fields to show, in order. The title is always included and comes first; deleted fields are left out. */
export function chosenColumns(
  fields: readonly ListField[],
  chosen: readonly string[] | undefined,
): readonly ListField[] {
  const paths = chosen ?? defaultColumns(fields)
  const columns = paths.flatMap((path) => fields.find((field) => field.path === path) ?? [])
  return [titleField, ...columns.filter(({ path }) => path !== titleField.path)]
}

/** Returns the columns that have a value in at least one of these objects. The title is always included. */
export function filledColumns(
  columns: readonly ListField[],
  objects: readonly Partial<CmsObject>[],
): readonly ListField[] {
  if (objects.length === 0) return columns
  return columns.filter(
    (field) =>
      field.path === titleField.path ||
      objects.some((object) => cellText(valueAt(object, field.path), field) !== ''),
  )
}

const widths: Partial<Record<FilterFieldType, number>> = {
  number: 88,
  date: 112,
  datetime: 150,
  switch: 72,
  locale: 84,
  status: 172,
  color: 96,
  emoji: 64,
}

/** Width of the check box column in pixels. */
export const CHECKBOX_WIDTH = 38

/** Returns the width in pixels of a column that does not share the free space. */
export const fixedWidth = ({ path, type }: ListField): number =>
  path === titleField.path ? 300 : (widths[type] ?? 150)

/**
 * Returns the `grid-template-columns` of the list: the check box, then its columns.
 * @param widthOf the width in pixels of a resized or pinned column
 */
export function gridColumns(
  columns: readonly ListField[],
  isNarrow = false,
  widthOf: (field: ListField) => number | undefined = () => undefined,
): string {
  const first = `${CHECKBOX_WIDTH}px`
  if (isNarrow) return [first, 'minmax(0, 1fr)', ...columns.slice(1).map(() => '160px')].join(' ')
  const rest = columns.map((field) => {
    const width = widthOf(field) ?? widths[field.type]
    if (width !== undefined) return `${width}px`
    return field.path === titleField.path ? 'minmax(220px, 2.2fr)' : 'minmax(110px, 1fr)'
  })
  return [first, ...rest].join(' ')
}
