import type { Metafield } from '@typecase/contract/metafields'

type Values = Record<string, unknown>

/** A place in an object's metadata that points elsewhere, and how to put something in its stead. */
export interface Reference {
  kind: 'object' | 'file'
  /** `metadata.author`: the form in which `props` name it. */
  path: string
  /** What is stored: an object's id, or a file's name. */
  value: string
  /** The list that it stands in, if it stands in one. */
  list?: unknown[]
  replace(value: unknown): void
}

/** Finds every relation and file in stored metadata, down to groups and repeaters. */
export function referencesIn(
  metadata: Values,
  fields: readonly Metafield[],
  path = 'metadata',
): Reference[] {
  return fields.flatMap((field) => {
    const at = `${path}.${field.key}`
    const value = metadata[field.key]
    switch (field.type) {
      case 'object':
      case 'objects':
        return pointers('object', at, metadata, field.key)
      case 'file':
      case 'files':
        return pointers('file', at, metadata, field.key)
      case 'parent':
        return isValues(value) ? referencesIn(value, field.children ?? [], at) : []
      case 'repeater':
        return Array.isArray(value)
          ? value
              .filter(isValues)
              .flatMap((item) => referencesIn(item, field.repeater_fields ?? [], at))
          : []
      default:
        return []
    }
  })
}

/** Whether objects with these fields may point elsewhere. */
export const hasReferences = (fields: readonly Metafield[]): boolean =>
  fields.some(
    ({ type, children = [], repeater_fields: repeated = [] }) =>
      /^(?:object|file)s?$/.test(type) ||
      (type === 'parent' && hasReferences(children)) ||
      (type === 'repeater' && hasReferences(repeated)),
  )

function pointers(kind: Reference['kind'], path: string, holder: Values, key: string): Reference[] {
  const value = holder[key]
  if (typeof value === 'string' && value !== '') {
    return [{ kind, path, value, replace: (other) => (holder[key] = other) }]
  }
  if (!Array.isArray(value)) return []
  const list: unknown[] = value
  return list.flatMap((item, index) =>
    typeof item === 'string' && item !== ''
      ? [{ kind, path, value: item, list, replace: (other: unknown) => (list[index] = other) }]
      : [],
  )
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
