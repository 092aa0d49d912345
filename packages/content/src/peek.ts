import { token } from '@typecase/plugin-sdk/token'

/** The peek of the list on screen, which shows the object of the current row next to the list. */
export interface PeekPage {
  toggle(): void
  close(): void
}
export const peekPage = token<PeekPage>('content.peek', 1)
