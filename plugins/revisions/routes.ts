import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'

/** Two states of an object side by side. The ids are those of revisions; an omitted id means the current state. */
export const compareRoute = route({
  id: 'revisions.compare',
  mount: 'bucket',
  path: 'objects/$objectID/revisions',
  title: 'Revisions',
  search: () => type({ 'left?': 'string', 'right?': 'string', 'view?': "'side' | 'inline'" }),
  load: () => import('./views/compare-page.tsx'),
})

/** The author of each sentence in a text of an object. */
export const authorsRoute = route({
  id: 'revisions.authors',
  mount: 'bucket',
  path: 'objects/$objectID/authors',
  title: 'Who wrote what',
  search: () => type({ 'field?': 'string' }),
  load: () => import('./views/authors-page.tsx'),
})

/** The comparison on screen, for commands. */
export interface ComparePage {
  toggleView(): void
  swap(): void
}
export const comparePage = token<ComparePage>('revisions.compare-page', 1)
