import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'

/** A metafield and its path below `metadata`, as edits write it: `price`, `seo.description`. */
export interface NamedField {
  readonly path: string
  readonly field: Metafield
}

/** The metafields of some types by path; where several types have one, the first one counts. */
export function namedFields(types: readonly ObjectType[]): ReadonlyMap<string, Metafield> {
  const found = new Map<string, Metafield>()
  const all = types.flatMap(({ metafields }) => metafields.flatMap((field) => below(field, '')))
  for (const { path, field } of all) if (!found.has(path)) found.set(path, field)
  return found
}

function below(field: Metafield, parent: string): NamedField[] {
  const path = `${parent}${field.key}`
  if (field.type !== 'parent') return [{ path, field }]
  return (field.children ?? []).flatMap((child) => below(child, `${path}.`))
}

/** `seo.description` → `Description` as the type names it, else `Seo description`. */
export function titleOf(fields: ReadonlyMap<string, Metafield>, path: string): string {
  const given = fields.get(path)?.title
  if (given) return given
  const name = path.replaceAll(/[._]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The choices of a select, whichever of its shapes they are written in: `a,b`, texts, `{value}`, `{key, value}`. */
export function choicesOf({ options }: Metafield): readonly string[] {
  const list = typeof options === 'string' ? options.split(',') : (options ?? [])
  return list.flatMap((option) => {
    if (typeof option === 'string') return option.trim() === '' ? [] : [option.trim()]
    if (typeof option !== 'object' || option === null) return []
    const { key, value = key } = option as Record<string, unknown>
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}
