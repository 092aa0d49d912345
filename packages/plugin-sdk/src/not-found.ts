/** Thrown by a page's `prefetch` if its address names something that does not exist. The 404 page shows the message. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
  readonly code = 'not_found'
}
