import type { BulkResult } from '@typecase/contract/objects'

import { createBoundedCache } from '../bounded-cache.ts'
import type { RowIndex } from './row-index.ts'

/** A plan but for its rows. */
export type PlanSummary = Omit<BulkResult, 'sample'>

/** Bytes that a server keeps: an index takes 32 for each object with rows, an eighth of this at most. */
const INDEX_BYTES = 64_000_000
const PLAN_BYTES = 8_000_000
/** The ids of scopes, which are the same for each letter that someone types: 24 for each object. */
const SCOPE_BYTES = 32_000_000

/** Cached indexes and plans by bucket version, so that a page costs only the rows it shows. */
export const createPlanCache = () => ({
  indexes: createBoundedCache<RowIndex>(INDEX_BYTES),
  plans: createBoundedCache<PlanSummary>(PLAN_BYTES),
  /** Ids, one right after the other. */
  scopes: createBoundedCache<string>(SCOPE_BYTES),
})
export type PlanCache = ReturnType<typeof createPlanCache>
