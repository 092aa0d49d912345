import type { FactDeclaration, FactKey, FactValues } from './facts.ts'
import type { Json } from './json.ts'

/** A test on one fact. */
export type Test =
  /** The fact is set: not false, 0, '' or empty. With a value: the set or list contains it. */
  | { readonly op: 'has'; readonly key: FactKey; readonly value?: Json }
  | { readonly op: 'eq'; readonly key: FactKey; readonly value: Json }
  | { readonly op: 'gt'; readonly key: FactKey; readonly value: number }
  /** The fact is one of these. */
  | { readonly op: 'in'; readonly key: FactKey; readonly value: readonly Json[] }

/** A condition as data, so that two of them can be compared (`canBothHold`, `implies`). */
export type When =
  | Test
  | { readonly op: 'and'; readonly of: readonly When[] }
  | { readonly op: 'or'; readonly of: readonly When[] }
  | { readonly op: 'not'; readonly of: When }

/** The fact is set: not false, 0, '' or empty. */
export const has = (key: FactKey): When => ({ op: 'has', key })
/** The fact is a set or list that contains this value. */
export const contains = (key: FactKey, value: Json): When => ({ op: 'has', key, value })
/** The fact has this value. */
export const eq = (key: FactKey, value: Json): When => ({ op: 'eq', key, value })
/** The fact is a greater number than this. */
export const gt = (key: FactKey, value: number): When => ({ op: 'gt', key, value })
/** The fact has one of these values. */
export const oneOf = (key: FactKey, value: readonly Json[]): When => ({ op: 'in', key, value })
/** All of these hold. */
export const and = (...of: readonly When[]): When => ({ op: 'and', of })
/** At least one of these holds. */
export const or = (...of: readonly When[]): When => ({ op: 'or', of })
/** This does not hold. */
export const not = (of: When): When => ({ op: 'not', of })

/** The user has this permission in the current bucket. */
export const can = (permission: string): When => contains('can', permission)

/** At least one thing of this kind is selected. */
export const selection = (kind: string): When =>
  and(eq('selection.kind', kind), gt('selection.count', 0))

/** Whether the condition holds; without one it always does. */
export function holds(when: When | undefined, facts: FactValues): boolean {
  if (!when) return true
  switch (when.op) {
    case 'and':
      return when.of.every((part) => holds(part, facts))
    case 'or':
      return when.of.some((part) => holds(part, facts))
    case 'not':
      return !holds(when.of, facts)
    default:
      return testValue(when, facts[when.key])
  }
}

/** Whether a test holds for a value. */
export function testValue(test: Test, value: unknown): boolean {
  switch (test.op) {
    case 'has':
      return test.value === undefined ? isThere(value) : includes(value, test.value)
    case 'eq':
      return isSame(value, test.value)
    case 'gt':
      return typeof value === 'number' && value > test.value
    default:
      return test.value.some((one) => isSame(value, one))
  }
}

/** Returns the tests that must change for the condition to hold: what a disabled command is missing. */
export function unmet(when: When | undefined, facts: FactValues): Test[] {
  if (!when || holds(when, facts)) return []
  switch (when.op) {
    case 'and':
      return when.of.flatMap((part) => unmet(part, facts))
    case 'or':
      // Any of them would be enough. Report the first one, which its author thought of first.
      return when.of[0] ? unmet(when.of[0], facts) : []
    case 'not':
      return []
    default:
      return [when]
  }
}

/** Returns why a test does not hold, with the sentence of its fact's declaration. */
export function sentenceOf(
  fact: FactDeclaration | undefined,
  { value }: Test,
  facts: FactValues,
): string | undefined {
  const target = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  const missing = fact?.missing
  return typeof missing === 'function'
    ? missing(facts, target)
    : missing?.replace('{value}', target)
}

/** Returns the keys of the facts in a condition. */
export function factsIn(when: When | undefined): FactKey[] {
  if (!when) return []
  if (when.op === 'and' || when.op === 'or') return [...new Set(when.of.flatMap(factsIn))]
  return when.op === 'not' ? factsIn(when.of) : [when.key]
}

function isThere(value: unknown): boolean {
  if (value instanceof Set) return value.size > 0
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value)
}

function includes(collection: unknown, value: Json): boolean {
  if (collection instanceof Set) return collection.has(value)
  return Array.isArray(collection) && collection.includes(value)
}

function isSame(value: unknown, target: Json): boolean {
  // A missing fact is "not so", hence equal to false.
  return value === target || (value === undefined && target === false)
}
