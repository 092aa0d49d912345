import type { CmsObject } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ColumnDef, TableFeatures } from '@tanstack/react-table'

import { valueAt } from '../list/cell-value.ts'
import { type ListField, subtitleFields } from '../list/fields.ts'
import { ObjectCell } from './object-cell.tsx'

/** The columns of the table, one for each field on show. */
export function columnDefs(
  fields: readonly ListField[],
  types: readonly ObjectType[],
  hasThumbnails: boolean,
): ColumnDef<TableFeatures, CmsObject>[] {
  const titles = new Map(types.map(({ slug, title }) => [slug, title]))
  const subtitles = subtitleFields(types)
  const shown = new Set(fields.map(({ path }) => path))
  // A column of its own says it as well.
  const unlessShown = (field: ListField | undefined) =>
    field && !shown.has(field.path) ? field : undefined
  return fields.map((field, index) => ({
    id: field.path,
    header: field.title,
    accessorFn: (object) => valueAt(object, field.path),
    cell: ({ row }) => (
      <ObjectCell
        field={field}
        object={row.original}
        columnIndex={index + 2}
        hasThumbnail={hasThumbnails}
        typeTitle={titles.get(row.original.type) ?? row.original.type}
        subtitle={unlessShown(subtitles.get(row.original.type))}
      />
    ),
  }))
}
