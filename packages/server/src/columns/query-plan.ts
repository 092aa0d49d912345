import { and, compare, type Leaf, or, type Query } from '@typecase/content-query/ast'
import { BROKEN_FIELD, LINKS, type Path, REFERENCES } from '@typecase/content-query/fields'
import { relationIn } from '@typecase/content-query/relations'

/**
 * A query in the form that columns evaluate: conditions on related objects are separate from conditions on the rows
 * themselves.
 */
export type Plan = Leaf | RelatedPlan | Broken | Group<'and'> | Group<'or'> | Negation

/** Matches rows that are related to a row that matches `of`. */
export interface RelatedPlan {
  kind: 'related'
  relation: Path
  of: Plan
}

/** Matches rows with a relation to a row that does not exist. */
export interface Broken {
  kind: 'broken'
  relation: Path
}

/** A field of an object type that holds relations. */
export interface TypedRelation {
  readonly type: string
  readonly keys: Path
}

interface Group<Kind> {
  kind: Kind
  of: readonly Plan[]
}

interface Negation {
  kind: 'not'
  of: Plan
}

/**
 * Turns a query into a plan: conditions that follow relations are split so that they keep the meaning that `matches`
 * gives them.
 * @param relations the relations of all object types, if the query `asksForReferences`
 */
export function planOf(query: Query, relations: readonly TypedRelation[] = []): Plan {
  if (query.kind === 'and' || query.kind === 'or')
    return { kind: query.kind, of: query.of.map((part) => planOf(part, relations)) }
  if (query.kind === 'not') return { kind: 'not', of: planOf(query.of, relations) }
  if (query.path[0] === REFERENCES) return inAny(relations, (keys) => ({ ...query, path: keys }))
  return query.path[0] === BROKEN_FIELD ? planOfBroken(query, relations) : planOfLeaf(query)
}

/** Whether the plan of a query depends on the relations of object types. */
export const asksForReferences = (query: Query): boolean =>
  leavesOf(query).some(({ path: [field] }) => field === REFERENCES || field === BROKEN_FIELD)

/** Applies a condition to the links in texts and to every relation, each in objects of its type. */
const inAny = (relations: readonly TypedRelation[], on: (keys: Path) => Plan): Plan => ({
  kind: 'or',
  of: [
    on([LINKS]),
    ...relations.map(({ type, keys }): Plan => {
      return { kind: 'and', of: [compare(['type'], 'eq', type), on(keys)] }
    }),
  ],
})

function planOfBroken(leaf: Leaf, relations: readonly TypedRelation[]): Plan {
  const broken = inAny(relations, (relation) => ({ kind: 'broken', relation }))
  if (leaf.kind !== 'compare' || typeof leaf.value !== 'boolean') return or([])
  return leaf.value ? broken : { kind: 'not', of: broken }
}

function planOfLeaf(leaf: Leaf): Plan {
  const through = relationIn(leaf.path)
  if (!through) return leaf
  const { relation, field } = through
  const relatedTo = (of: Plan): RelatedPlan => ({ kind: 'related', relation, of })
  // Null matches null and missing values. A value is missing if neither the row nor any related object has one.
  if (leaf.kind === 'compare' && leaf.value === null) {
    const exists = existsAt(leaf.path)
    const isNull = planOf(and([existsAt(field), compare(field, 'eq', null)]))
    return {
      kind: 'or',
      of: [and([exists, leaf]), relatedTo(isNull), { kind: 'not', of: planOfLeaf(exists) }],
    }
  }
  if (leaf.kind === 'in' && leaf.values.includes(null)) {
    const others = leaf.values.filter((value) => value !== null)
    return planOf(or([{ ...leaf, values: others }, compare(leaf.path, 'eq', null)]))
  }
  // Each value may come from a different related object.
  if (leaf.kind === 'all' && leaf.values.length > 0) {
    const each = leaf.values.map((value) => planOfLeaf(compare(leaf.path, 'eq', value)))
    return { kind: 'and', of: each }
  }
  return { kind: 'or', of: [leaf, relatedTo(planOfLeaf({ ...leaf, path: field }))] }
}

const existsAt = (path: Path): Leaf => ({ kind: 'exists', path })

/** Returns the conditions of a plan, including those on related objects. */
export function leavesOf(plan: Plan): readonly Leaf[] {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.of.flatMap(leavesOf)
  if (plan.kind === 'broken') return []
  return plan.kind === 'not' || plan.kind === 'related' ? leavesOf(plan.of) : [plan]
}

/** Returns the conditions of a plan on related objects; nested relations come first. */
export function relatedIn(plan: Plan): readonly RelatedPlan[] {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.of.flatMap(relatedIn)
  if (plan.kind === 'related') return [...relatedIn(plan.of), plan]
  return plan.kind === 'not' ? relatedIn(plan.of) : []
}

/** Returns the relations that a plan follows. */
export function relationsIn(plan: Plan): readonly Path[] {
  if (plan.kind === 'and' || plan.kind === 'or') return plan.of.flatMap(relationsIn)
  if (plan.kind === 'broken') return [plan.relation]
  if (plan.kind === 'related') return [...relationsIn(plan.of), plan.relation]
  return plan.kind === 'not' ? relationsIn(plan.of) : []
}
