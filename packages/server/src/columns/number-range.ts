import type { Comparison } from '@typecase/content-query/ast'

/** Returns the range of numbers that a bound accepts. */
export const rangeOf = (op: Comparison, value: number): { least: number; most: number } => ({
  least: op === 'gte' ? value : op === 'gt' ? nextUp(value) : -Infinity,
  most: op === 'lte' ? value : op === 'lt' ? -nextUp(-value) : Infinity,
})

const float = new Float64Array(1)
const integer = new BigInt64Array(float.buffer)

/** Returns the next larger double (IEEE 754 nextUp). */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  float[0] = value
  integer[0] = (integer[0] ?? 0n) + (value > 0 ? 1n : -1n)
  return float[0]
}
