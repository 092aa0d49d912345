import type { Metafield } from '@typecase/contract/metafields'

import { listOf, type Row, rowOf, textOf } from '../rows.ts'

/** A field of a table, and how its values are read. */
export interface TableField {
  readonly name: string
  readonly metafield: Metafield
  /** @returns undefined for an empty value */
  readonly read: (value: unknown) => unknown
}

/** The targets that values of a table may refer to. */
export interface FieldTargets {
  /** Slug of the object type of a table. */
  typeOf(table: string): string
  objectOf(record: string): string
  /** Adds an attachment. @returns the name of its media */
  mediaOf(attachment: Row): string | undefined
}

type FieldReader = TableField['read']
type Kind = readonly [type: Metafield['type'], read: FieldReader]

const asIs: FieldReader = (value) => value
const nameIn: FieldReader = (value) => textOf(rowOf(value)['name']) || textOf(rowOf(value)['email'])
const namesIn: FieldReader = (value) => listOf(value).map(nameIn).filter(Boolean).join(', ')
/** Converts any value to text. */
export function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const text: Kind = ['text', words]
const number: Kind = ['number', (value) => (typeof value === 'number' ? value : undefined)]

/** Types of fields whose values refer to nothing else (airtable.com/developers/web/api/field-model). */
const KINDS: Readonly<Record<string, Kind>> = {
  multilineText: ['textarea', words],
  richText: ['markdown', asIs],
  aiText: ['textarea', (value) => rowOf(value)['value']],
  barcode: ['text', (value) => rowOf(value)['text']],
  number,
  percent: number,
  currency: number,
  duration: number,
  rating: number,
  autoNumber: number,
  count: number,
  date: ['date', asIs],
  singleCollaborator: ['text', nameIn],
  createdBy: ['text', nameIn],
  lastModifiedBy: ['text', nameIn],
  multipleCollaborators: ['text', namesIn],
  externalSyncSource: ['text', asIs],
}

/** Types of fields without values. */
const EMPTY = ['button']

/** Reads the schema of a field; undefined for a field without values. */
export function readField(raw: Row, key: string, targets: FieldTargets): TableField | undefined {
  const name = textOf(raw['name'])
  const type = textOf(raw['type'])
  const options = rowOf(raw['options'])
  if (EMPTY.includes(type)) return undefined
  const base = { key, title: name.slice(0, 200) }
  const choices = listOf(options['choices']).map((choice) => ({
    value: textOf(rowOf(choice)['name']),
  }))
  const field = (metafield: Omit<Metafield, 'key' | 'title'>, read: FieldReader): TableField => ({
    name,
    metafield: { ...base, ...metafield },
    read,
  })
  switch (type) {
    case 'singleSelect':
      return choices.length > 0
        ? field({ type: 'select', options: choices }, asIs)
        : field({ type: 'text' }, words)
    case 'multipleSelects':
      return choices.length > 0
        ? field({ type: 'multi-select', options: choices }, asIs)
        : field({ type: 'text' }, words)
    case 'checkbox':
      return field({ type: 'switch', options: 'true,false' }, asIs)
    case 'multipleRecordLinks': {
      const object_type = targets.typeOf(textOf(options['linkedTableId']))
      const ids: FieldReader = (value) => listOf(value).map((id) => targets.objectOf(String(id)))
      return options['prefersSingleRecordLink'] === true
        ? field({ type: 'object', object_type }, (value) =>
            targets.objectOf(String(listOf(value)[0])),
          )
        : field({ type: 'objects', object_type }, ids)
    }
    case 'multipleAttachments':
      return field({ type: 'files' }, (value) =>
        listOf(value).flatMap((one) => targets.mediaOf(rowOf(one)) ?? []),
      )
    case 'formula':
    case 'rollup': {
      const [result, read] = KINDS[textOf(rowOf(options['result'])['type'])] ?? text
      return field({ type: result }, read)
    }
    default: {
      const [kind, read] = KINDS[type] ?? text
      return field({ type: kind }, read)
    }
  }
}
