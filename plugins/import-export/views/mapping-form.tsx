import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'
import { metafieldTypes } from '@typecase/contract/metafields'
import { FormRow } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'

import type { FileHead } from '../file/file-head.ts'
import { keyOf, proposeColumns } from '../file/propose-mapping.ts'
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

/** A first mapping: the type from the file's name, the columns from their names and values. */
export function startMapping(fileName: string, head: FileHead): ImportMapping {
  const name = fileName.replace(/\..*$/, '')
  return {
    format: head.format === 'csv' ? 'csv' : 'ndjson',
    object_type: keyOf(name).replaceAll('_', '-'),
    columns: proposeColumns(head.columns, head.rows),
    status: 'published',
  }
}

interface MappingFormProps {
  mapping: ImportMapping
  rows: readonly Record<string, unknown>[]
  onChange(mapping: ImportMapping): void
}

/** Says which object type the rows become, and where each column goes. */
export function MappingForm({ mapping, rows, onChange }: MappingFormProps) {
  const setColumn = (index: number, column: ImportColumn) =>
    onChange({ ...mapping, columns: mapping.columns.with(index, column) })
  const { match_by, ...unmatched } = mapping

  return (
    <section className={styles.mapping} aria-label="Mapping">
      <FormRow>
        <TextField
          label="Object type"
          isCode
          description="Made from the columns where it does not exist yet."
          value={mapping.object_type}
          onChange={(object_type) => onChange({ ...mapping, object_type })}
        />
        <Select
          label="Status of the objects"
          options={[
            { id: 'published', label: 'Published' },
            { id: 'draft', label: 'Draft' },
          ]}
          value={mapping.status ?? 'published'}
          onChange={(id) =>
            onChange({ ...mapping, status: id === 'draft' ? 'draft' : 'published' })
          }
        />
        <Select
          label="Rows are the same object by"
          options={[
            { id: '', label: 'Slug' },
            ...mapping.columns
              .filter(({ to }) => to?.startsWith('metadata.'))
              .map(({ from, to }) => ({ id: to ?? '', label: from })),
          ]}
          value={match_by ?? ''}
          onChange={(id) => onChange(id ? { ...mapping, match_by: id } : unmatched)}
        />
      </FormRow>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Becomes</th>
            <th scope="col">Field</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {mapping.columns.map((column, index) => (
            <ColumnRow
              key={column.from}
              column={column}
              example={exampleOf(rows, column.from)}
              onChange={(changed) => setColumn(index, changed)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ColumnRowProps {
  column: ImportColumn
  example: string
  onChange(column: ImportColumn): void
}

function ColumnRow({ column, example, onChange }: ColumnRowProps) {
  const { from, to } = column
  const isField = to?.startsWith('metadata.') ?? false
  const isRelation = column.type === 'object' || column.type === 'objects'
  const { relation, ...unrelated } = column
  return (
    <tr>
      <th scope="row">
        <code>{from}</code>
      </th>
      <td>
        <Select
          aria-label={`${from} becomes`}
          isSmall
          options={TARGETS}
          value={isField ? 'metadata' : (to ?? '')}
          onChange={(id) => {
            if (id === 'metadata') onChange({ from, to: `metadata.${keyOf(from)}`, type: 'text' })
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
              options={TYPES}
              value={column.type ?? 'text'}
              onChange={(type) => onChange({ ...unrelated, type: type ?? 'text' })}
            />
            {isRelation ? (
              <>
                <TextField
                  aria-label={`Object type that ${from} points at`}
                  placeholder="object type"
                  isCode
                  isSmall
                  value={relation?.type ?? ''}
                  onChange={(type) =>
                    onChange({ ...column, relation: { key: 'slug', ...relation, type } })
                  }
                />
                <TextField
                  aria-label={`Field that holds ${from} there`}
                  placeholder="slug or metadata.id"
                  isCode
                  isSmall
                  value={relation?.key ?? ''}
                  onChange={(key) =>
                    onChange({ ...column, relation: { type: '', ...relation, key } })
                  }
                />
              </>
            ) : null}
          </div>
        ) : null}
      </td>
      <td className={styles.example}>{example}</td>
    </tr>
  )
}

function exampleOf(rows: readonly Record<string, unknown>[], column: string): string {
  const value = rows
    .map((row) => row[column])
    .find((one) => one !== undefined && one !== null && one !== '')
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}
