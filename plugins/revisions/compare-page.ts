import { token } from '@typecase/plugin-sdk/token'

/** The comparison on screen, for commands. */
export interface ComparePage {
  toggleView(): void
  swap(): void
}
export const comparePage = token<ComparePage>('revisions.compare-page', 1)
