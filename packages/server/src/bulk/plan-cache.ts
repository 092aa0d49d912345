import type { BulkResult } from '@typecase/contract/objects'

import { createBoundedCache } from '../bounded-cache.ts'
import type { RowIndex } from './row-index.ts'

/** A plan without its rows. */
export type PlanSummary = Omit<BulkResult, 'sample'>

/** Cache limit in bytes. An index takes 32 bytes per object with rows, and at most an eighth of the limit. */
const INDEX_BYTES = 64_000_000
const PLAN_BYTES = 8_000_000
/**
 * Cache limit in bytes for scopes, which stay the same while someone types a search. Each takes 24 bytes per object.
 */
const SCOPE_BYTES = 32_000_000

/** Creates the cache of indexes and plans by bucket version, so that a page costs only the rows that it shows. */
export const createPlanCache = () => ({
  indexes: createBoundedCache<RowIndex>(INDEX_BYTES),
  plans: createBoundedCache<PlanSummary>(PLAN_BYTES),
  /** Concatenated ids; see `idsIn`. */
  scopes: createBoundedCache<string>(SCOPE_BYTES),
})
export type PlanCache = ReturnType<typeof createPlanCache>
