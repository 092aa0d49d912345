import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** All threads of a bucket: the open ones, those that mention one, or the resolved ones. */
export const commentsRoute = route({
  id: 'comments.list',
  mount: 'bucket',
  path: 'comments',
  title: 'Comments',
  search: () => type({ 'show?': "'open' | 'mine' | 'resolved'", 'skip?': 'number' }),
  load: () => import('./views/comments-page.tsx'),
})
