import type { Values } from '../draft/values.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** What was discarded in this tab, by a name that an undo entry can hold. */
const discarded = new Map<string, { session: EditorSession; values: Values }>()

export function keepDiscarded(session: EditorSession, values: Values): string {
  const key = crypto.randomUUID()
  discarded.set(key, { session, values })
  return key
}

export function takeDiscarded(key: string): { session: EditorSession; values: Values } | undefined {
  const entry = discarded.get(key)
  discarded.delete(key)
  return entry
}
