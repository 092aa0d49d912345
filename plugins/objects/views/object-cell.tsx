import { type FieldKind, kindOf } from '@typecase/content/field-kind'
import type { CmsObject } from '@typecase/contract/objects'
import type { OwnedFill } from '@typecase/plugin-sdk/react/host'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Fill } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { GridCell, GridThumbnail } from '@typecase/ui/data-grid'
import { StatusBadge } from '@typecase/ui/status-badge'
import type { ObjectType } from '@typecase/contract/object-types'

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
import type { GridColumn } from './use-columns.ts'

/** Data that the cells of all rows share. */
export interface RowLook {
  readonly kinds: readonly FieldKind[]
  /** Whether cells leave room for a picture, because at least one row has one. */
  readonly hasThumbnails: boolean
  /** Titles of types, by slug. */
  readonly titles: ReadonlyMap<string, string>
  /** The field shown as subtitle, by type. */
  readonly subtitles: ReadonlyMap<string, ListField>
}

interface ObjectCellProps {
  column: GridColumn
  object: CmsObject
  look: RowLook
}

const looks: Partial<Record<ListField['type'], 'code' | 'number'>> = {
  locale: 'code',
  slug: 'code',
  number: 'number',
}

/** Shows one value of a row, formatted by the type of its field. */
export function ObjectCell({ column, object, look }: ObjectCellProps) {
  const { field, columnIndex, pinnedAt } = column
  const position = { columnIndex, pinnedAt }
  const kind = field.metafield && kindOf(look.kinds, field.metafield)
  if (field.path === 'title') return <TitleCell {...{ position, object, look }} />
  if (field.path === 'status') {
    const { status, text, detail } = statusOf(object)
    return (
      <GridCell {...position} title={detail}>
        <StatusBadge status={status}>{text}</StatusBadge>
      </GridCell>
    )
  }
  if (field.path === 'type')
    return <GridCell {...position}>{look.titles.get(object.type) ?? object.type}</GridCell>
  if (kind?.info.cell && field.metafield) {
    const cell = { id: kind.id, owner: kind.owner, load: kind.info.cell }
    const props = { field: field.metafield, value: valueAt(object, field.path), object }
    return (
      <GridCell {...position}>
        <Fill fill={cell} props={props} isInline />
      </GridCell>
    )
  }
  if (field.panel) {
    return (
      <GridCell {...position}>
        <PanelCell panel={field.panel} object={object} />
      </GridCell>
    )
  }
  const value = valueAt(object, field.path)
  if (isRelation(field)) return <RelationCell ids={relationIds(value)} position={position} />
  if (field.type === 'color' && typeof value === 'string' && value !== '') {
    return (
      <GridCell {...position} look="code">
        <span className={styles.swatch} style={{ background: value }} /> {value}
      </GridCell>
    )
  }
  const text = cellText(value, field)
  return (
    <GridCell {...position} look={looks[field.type]} title={text || undefined}>
      {text}
    </GridCell>
  )
}

/** A cell that another plugin shows. */
function PanelCell({ panel, object }: { panel: OwnedFill; object: CmsObject }) {
  const { bucketSlug } = useRouteParams(objectsRoute)
  return <Fill fill={panel} props={{ object, bucketSlug }} isInline />
}

type ColumnPosition = Pick<GridColumn, 'columnIndex' | 'pinnedAt'>

function TitleCell({
  position,
  object,
  look: { hasThumbnails, subtitles },
}: Pick<ObjectCellProps, 'object' | 'look'> & { position: ColumnPosition }) {
  const { href } = useService(Navigation)
  const { id, title, thumbnail } = object
  const subtitle = subtitles.get(object.type)
  return (
    <GridCell {...position} look="main">
      {hasThumbnails ? <GridThumbnail src={thumbnailUrl(thumbnail)} /> : null}
      {/* Enter on the row does the same; the link is for new tabs. */}
      <span className={styles.titles}>
        <a
          href={href(objectRoute, { params: { objectID: id } })}
          tabIndex={-1}
          className={styles.title}
        >
          {title || 'Untitled'}
        </a>
        {subtitle ? <Subtitle object={object} field={subtitle} /> : null}
      </span>
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

/** Shows the titles of the objects in a relation, and “…” for a title that has not loaded yet. */
function RelationCell({ ids, position }: { ids: readonly string[]; position: ColumnPosition }) {
  const titles = useRelationTitles()
  const text = ids.map((id) => titles.get(id) ?? '…').join(', ')
  return (
    <GridCell {...position} title={text || undefined}>
      {text}
    </GridCell>
  )
}

/** Returns the data that the cells of all rows share. */
export function rowLook(
  fields: readonly ListField[],
  types: readonly ObjectType[],
  kinds: readonly FieldKind[],
  hasThumbnails: boolean,
): RowLook {
  const paths = new Set(fields.map(({ path }) => path))
  const subtitles = [...subtitleFields(types)]
  return {
    kinds,
    hasThumbnails,
    titles: new Map(types.map(({ slug, title }) => [slug, title])),
    // A field with its own column is not repeated as the subtitle.
    subtitles: new Map(subtitles.filter(([, { path }]) => !paths.has(path))),
  }
}
