import type { Reference } from './content/demo-object.ts'

/**
 * Replaces references with ids.
 * @param ids by `<type>/<slug>` or `<type>/<slug>@<locale>`
 * @throws when a reference has no object, which means that the demo is broken
 */
export function resolveReferences(
  values: Readonly<Record<string, unknown>>,
  ids: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, resolve(value, ids)]),
  )
}

function resolve(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, ids))
  if (!isReference(value)) return value
  const id = ids.get(value.ref)
  if (id === undefined) throw new Error(`The demo points at ${value.ref}, which is not there.`)
  return id
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'ref' in value
