import type { CmsObject } from '@typecase/contract/objects'
import type { RunContext } from '@typecase/plugin-sdk/command'
import { Dialogs } from '@typecase/plugin-sdk/services'

import { problemsOf } from '../draft/validate.ts'
import { openSession } from '../session/open-session.ts'
import { assertResolved, requireOpenSession, saveOpen } from './save-open.ts'

/** Whether this object is the one in the editor: publishing it must take along what was typed. */
export function isOpenInEditor(ids: readonly string[]): boolean {
  const session = openSession()
  if (!session) return false
  // Between its first save and its own address, a new object has an id that the scope does not name yet.
  if (ids.length === 0) return session.opened.isNew
  return ids.length === 1 && ids[0] === session.objectID()
}

/**
 * Publishes the object in the editor with all that was typed, in one call. Asks before it goes public for the first time.
 * @returns undefined when the user backed out, when everything is public already, or when the editor says why not
 * @throws NotNow when no object is open
 */
export async function publishOpen({ services }: RunContext): Promise<CmsObject | undefined> {
  const session = requireOpenSession()
  assertResolved(session)
  const { draft } = session.get()
  const isPublic = draft.server?.main_object_status === 'published' || draft.server?.published_at
  const isReady = problemsOf(session.objectType.metafields, draft.values).length === 0
  // What must not be published is said at once, and not after the question.
  if (!isPublic && isReady) {
    const isConfirmed = await services.get(Dialogs).confirm({
      title: `Publish “${draft.values.title || 'Untitled'}”?`,
      text: 'It goes public for the first time: everyone who reads this bucket’s content will see it.',
      action: 'Publish',
    })
    if (!isConfirmed) return undefined
  }
  return saveOpen('published')
}
