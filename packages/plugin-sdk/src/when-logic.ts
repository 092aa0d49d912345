import type { FactKey, FactValues } from './facts.ts'
import type { Json } from './json.ts'
import { and, not, type Test, testValue, type When } from './when.ts'

/** A test that must hold, or must not. */
interface Literal {
  readonly test: Test
  readonly isNegated: boolean
}

/**
 * Whether some state of the facts makes both conditions true. Decided on the conditions alone, so it
 * errs towards yes where two different facts exclude each other in practice.
 */
export function canBothHold(a: When | undefined, b: When | undefined): boolean {
  return isSatisfiable(and(...(a ? [a] : []), ...(b ? [b] : [])))
}

/** Whether the condition can hold with these facts, if each fact for which `isOpen` returns true may have any value. */
export function mayHold(
  when: When | undefined,
  facts: FactValues,
  isOpen: (key: FactKey) => boolean,
): boolean {
  if (!when) return true
  return conjunctions(when, false).some((literals) =>
    literals.every(
      ({ test, isNegated }) => isOpen(test.key) || testValue(test, facts[test.key]) !== isNegated,
    ),
  )
}

/** Whether the second condition holds wherever the first one does. */
export function implies(a: When | undefined, b: When | undefined): boolean {
  if (!b) return true
  return !isSatisfiable(a ? and(a, not(b)) : not(b))
}

function isSatisfiable(when: When): boolean {
  return conjunctions(when, false).some(isConsistent)
}

/** Returns the disjunctive normal form: the condition as alternatives, each a list of literals. */
function conjunctions(when: When, isNegated: boolean): Literal[][] {
  if (when.op === 'not') return conjunctions(when.of, !isNegated)
  if (when.op !== 'and' && when.op !== 'or') return [[{ test: when, isNegated }]]
  const parts = when.of.map((part) => conjunctions(part, isNegated))
  // De Morgan: a negated `and` is an `or` of negations.
  const isAnd = (when.op === 'and') !== isNegated
  return isAnd
    ? parts.reduce<Literal[][]>(
        (all, part) => all.flatMap((a) => part.map((b) => [...a, ...b])),
        [[]],
      )
    : parts.flat()
}

function isConsistent(literals: readonly Literal[]): boolean {
  const byKey = new Map<FactKey, Literal[]>()
  for (const literal of literals) {
    const same = byKey.get(literal.test.key)
    if (same) same.push(literal)
    else byKey.set(literal.test.key, [literal])
  }
  return [...byKey.values()].every(hasValue)
}

/** Whether one value of the fact satisfies all literals about it. */
function hasValue(literals: readonly Literal[]): boolean {
  const candidates = finiteCandidates(literals)
  if (candidates) return candidates.some((value) => satisfiesAll(value, literals))
  return !literals.some((a) => literals.some((b) => a !== b && excludes(a, b)))
}

/** Returns the only values that the fact may have, if a literal restricts them. */
function finiteCandidates(literals: readonly Literal[]): Json[] | undefined {
  for (const { test, isNegated } of literals) {
    if (isNegated) continue
    if (test.op === 'eq') return [test.value]
    if (test.op === 'in') return [...test.value]
  }
  return undefined
}

function satisfiesAll(value: Json, literals: readonly Literal[]): boolean {
  return literals.every(({ test, isNegated }) => testValue(test, value) !== isNegated)
}

/** Whether a positive and a negated literal contradict each other, about a fact with unlimited values. */
function excludes(a: Literal, b: Literal): boolean {
  if (a.isNegated || !b.isNegated) return false
  const yes = a.test
  const no = b.test
  if (yes.op === 'gt' && no.op === 'gt') return yes.value >= no.value
  if (yes.op === 'gt' && no.op === 'has') return no.value === undefined && yes.value >= 0
  if (yes.op === 'has' && no.op === 'has') return no.value === undefined || no.value === yes.value
  return false
}
