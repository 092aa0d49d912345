import type { CmsObject } from '@typecase/contract/objects'

import { openClashes, type Status } from '../draft/draft.ts'
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
 * @throws NotNow when no object is open, or a conflict waits for a choice
 */
export async function saveOpen(status: Status): Promise<CmsObject | undefined> {
  const session = requireOpenSession()
  if (session.get().draft.trouble?.kind === 'conflict') return saveResolved(session, status)
  return savedObject(session, await session.save(status))
}

/**
 * Saves what was chosen in a conflict.
 * @param status what is wanted now, beside what was when the conflict was found
 * @throws NotNow while there is something to choose, perhaps once more
 */
export async function saveResolved(
  session: EditorSession,
  status?: Status,
): Promise<CmsObject | undefined> {
  assertResolved(session)
  const saved = await session.settle(status)
  if (saved.kind === 'conflict') {
    throw new NotNow('The object was changed once more meanwhile. Choose again what to keep.')
  }
  return savedObject(session, saved)
}

/** @throws NotNow while a conflict has fields to choose for */
export function assertResolved(session: EditorSession): void {
  const open = openClashes(session.get().draft).length
  if (open === 0) return
  const fields = open === 1 ? 'one field' : `${open} fields`
  throw new NotNow(`Nothing is saved yet: choose what to keep in ${fields} first.`)
}

function savedObject(session: EditorSession, saved: Saved): CmsObject | undefined {
  if (saved.kind === 'invalid') {
    const [first] = saved.problems
    if (first) session.focus(first.path)
  }
  return saved.kind === 'saved' ? saved.object : undefined
}
