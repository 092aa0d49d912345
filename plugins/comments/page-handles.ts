import { token } from '@typecase/plugin-sdk/token'

/** The comments beside the open object, for commands. */
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
