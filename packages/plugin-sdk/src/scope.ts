import { type } from 'arktype'
import { formatNumber } from '@typecase/ui/format'

import type { FactValues } from './facts.ts'
import type { Json, JsonObject } from './json.ts'
import type { ListQuery } from './list-query.ts'

/**
 * The objects that a command works on, from one row to 70,000: `current` is the open object · `ids` the selected rows ·
 * `view` the list on screen · `query` all matches.
 */
export type Scope = Ids<'current'> | Ids<'ids'> | Match<'view'> | Match<'query'>

interface Ids<Kind> {
  readonly kind: Kind
  readonly ids: readonly string[]
  readonly except?: Except
}

interface Match<Kind> {
  readonly kind: Kind
  readonly query: ListQuery
  readonly total: number
  readonly except?: Except
}

/** Exceptions of a scope: items that the user left out. */
export type Except = {
  /** None of these is counted in `ids` or `total`. */
  readonly ids?: readonly string[]
  /** The empty text stands for objects without a locale. */
  readonly locales?: readonly string[]
  readonly types?: readonly string[]
}

const makeSchema = () =>
  type({ kind: "'current' | 'ids'", ids: 'string[]', 'except?': except() })
    .or({
      kind: "'view' | 'query'",
      query: 'object',
      total: 'number.integer >= 0',
      'except?': except(),
    })
    .as<Scope>()

let schema: ReturnType<typeof makeSchema> | undefined

/**
 * Returns the schema of a `Scope`, as in `args: () => type({ scope: scope() })`. The palette asks for such an argument
 * as a scope.
 */
export const scope = () => (schema ??= makeSchema())

const except = () => type({ 'ids?': 'string[]', 'locales?': 'string[]', 'types?': 'string[]' })

/** Returns the scope among a command's arguments, or undefined while none was chosen. */
export function scopeIn(args: JsonObject, key = 'scope'): Scope | undefined {
  const value = args[key]
  return value === undefined ? undefined : scopeFrom(value)
}

/** Casts a value to a scope. The schema checks a command's arguments before the command uses them. */
export function scopeFrom(value: Json): Scope {
  return value as unknown as Scope
}

/**
 * Casts a scope to an argument. A scope is JSON throughout, but the type of its query is open, because the schemas'
 * inference would follow the recursion of `Json` endlessly.
 */
export function scopeToJson(scope: Scope): JsonObject {
  return scope as unknown as JsonObject
}

/** Returns the scope without these items, in addition to its existing exceptions. */
export function leaveOut(scope: Scope, out: Except): Scope {
  const before = scope.except ?? {}
  const both = (key: keyof Except) => [...new Set([...(before[key] ?? []), ...(out[key] ?? [])])]
  const keys = (['ids', 'locales', 'types'] as const).filter((key) => both(key).length > 0)
  if (keys.length === 0) return scope
  const rest = { ...scope, except: Object.fromEntries(keys.map((key) => [key, both(key)])) }
  if ('ids' in rest) return { ...rest, ids: rest.ids.filter((id) => !out.ids?.includes(id)) }
  const fresh = out.ids?.filter((id) => !before.ids?.includes(id)) ?? []
  return { ...rest, total: Math.max(0, rest.total - new Set(fresh).size) }
}

/**
 * Returns the scope that the user means implicitly: the selection, else the open object, else the list on screen.
 * @returns undefined if none of them exists
 */
export function scopeOf(facts: FactValues): Scope | undefined {
  return scopesOf(facts)[0]
}

/** Returns "all that match" if that is selected, without the deselected items. */
export function allSelected(facts: FactValues): Scope | undefined {
  const query = facts['selection.query']
  if (!query) return undefined
  const ids = facts['selection.except'] ?? []
  const total = facts['selection.count'] ?? 0
  return { kind: 'query', query, total, ...(ids.length > 0 && { except: { ids } }) }
}

/** Returns every scope of the page, best first. The palette offers the others as further rows. */
export function scopesOf(facts: FactValues): Scope[] {
  const scopes: Scope[] = []
  const selected = facts['selection.ids'] ?? []
  const all = allSelected(facts)
  if (all) scopes.push(all)
  else if (selected.length > 0) scopes.push({ kind: 'ids', ids: selected })
  const open = facts['route.objectID']
  // The path /objects/new means that no object is open.
  if (open && open !== 'new') scopes.push({ kind: 'current', ids: [open] })
  const query = facts['view.query']
  if (query) scopes.push({ kind: 'view', query, total: facts['view.total'] ?? 0 })
  return scopes
}

/** Returns the number of objects in a scope. */
export function countOf(scope: Scope): number {
  return 'ids' in scope ? scope.ids.length : scope.total
}

/** Describes a scope for its chip: `12 selected`, `all 1,284 in this list`. */
export function describeScope(scope: Scope): string {
  const count = formatNumber(countOf(scope))
  switch (scope.kind) {
    case 'current':
      return 'this one'
    case 'ids':
      return `${count} selected`
    case 'view':
      return `all ${count} in this list`
    default: {
      const out = scope.except?.ids?.length ?? 0
      const description = `${count} that match, ${formatNumber(out)} left out`
      return out > 0 ? description : `all ${count} that match`
    }
  }
}
