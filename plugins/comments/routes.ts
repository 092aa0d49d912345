import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'
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

/** The comments next to the open object, for commands. */
export interface CommentsPanel {
  /** Puts the cursor into the box: for a field by its id, or for the object as a whole. */
  write(metafieldID: string | null): void
}
export const commentsPanel = token<CommentsPanel>('comments.panel', 1)

/** The box that one writes in. */
export interface CommentBox {
  send(): void
}
export const commentBox = token<CommentBox>('comments.box', 1)
