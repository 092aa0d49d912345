import { getBucket } from '@typecase/contract/buckets'
import type { ImportColumn, ImportMapping } from '@typecase/contract/import-export'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { FormRow } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'

import { ColumnRow, type RelationTarget } from './column-row.tsx'
import styles from './import-page.module.css'

interface MappingFormProps {
  bucketSlug: string
  mapping: ImportMapping
  rows: readonly Record<string, unknown>[]
  onChange(mapping: ImportMapping): void
}

/** Edits the object type that the rows become, and the target of each column. */
export function MappingForm({ bucketSlug, mapping, rows, onChange }: MappingFormProps) {
  const targets = useTargets(bucketSlug, mapping)
  const setColumn = (index: number, column: ImportColumn) =>
    onChange({ ...mapping, columns: mapping.columns.with(index, column) })
  const { match_by, ...unmatched } = mapping
  const isExistingType = targets.some(({ type, isNew }) => type === mapping.object_type && !isNew)

  return (
    <section className={styles.section} aria-label="Mapping">
      <h2 className={styles.subtitle}>Columns</h2>
      <FormRow>
        <TextField
          label="Object type"
          isCode
          description={
            isExistingType
              ? 'This type exists; new fields are added to it.'
              : 'New: created from the columns.'
          }
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
          label="Match rows to objects by"
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
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Example</th>
            <th scope="col">Becomes</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {mapping.columns.map((column, index) => (
            <ColumnRow
              key={column.from}
              column={column}
              isCsv={mapping.format === 'csv'}
              values={rows.map((row) => row[column.from])}
              targets={targets}
              onChange={(changed) => setColumn(index, changed)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Returns the object types that relations can refer to, and the fields that identify their objects. */
function useTargets(slug: string, { object_type, columns }: ImportMapping): RelationTarget[] {
  const { data } = useApiQuery(getBucket, { query: { slug } })
  const targets = (data?.bucket.object_types ?? []).map((type): RelationTarget => ({
    type: type.slug,
    title: type.title,
    keys: type.metafields
      .filter(({ type: kind }) => !MULTIPLE_VALUE_TYPES.includes(kind))
      .map(({ key }) => `metadata.${key}`),
  }))
  const mappedKeys = columns.flatMap(({ to }) => (to?.startsWith('metadata.') ? to : []))
  const itself = targets.find(({ type }) => type === object_type)
  if (itself) itself.keys = [...new Set([...itself.keys, ...mappedKeys])]
  else if (object_type)
    targets.push({ type: object_type, title: object_type, keys: mappedKeys, isNew: true })
  return targets
}

/** Field types whose values are not a single text or number. */
const MULTIPLE_VALUE_TYPES = [
  'objects',
  'files',
  'multi-select',
  'check-boxes',
  'parent',
  'repeater',
  'json',
]
