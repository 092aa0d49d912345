import type { MacroArgumentValue, MacroStep } from '@typecase/contract/macros'

/** Values of arguments by key. */
export type Values = Readonly<Record<string, MacroArgumentValue>>

/** A body with values in place of its arguments. */
export interface FilledBody {
  body: Record<string, unknown>
  /** The argument at each path, such as `data.metadata.price.value`. */
  slots: ReadonlyMap<string, string>
}

/** Returns the key of the argument in place of a value; undefined for a literal value. */
export function argumentIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const [entry, ...others] = Object.entries(value)
  if (!entry || others.length > 0) return undefined
  const [name, key] = entry
  return name === '$arg' && typeof key === 'string' ? key : undefined
}

/** Replaces arguments with their values. An argument without a value is left in place. */
export function filledIn({ body }: MacroStep, values: Values): FilledBody {
  const slots = new Map<string, string>()

  function fill(value: unknown, path: string): unknown {
    const key = argumentIn(value)
    if (key !== undefined) {
      slots.set(path, key)
      return Object.hasOwn(values, key) ? values[key] : value
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}.${index}`))
    return typeof value === 'object' && value !== null ? fillAll(value, path) : value
  }

  const fillAll = (record: object, path: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        fill(value, path === '' ? key : `${path}.${key}`),
      ]),
    )

  return { body: fillAll(body, ''), slots }
}
