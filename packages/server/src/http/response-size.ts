import { MAX_CONTENT_BYTES } from '../limits.ts'
import { type Failure, invalid } from './failure.ts'

/**
 * Refuses a page that is too large before its content is read.
 * @throws Failure `invalid` with the number of its rows that fit into a response
 */
export function assertPageFits(rows: readonly { readonly bytes: number }[]): void {
  let total = 0
  for (const [fitting, { bytes }] of rows.entries()) {
    total += bytes
    if (total > MAX_CONTENT_BYTES) throw pageTooLarge(rows.length, fitting)
  }
}

const SIZE = `${MAX_CONTENT_BYTES / 1_000_000} MB`

/** @param fitting number of rows that fit into a response */
function pageTooLarge(requested: number, fitting: number): Failure {
  const fewer = `limit must be at most ${fitting} here, since these ${requested} rows hold more than ${SIZE}`
  return invalid(
    'limit',
    `${fitting > 0 ? fewer : `this row holds more than ${SIZE}`}; or name the fields that are needed in props, without large ones`,
    'bytes',
  )
}

/** Creates a failure for a response that embedded objects make too large. */
export const embeddedTooLarge = (): Failure =>
  invalid(
    'depth',
    `depth must be smaller here, since the objects that these refer to make the answer larger than ${SIZE}; or ask for fewer with limit, or name the fields that are needed in props`,
    'bytes',
  )

/** Creates a failure for a response that the sources of texts make too large. */
export const sourcesTooLarge = (): Failure =>
  invalid(
    'source',
    `source makes the answer larger than ${SIZE} here; ask for fewer objects with limit, or name the fields that are needed in props`,
    'bytes',
  )

/** Creates a failure for a response that metafields make too large. */
export const metafieldsTooLarge = (): Failure =>
  invalid(
    'show_metafields',
    `show_metafields makes the answer larger than ${SIZE} here; ask for fewer objects with limit`,
    'bytes',
  )
