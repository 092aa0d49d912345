import type { EditorSession } from './editor-session.ts'

let open: EditorSession | undefined

/** The editor on screen, for commands: they get services and facts, but no components. */
export function openSession(): EditorSession | undefined {
  return open
}

/** @returns a function that closes it, unless another one was opened meanwhile */
export function setOpenSession(session: EditorSession): () => void {
  open = session
  return () => {
    if (open === session) open = undefined
  }
}
