import { kindOf } from '@typecase/content/field-kind'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import type { CmsObject } from '@typecase/contract/objects'
import type { OwnedFill } from '@typecase/plugin-sdk/react/host'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Fill } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { GridCell, GridThumbnail } from '@typecase/ui/data-grid'
import { StatusBadge } from '@typecase/ui/status-badge'
import type { ObjectType } from '@typecase/contract/object-types'
import type { ColumnDef, TableFeatures } from '@tanstack/react-table'

import {
  cellText,
  isRelation,
  relationIds,
  thumbnailUrl,
  valueAt,
} from '@typecase/content/object/cell-value'
import { type ListField, subtitleFields } from '@typecase/content/object/list-fields'
import { statusOf } from '@typecase/content/object/status'
import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { useRelationTitles } from './relation-titles.tsx'
import styles from './object-grid.module.css'

interface ObjectCellProps {
  field: ListField
  object: CmsObject
  columnIndex: number
  typeTitle: string
  /** Room for a picture, in lists where some row has one. */
  hasThumbnail: boolean
  /** What stands beside the title. */
  subtitle: ListField | undefined
}

const looks: Partial<Record<ListField['type'], 'code' | 'number'>> = {
  locale: 'code',
  slug: 'code',
  number: 'number',
}

/** One value of a row, as its field's type is read. */
function ObjectCell({
  field,
  object,
  columnIndex,
  typeTitle,
  hasThumbnail,
  subtitle,
}: ObjectCellProps) {
  const kinds = useFieldKinds()
  const kind = field.metafield && kindOf(kinds, field.metafield)
  if (field.path === 'title') {
    return <TitleCell {...{ object, columnIndex, hasThumbnail, subtitle }} />
  }
  if (field.path === 'status') {
    const { status, text, detail } = statusOf(object)
    return (
      <GridCell columnIndex={columnIndex} title={detail}>
        <StatusBadge status={status}>{text}</StatusBadge>
      </GridCell>
    )
  }
  if (field.path === 'type') return <GridCell columnIndex={columnIndex}>{typeTitle}</GridCell>
  if (kind?.info.cell && field.metafield) {
    const cell = { id: kind.id, owner: kind.owner, load: kind.info.cell }
    const props = { field: field.metafield, value: valueAt(object, field.path), object }
    return (
      <GridCell columnIndex={columnIndex}>
        <Fill fill={cell} props={props} isInline />
      </GridCell>
    )
  }
  if (field.panel) {
    return (
      <GridCell columnIndex={columnIndex}>
        <PanelCell panel={field.panel} object={object} />
      </GridCell>
    )
  }
  const value = valueAt(object, field.path)
  if (isRelation(field)) return <RelationCell ids={relationIds(value)} columnIndex={columnIndex} />
  if (field.type === 'color' && typeof value === 'string' && value !== '') {
    return (
      <GridCell columnIndex={columnIndex} look="code">
        <span className={styles.swatch} style={{ background: value }} /> {value}
      </GridCell>
    )
  }
  const text = cellText(value, field)
  return (
    <GridCell columnIndex={columnIndex} look={looks[field.type]} title={text || undefined}>
      {text}
    </GridCell>
  )
}

/** A cell that another plugin shows. */
function PanelCell({ panel, object }: { panel: OwnedFill; object: CmsObject }) {
  const { bucketSlug } = useRouteParams(objectsRoute)
  return <Fill fill={panel} props={{ object, bucketSlug }} isInline />
}

function TitleCell({
  object,
  columnIndex,
  hasThumbnail,
  subtitle,
}: Pick<ObjectCellProps, 'object' | 'columnIndex' | 'hasThumbnail' | 'subtitle'>) {
  const { href } = useService(Navigation)
  const { id, title, thumbnail } = object
  return (
    <GridCell columnIndex={columnIndex} look="main">
      {hasThumbnail ? <GridThumbnail src={thumbnailUrl(thumbnail)} /> : null}
      {/* Enter on the row does the same; a link beside it, for new tabs. */}
      <a
        href={href(objectRoute, { params: { objectID: id } })}
        tabIndex={-1}
        className={styles.title}
      >
        {title || 'Untitled'}
      </a>
      {subtitle ? <Subtitle object={object} field={subtitle} /> : null}
    </GridCell>
  )
}

function Subtitle({ object, field }: { object: CmsObject; field: ListField }) {
  const titles = useRelationTitles()
  const value = valueAt(object, field.path)
  const text = isRelation(field)
    ? relationIds(value)
        .flatMap((id) => titles.get(id) ?? [])
        .join(', ')
    : cellText(value, field)
  return text === '' ? null : <span className={styles.subtitle}>{text}</span>
}

/** Titles of the objects a relation points at; an id until its title is known. */
function RelationCell({ ids, columnIndex }: { ids: readonly string[]; columnIndex: number }) {
  const titles = useRelationTitles()
  const text = ids.map((id) => titles.get(id) ?? '…').join(', ')
  return (
    <GridCell columnIndex={columnIndex} title={text || undefined}>
      {text}
    </GridCell>
  )
}

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
