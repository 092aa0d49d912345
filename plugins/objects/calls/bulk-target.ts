import type { Scope } from '@typecase/plugin-sdk/scope'

/** How a call names its objects: by ids, or by a query that the server looks up when the call is made. */
export type BulkTarget = { object_ids: string[] } | { query: Record<string, unknown> }

export const targetOf = (scope: Scope): BulkTarget =>
  'ids' in scope ? { object_ids: [...scope.ids] } : { query: { ...scope.query } }

/** Whether there is nothing it could be about: an object that was never saved. */
export const isEmpty = (scope: Scope): boolean => 'ids' in scope && scope.ids.length === 0
