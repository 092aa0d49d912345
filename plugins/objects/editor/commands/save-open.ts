import type { CmsObject } from '@typecase/contract/objects'

import type { Status } from '../draft/draft.ts'
import { openSession } from '../session/open-session.ts'
import type { EditorSession, Saved } from '../session/editor-session.ts'

/** A command about the open object that cannot do its work now. */
export class NotNow extends Error {
  override readonly name = 'NotNow'

  readonly code: 'invalid' | 'unavailable'

  /** @param code `unavailable` where the same may work in a moment */
  constructor(message: string, code: 'invalid' | 'unavailable' = 'invalid') {
    super(message)
    this.code = code
  }
}

/** @throws NotNow when no object is open */
export function requireOpenSession(): EditorSession {
  const session = openSession()
  if (!session) throw new NotNow('Open an object first.')
  return session
}

/**
 * Saves the open object with all that was typed. What keeps it from being saved stands in the editor, where it can
 * be mended, and is not said twice; the first broken field gets the focus.
 * @returns undefined when nothing was saved
 * @throws NotNow when no object is open
 */
export async function saveOpen(status: Status): Promise<CmsObject | undefined> {
  const session = requireOpenSession()
  return savedObject(session, await session.save(status))
}

export function savedObject(session: EditorSession, saved: Saved): CmsObject | undefined {
  if (saved.kind === 'invalid') {
    const [first] = saved.problems
    if (first) session.focus(first.path)
  }
  return saved.kind === 'saved' ? saved.object : undefined
}
