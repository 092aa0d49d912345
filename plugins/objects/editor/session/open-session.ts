import type { EditorSession } from './editor-session.ts'

/** Milliseconds that an editor may take to open: its code, the object, and what is kept of it in the browser. */
const OPENS_WITHIN = 15_000

let open: EditorSession | undefined
const waiting = new Set<() => void>()

/** The editor on screen, for commands: they get services and facts, but no components. */
export function openSession(): EditorSession | undefined {
  return open
}

/** @returns a function that closes it, unless another one was opened meanwhile */
export function setOpenSession(session: EditorSession): () => void {
  open = session
  for (const look of waiting) look()
  return () => {
    if (open === session) open = undefined
  }
}

/** The editor that is wanted, once it is on screen. @returns undefined when it does not come */
export function whenOpen(
  isWanted: (session: EditorSession) => boolean,
  signal: AbortSignal,
): Promise<EditorSession | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(stop, OPENS_WITHIN)
    function stop(): void {
      clearTimeout(timer)
      waiting.delete(look)
      signal.removeEventListener('abort', stop)
      resolve(open && isWanted(open) ? open : undefined)
    }
    function look(): void {
      if (open && isWanted(open)) stop()
    }
    waiting.add(look)
    signal.addEventListener('abort', stop)
    look()
  })
}
