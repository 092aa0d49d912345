import { route } from '@typecase/plugin-sdk/route'
import { token } from '@typecase/plugin-sdk/token'
import { type } from 'arktype'

/** The threads of a bucket: open ones, those that mention the user, or resolved ones. */
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
  /** Focuses the text box, for a comment on a field or, with null, on the whole object. */
  write(metafieldID: string | null): void
}
export const commentsPanel = token<CommentsPanel>('comments.panel', 1)

/** The text box with the focus, for commands. */
export interface CommentBox {
  send(): void
}
export const commentBox = token<CommentBox>('comments.box', 1)
