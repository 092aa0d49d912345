import type { Metafield } from '@typecase/contract/metafields'

import { isRecord } from '../metafield-values/value-check.ts'

/** A field that holds relations, at whatever depth of its type. */
export interface RelationField {
  /** `metadata.seo.author`, as `props` and queries name it. */
  path: string
  /** The titles of its fields: `SEO › Author`. */
  label: string
  /** The slug of the type that it points at; undefined for any. */
  wanted: string | undefined
  /** One object rather than a list. */
  isOne: boolean
  /** Keys from the metadata down to it: each list of keys but the last one leads to a repeater. */
  steps: readonly (readonly string[])[]
  /** Itself, where it stands on the top level: there it may have an index. */
  top: Metafield | undefined
}

/** The fields of a type that hold relations. */
export const relationFields = (fields: readonly Metafield[]): RelationField[] =>
  below(fields, { path: 'metadata', labels: [], above: [], keys: [] })

interface Place {
  path: string
  labels: readonly string[]
  /** Ways to the repeaters above, and the keys since the last one. */
  above: readonly (readonly string[])[]
  keys: readonly string[]
}

function below(fields: readonly Metafield[], at: Place): RelationField[] {
  return fields.flatMap((field) => {
    const path = `${at.path}.${field.key}`
    const labels = [...at.labels, field.title || field.key]
    const keys = [...at.keys, field.key]
    switch (field.type) {
      case 'object':
      case 'objects':
        return {
          path,
          label: labels.join(' › '),
          wanted: field.object_type || undefined,
          isOne: field.type === 'object',
          steps: [...at.above, keys],
          top: path === `metadata.${field.key}` ? field : undefined,
        }
      case 'parent':
        return below(field.children ?? [], { path, labels, above: at.above, keys })
      case 'repeater': {
        const inside = { path, labels, above: [...at.above, keys], keys: [] }
        return below(field.repeater_fields ?? [], inside)
      }
      default:
        return []
    }
  })
}

/** The ids that stored metadata holds in a field. */
export function relatedIds(metadata: unknown, { steps, isOne }: RelationField): string[] {
  let found: unknown[] = [metadata]
  for (const [depth, keys] of steps.entries()) {
    found = found.map((value) => keys.reduce(valueAt, value))
    if (depth < steps.length - 1) found = found.flatMap((value) => (isList(value) ? value : []))
  }
  const values = isOne ? found : found.flatMap((value) => value)
  return values.filter((value) => typeof value === 'string')
}

const valueAt = (holder: unknown, key: string): unknown =>
  isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
