/** The key of the argument that stands for a value of a step; undefined for a value of its own. */
export function argumentIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const [name, key] = entries[0] ?? []
  return entries.length === 1 && name === '$arg' && typeof key === 'string' ? key : undefined
}
