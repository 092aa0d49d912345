import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Fill } from '@typecase/plugin-sdk/react/slot'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { marked } from 'marked'

import { type FieldKind, kindOf } from '../field-kind.ts'
import { cellText } from '../object/cell-value.ts'
import { isRecord } from '../object/json-equal.ts'
import { fileValues, mediaName, sizedPreview } from '../object/media-value.ts'
import { relatedIDs } from '../object/related-objects.ts'
import { objectRoute } from '../routes.ts'
import styles from './object-view.module.css'
import { RichText } from './rich-text.tsx'

/** Width of a picture in pixels, for screens of high density. */
const PICTURE_WIDTH = 480

/** The context for rendering values of an object's fields. */
export interface ValueContext {
  readonly object: CmsObject
  readonly bucketSlug: string
  readonly titles: ReadonlyMap<string, string>
  readonly kinds: readonly FieldKind[]
  /** Shows related objects without links, because a guest cannot open them. */
  readonly isReadOnly?: boolean
}

interface FieldValueProps {
  field: Metafield
  value: unknown
  context: ValueContext
}

/** Whether a field has no value. A group or a row is blank if all of its fields are. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isBlank)
  return isRecord(value) && Object.values(value).every(isBlank)
}

const stacked = new Set<Metafield['type']>([
  'textarea',
  'html-textarea',
  'markdown',
  'rich-text',
  'json',
  'file',
  'files',
  'parent',
  'repeater',
])

/** Renders the fields of an object, a group or a row that have a value, each under its title. */
export function FieldValues({
  fields,
  values,
  context,
}: {
  fields: readonly Metafield[]
  values: Readonly<Record<string, unknown>>
  context: ValueContext
}) {
  return (
    <dl className={styles.fields}>
      {fields
        .filter(({ key }) => !isBlank(values[key]))
        .map((field) => (
          <div key={field.key} data-stacked={stacked.has(field.type) || undefined}>
            <dt>{field.title || field.key}</dt>
            <dd>
              <FieldValue field={field} value={values[field.key]} context={context} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** Renders a value in the way of its field's type. */
function FieldValue({ field, value, context }: FieldValueProps) {
  const kind = kindOf(context.kinds, field)
  if (kind?.info.cell) {
    const cell = { id: kind.id, owner: kind.owner, load: kind.info.cell }
    return <Fill fill={cell} props={{ field, value, object: context.object }} isInline />
  }
  const text = typeof value === 'string' ? value : ''
  switch (field.type) {
    case 'html-textarea':
      return <RichText html={text} />
    case 'markdown':
    case 'rich-text':
      return <RichText html={marked.parse(text, { async: false })} />
    case 'textarea':
    case 'text':
      return <p className={styles.text}>{text || cellText(value, asListField(field))}</p>
    case 'json':
      return <pre className={styles.code}>{text || JSON.stringify(value, null, 2)}</pre>
    case 'file':
    case 'files':
      return <Files value={value} />
    case 'object':
    case 'objects':
      return <RelatedObjects ids={relatedIDs(value)} context={context} />
    case 'parent':
      return isRecord(value) ? (
        <FieldValues fields={field.children ?? []} values={value} context={context} />
      ) : null
    case 'repeater':
      return <Rows field={field} value={value} context={context} />
    case 'color':
      return (
        <span className={styles.color}>
          <span className={styles.swatch} style={{ background: text }} /> {text}
        </span>
      )
    default:
      return cellText(value, asListField(field))
  }
}

const asListField = (field: Metafield) => ({
  path: field.key,
  title: field.title,
  type: field.type,
  metafield: field,
})

/** Renders pictures as images, other files by name. */
function Files({ value }: { value: unknown }) {
  return (
    <ul className={styles.files}>
      {fileValues(value).map((file) => {
        const name = mediaName(file)
        const picture = sizedPreview(file, PICTURE_WIDTH)
        return (
          <li key={file}>
            {picture ? (
              <img src={picture} alt={name} loading="lazy" />
            ) : (
              <>
                <Icon name="file-text" size={14} /> {name}
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Renders related objects as links with their titles. */
function RelatedObjects({ ids, context }: { ids: readonly string[]; context: ValueContext }) {
  const { href } = useService(Navigation)
  const { titles, bucketSlug, isReadOnly = false } = context
  return (
    <ul className={styles.related}>
      {ids.map((id) => (
        <li key={id}>
          {isReadOnly ? (
            titles.get(id) || 'Untitled'
          ) : titles.has(id) ? (
            <Link
              variant="quiet"
              href={href(objectRoute, { params: { bucketSlug, objectID: id } })}
            >
              {titles.get(id) || 'Untitled'}
            </Link>
          ) : (
            <span className={styles.missing}>A deleted object</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Rows({ field, value, context }: FieldValueProps) {
  const rows: unknown[] = Array.isArray(value) ? value : []
  return (
    <ol className={styles.rows}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity, and none moves here
        <li key={index}>
          <FieldValues
            fields={field.repeater_fields ?? []}
            values={isRecord(row) ? row : {}}
            context={context}
          />
        </li>
      ))}
    </ol>
  )
}
