import { and, compare, type Leaf, or, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import { relationIn } from '@typecase/content-query/relations'

/**
 * A query in the form the columns evaluate: conditions on related objects are separate from conditions on the rows
 * themselves.
 */
export type Plan = Leaf | Related | Group<'and'> | Group<'or'> | Negation

/** True of rows that are related to a row for which `of` is true. */
export interface Related {
  kind: 'related'
  relation: Path
  of: Plan
}

interface Group<Kind> {
  kind: Kind
  of: readonly Plan[]
}

interface Negation {
  kind: 'not'
  of: Plan
}

/** Takes the conditions of a query that lead through relations apart, so that they mean what `matches` has them mean. */
export function planOf(query: Query): Plan {
  if (query.kind === 'and' || query.kind === 'or')
    return { kind: query.kind, of: query.of.map(planOf) }
  return query.kind === 'not' ? { kind: 'not', of: planOf(query.of) } : planOfLeaf(query)
}

function planOfLeaf(leaf: Leaf): Plan {
  const through = relationIn(leaf.path)
  if (!through) return leaf
  const { relation, field } = through
  const related = (of: Plan): Related => ({ kind: 'related', relation, of })
  // Null equals what is null, and what is not there at all: neither in the row nor in any object that it is related to.
  if (leaf.kind === 'compare' && leaf.value === null) {
    const exists = existsAt(leaf.path)
    const isNull = planOf(and([existsAt(field), compare(field, 'eq', null)]))
    return {
      kind: 'or',
      of: [and([exists, leaf]), related(isNull), { kind: 'not', of: planOfLeaf(exists) }],
    }
  }
  if (leaf.kind === 'in' && leaf.values.includes(null)) {
    const others = leaf.values.filter((value) => value !== null)
    return planOf(or([{ ...leaf, values: others }, compare(leaf.path, 'eq', null)]))
  }
  // Each value may be another object's.
  if (leaf.kind === 'all' && leaf.values.length > 0) {
    const each = leaf.values.map((value) => planOfLeaf(compare(leaf.path, 'eq', value)))
    return { kind: 'and', of: each }
  }
  return { kind: 'or', of: [leaf, related(planOfLeaf({ ...leaf, path: field }))] }
}

const existsAt = (path: Path): Leaf => ({ kind: 'exists', path })

/** The conditions of a plan, those on related objects among them. */
export function leavesOf(plan: Plan): readonly Leaf[] {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.of.flatMap(leavesOf)
  return plan.kind === 'not' || plan.kind === 'related' ? leavesOf(plan.of) : [plan]
}

/** What a plan asks of related objects; of those that are two relations away first. */
export function relatedIn(plan: Plan): readonly Related[] {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.of.flatMap(relatedIn)
  if (plan.kind === 'related') return [...relatedIn(plan.of), plan]
  return plan.kind === 'not' ? relatedIn(plan.of) : []
}
