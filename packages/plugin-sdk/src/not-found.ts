/** Thrown by a page's `prefetch`: what its address names is not there. The page of missing pages says so. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
  readonly code = 'not_found'
}
