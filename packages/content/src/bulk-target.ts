import type { Scope } from '@typecase/plugin-sdk/scope'

/** A call's selection of objects: ids, or a query that the server resolves when the call is made. */
export type BulkTarget = ({ object_ids: string[] } | { query: Record<string, unknown> }) & {
  exclude_ids?: string[]
  exclude_locales?: string[]
  exclude_types?: string[]
}

/** Returns the part of a bulk call’s body that says which objects it changes. */
export function targetOf(scope: Scope): BulkTarget {
  const { ids, locales, types } = scope.except ?? {}
  return {
    ...('ids' in scope ? { object_ids: [...scope.ids] } : { query: { ...scope.query } }),
    ...(ids && { exclude_ids: [...ids] }),
    ...(locales && { exclude_locales: [...locales] }),
    ...(types && { exclude_types: [...types] }),
  }
}

/** Whether a scope contains no object, as for an open object that was never saved. */
export const isEmpty = (scope: Scope): boolean => 'ids' in scope && scope.ids.length === 0
