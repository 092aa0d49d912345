import type { Metafield } from '@typecase/contract/metafields'

/** Whether a field of the stored type, at any depth, comes with another key or type: then its values change with it. */
export function hasMigration(before: readonly Metafield[], after: readonly Metafield[]): boolean {
  return before.some((field) => {
    const next = field.id === undefined ? undefined : after.find(({ id }) => id === field.id)
    if (!next) return false
    if (next.key !== field.key || next.type !== field.type) return true
    return hasMigration(innerOf(field), innerOf(next))
  })
}

const innerOf = ({ children, repeater_fields: rows }: Metafield) => [
  ...(children ?? []),
  ...(rows ?? []),
]
