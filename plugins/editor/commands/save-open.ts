import type { OpenObject } from '@typecase/content/object/open-object'
import type { CmsObject } from '@typecase/contract/objects'
import { type Outcome, refTo, type RunContext } from '@typecase/plugin-sdk/command'
import { undoOfChanges } from '@typecase/content/words/undo'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { viewPublic } from '@typecase/content/commands'
import { isDirty, openClashes, type Status } from '../draft/draft.ts'
import { editorPage } from '../session/editor-page.ts'
import type { EditorSession, SaveResult } from '../session/editor-session.ts'

/** The error of a command that cannot act on the open object now. */
export class NotNow extends Error {
  override readonly name = 'NotNow'

  readonly code: 'invalid' | 'unavailable'

  /** @param code `unavailable` if a retry may work in a moment */
  constructor(message: string, code: 'invalid' | 'unavailable' = 'invalid') {
    super(message)
    this.code = code
  }
}

/** Returns the session of the object in the editor. @throws NotNow if none is open */
export function requireEditor({ page }: Pick<RunContext, 'page'>): EditorSession {
  const session = page(editorPage)
  if (!session) throw new NotNow('Open an object first.')
  return session
}

/** Returns the open object for commands of other plugins. */
export const openObjectOf = (session: EditorSession): OpenObject => ({
  isOf: (ids) =>
    // Between its first save and its own URL, a new object has an id that a scope does not contain yet.
    ids.length === 0 ? session.opened.isNew : ids.length === 1 && ids[0] === session.objectID(),
  publish: () => publishOpen(session),
})

/**
 * Saves the open object with all unsaved edits. The editor shows what prevents the save where the user can fix it, so
 * no message repeats it; the first invalid field gets the focus.
 * @returns undefined if nothing was saved
 * @throws NotNow if a conflict waits for a choice
 */
export async function saveOpen(
  session: EditorSession,
  status: Status,
): Promise<CmsObject | undefined> {
  if (session.get().draft.trouble?.kind === 'conflict') return saveResolved(session, status)
  return savedObject(session, await session.save(status))
}

/**
 * Publishes the object in the editor with all unsaved edits, in one call.
 * @returns undefined if the editor shows why it was not published
 * @throws NotNow if a conflict waits for a choice
 */
export async function publishOpen(session: EditorSession): Promise<Outcome | undefined> {
  assertResolved(session)
  const { draft } = session.get()
  if (draft.server?.status === 'published' && !isDirty(draft) && !draft.attempt) {
    return { message: `“${draft.server.title}” is already public.` }
  }
  const saved =
    draft.trouble?.kind === 'conflict'
      ? await settle(session, 'published')
      : await session.save('published')
  const object = savedObject(session, saved)
  if (!object || saved.kind !== 'saved') return undefined
  const { bucketSlug } = session
  return {
    message: `Published “${object.title}”.`,
    ...(saved.publication && { undo: undoOfChanges(bucketSlug, saved.publication) }),
    view: refTo(viewPublic, { id: object.id }),
  }
}

/**
 * Saves the choices made in a conflict.
 * @param status the status to save, which may differ from that of the save that met the conflict
 * @throws NotNow while there is something to choose, possibly in a new conflict
 */
export async function saveResolved(
  session: EditorSession,
  status?: Status,
): Promise<CmsObject | undefined> {
  assertResolved(session)
  return savedObject(session, await settle(session, status))
}

async function settle(session: EditorSession, status?: Status): Promise<SaveResult> {
  const saved = await session.settle(status)
  if (saved.kind === 'conflict') {
    throw new NotNow('The object changed again in the meantime. Choose again what to keep.')
  }
  return saved
}

/** @throws NotNow while a conflict has fields to choose for */
function assertResolved(session: EditorSession): void {
  const open = openClashes(session.get().draft).length
  if (open === 0) return
  const fields = plural(open, 'one field', `${formatNumber(open)} fields`)
  throw new NotNow(`Nothing is saved yet: choose what to keep in ${fields} first.`)
}

function savedObject(session: EditorSession, saved: SaveResult): CmsObject | undefined {
  if (saved.kind === 'invalid') {
    const [first] = saved.problems
    if (first) session.focus(first.path)
  }
  return saved.kind === 'saved' ? saved.object : undefined
}
