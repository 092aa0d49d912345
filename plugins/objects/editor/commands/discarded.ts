import type { Values } from '../draft/values.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** What was thrown away: of which object, from what to what. */
export interface Discarded {
  readonly session: EditorSession
  readonly before: Values
  readonly typed: Values
}

/** What was discarded in this tab, by a name that an undo entry can hold. */
const discarded = new Map<string, Discarded>()

export function keepDiscarded(entry: Discarded): string {
  const key = crypto.randomUUID()
  discarded.set(key, entry)
  return key
}

export function findDiscarded(key: string): Discarded | undefined {
  return discarded.get(key)
}

export function forgetDiscarded(key: string): void {
  discarded.delete(key)
}
