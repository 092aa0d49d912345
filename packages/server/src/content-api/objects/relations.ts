import { innerFields, topRecord, visitValues } from '@typecase/contract/field-values/field-tree'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

/** A reference in an object's metadata, and how to replace it. */
export interface Reference {
  kind: 'object' | 'file'
  /** Path in the form that `props` use, such as `metadata.author`. */
  path: string
  /** The stored value: an object's id, or a file's name. */
  value: string
  /** The list that contains the reference, if any. */
  list?: unknown[]
  replace(value: unknown): void
}

const kinds: Partial<Record<MetafieldType, Reference['kind']>> = {
  object: 'object',
  objects: 'object',
  file: 'file',
  files: 'file',
}

/** Finds every relation and file in stored metadata, including those in groups and repeaters. */
export function referencesIn(
  metadata: Record<string, unknown>,
  fields: readonly Metafield[],
  at = 'metadata',
): Reference[] {
  const references: Reference[] = []
  visitValues(fields, topRecord(metadata, at), (value, { key, type }, { values, propsPath }) => {
    const kind = kinds[type]
    if (!kind) return
    const path = `${propsPath}.${key}`
    if (typeof value === 'string' && value !== '') {
      references.push({ kind, path, value, replace: (other) => (values[key] = other) })
    }
    if (!Array.isArray(value)) return
    const list: unknown[] = value
    for (const [index, item] of list.entries()) {
      if (typeof item !== 'string' || item === '') continue
      references.push({ kind, path, value: item, list, replace: (other) => (list[index] = other) })
    }
  })
  return references
}

/** Whether objects with these fields may refer to objects or files. */
export const hasReferences = (fields: readonly Metafield[]): boolean =>
  fields.some((field) => kinds[field.type] !== undefined || hasReferences(innerFields(field)))
