import { type CellFormat, formatsOf, readCell } from '@typecase/contract/cell-formats'
import type { ImportColumn } from '@typecase/contract/import-export'
import { metafieldTypes } from '@typecase/contract/metafields'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'

import { keyOf, typeOf } from '../file/propose-mapping.ts'
import styles from './import-page.module.css'

const TARGETS = [
  { id: 'title', label: 'Title' },
  { id: 'slug', label: 'Slug' },
  { id: 'content', label: 'Content' },
  { id: 'status', label: 'Status' },
  { id: 'locale', label: 'Locale' },
  { id: 'thumbnail', label: 'Thumbnail' },
  { id: 'created_at', label: 'Created at' },
  { id: 'metadata', label: 'A field' },
  { id: '', label: 'Leave out' },
]

const TYPES = metafieldTypes
  .filter((type) => type !== 'parent' && type !== 'repeater')
  .map((type) => ({ id: type, label: type }))
const LISTS = ['objects', 'files', 'multi-select', 'check-boxes']

/** An object type that a relation can refer to. */
export interface RelationTarget {
  type: string
  title: string
  /** Fields whose values identify its objects. */
  keys: string[]
  /** Whether this import creates it. */
  isNew?: boolean
}

interface ColumnRowProps {
  column: ImportColumn
  isCsv: boolean
  /** Values of the column in the first rows of the file. */
  values: readonly unknown[]
  targets: readonly RelationTarget[]
  onChange(column: ImportColumn): void
}

/** Edits the target of one column. */
export function ColumnRow({ column, isCsv, values, targets, onChange }: ColumnRowProps) {
  const { from, to, type } = column
  const isField = to?.startsWith('metadata.') ?? false
  const detected = { id: '', label: `Detect (${typeOf(inFormat(values, column.format), isCsv)})` }
  const isRelation = type === 'object' || type === 'objects' || column.relation !== undefined
  return (
    <tr>
      <th scope="row">
        <code>{from}</code>
      </th>
      <td className={styles.example}>{exampleIn(values)}</td>
      <td>
        <Select
          aria-label={`${from} becomes`}
          isSmall
          options={TARGETS}
          value={isField ? 'metadata' : (to ?? '')}
          onChange={(id) => {
            if (id === 'metadata') onChange({ from, to: `metadata.${keyOf(from)}` })
            else onChange({ from, to: id || null })
          }}
        />
      </td>
      <td>
        {isField ? (
          <div className={styles.field}>
            <TextField
              aria-label={`Key of ${from}`}
              isCode
              isSmall
              value={to?.slice('metadata.'.length) ?? ''}
              onChange={(key) => onChange({ ...column, to: `metadata.${key}` })}
            />
            <Select
              aria-label={`Type of ${from}`}
              isSmall
              options={[detected, ...TYPES]}
              value={type ?? ''}
              onChange={(id) => onChange(withType(column, id || undefined))}
            />
            <FormatField column={column} values={values} onChange={onChange} />
            {isRelation ? (
              <RelationFields column={column} targets={targets} onChange={onChange} />
            ) : null}
            {isCsv && type !== undefined && LISTS.includes(type) ? (
              <TextField
                aria-label={`What separates the values of ${from}`}
                isCode
                isSmall
                placeholder="split at ,"
                value={column.split ?? ''}
                onChange={(split) => onChange({ ...column, split: split.slice(0, 5) })}
              />
            ) : null}
          </div>
        ) : null}
      </td>
    </tr>
  )
}

const FORMATS: Readonly<Record<CellFormat, string>> = {
  decimal_comma: 'Decimal comma',
  decimal_point: 'Decimal point',
  day_first: 'Day first',
  month_first: 'Month first',
  yes_no: 'Yes or no',
}

/** Offers formats for cells written as in another country, each with an example of its effect. */
function FormatField({
  column,
  values,
  onChange,
}: Pick<ColumnRowProps, 'column' | 'values' | 'onChange'>) {
  const { format, ...unformatted } = column
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as string[]
  const formats = texts.length > 0 ? formatsOf(texts) : []
  if (format !== undefined && !formats.includes(format)) formats.push(format)
  if (formats.length === 0) return null
  const options = formats.map((id) => ({ id, label: `${FORMATS[id]}${sampleOf(texts, id)}` }))
  return (
    <Select
      aria-label={`Format of ${column.from}`}
      isSmall
      options={[{ id: '', label: 'As written' }, ...options]}
      value={format ?? ''}
      onChange={(id) => {
        const chosen = formats.find((one) => one === id)
        onChange(chosen ? { ...column, format: chosen } : unformatted)
      }}
    />
  )
}

/** Returns the first cell that a format changes: ` (1.234,5 → 1234.5)`. */
function sampleOf(texts: readonly string[], format: CellFormat): string {
  const text = texts.find((one) => String(readCell(one, format) ?? one) !== one)
  return text === undefined ? '' : ` (${text} → ${String(readCell(text, format))})`
}

/** Edits the object type that a relation refers to, and the field there that contains the column's value. */
function RelationFields({
  column,
  targets,
  onChange,
}: Pick<ColumnRowProps, 'column' | 'targets' | 'onChange'>) {
  const { from, relation } = column
  const target = targets.find(({ type }) => type === relation?.type)
  const keys = [...new Set(['slug', 'title', ...(target?.keys ?? []), relation?.key ?? 'slug'])]
  return (
    <>
      <span className={styles.hint}>of</span>
      <Select
        aria-label={`Object type that ${from} points at`}
        isSmall
        placeholder="object type"
        options={targets.map(({ type, title }) => ({ id: type, label: title }))}
        value={relation?.type || null}
        onChange={(type) => {
          const keys = targets.find((one) => one.type === type)?.keys ?? []
          onChange({ ...column, relation: { type: type ?? '', key: likeliest(keys) } })
        }}
      />
      <span className={styles.hint}>by</span>
      <Select
        aria-label={`Field that holds ${from} there`}
        isSmall
        options={keys.map((key) => ({ id: key, label: key.replace(/^metadata\./, '') }))}
        value={relation?.key ?? 'slug'}
        onChange={(key) =>
          onChange({ ...column, relation: { type: relation?.type ?? '', key: key ?? 'slug' } })
        }
      />
    </>
  )
}

const inFormat = (values: readonly unknown[], format: CellFormat | undefined) =>
  format === undefined
    ? values
    : values.map((one) => (typeof one === 'string' ? (readCell(one, format) ?? one) : one))

/** Returns the usual name of an id in other systems, or else the slug. */
const likeliest = (keys: readonly string[]): string =>
  keys.find((key) => /^metadata\.(_|.*_)?id$/.test(key)) ?? 'slug'

function withType(
  { relation, split, type: _, ...column }: ImportColumn,
  type: string | undefined,
): ImportColumn {
  if (type === undefined) return column

  const isRelation = type === 'object' || type === 'objects'
  return {
    ...column,
    type,
    ...(isRelation && { relation: relation ?? { type: '', key: 'slug' } }),
    ...(split !== undefined && LISTS.includes(type) && { split }),
  }
}

function exampleIn(values: readonly unknown[]): string {
  const filled = values.filter((one) => one !== undefined && one !== null && one !== '')
  const value = filled.find((one) => !Array.isArray(one) || one.length > 0) ?? filled[0]
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
