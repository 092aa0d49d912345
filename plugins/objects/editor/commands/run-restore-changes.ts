import { getObject } from '@typecase/contract/objects'
import { type ArgsOf, refTo, type Run, type RunContext } from '@typecase/plugin-sdk/command'
import { countInWords } from '@typecase/plugin-sdk/noun'
import { Api, Navigation } from '@typecase/plugin-sdk/services'

import { changesOf } from '../draft/draft.ts'
import { getAt } from '../draft/path.ts'
import { changedPaths } from '../draft/units.ts'
import { editRoute } from '../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { openSession, whenOpen } from '../session/open-session.ts'
import { discardChanges } from './discard-changes.ts'
import { type Discarded, findDiscarded, forgetDiscarded } from './discarded.ts'
import type { restoreArgs } from './restore-changes.ts'
import { NotNow } from './save-open.ts'

export const run: Run<ArgsOf<typeof restoreArgs>> = async ({ key }, context) => {
  const entry = findDiscarded(key)
  if (!entry) throw new NotNow('These changes are not there any more.')
  const session = isFor(entry)(openSession()) ? openSession() : await reopened(entry, context)
  if (!session) throw new NotNow('The object of these changes is not open.', 'unavailable')
  const kept = restore(session, entry)
  forgetDiscarded(key)
  const fields = countInWords(kept, { one: 'field', many: 'fields' })
  return {
    message: `Discarded changes restored.${kept > 0 ? ` ${fields} changed since stayed as typed.` : ''}`,
    undo: refTo(discardChanges, { session: session.name }),
  }
}

/** Whether an editor is of the same object: the same one, or one that was opened since. */
const isFor =
  ({ session: { name, bucketSlug, objectID, opened } }: Discarded) =>
  (session: EditorSession | undefined): boolean => {
    if (!session || session.name === name) return session !== undefined
    if (session.bucketSlug !== bucketSlug || session.objectID() !== objectID()) return false
    const { isNew, type, locale } = session.opened
    return objectID() !== undefined || (isNew && type === opened.type && locale === opened.locale)
  }

/** Goes back to the object, and waits until its editor is there. */
async function reopened(entry: Discarded, { services, go, signal }: RunContext) {
  const { bucketSlug, opened, objectID } = entry.session
  const id = objectID()
  const query = { slug: bucketSlug, object_id: id ?? '' }
  // One that was deleted meanwhile is a page without an editor.
  if (id !== undefined) await services.get(Api).call(getObject, { query }, { signal })
  const { type, locale } = opened
  await go(editRoute, {
    params: { bucketSlug, objectID: id ?? 'new' },
    search: id === undefined ? { ...(type && { type }), ...(locale && { locale }) } : {},
  })
  // Who was asked about unsaved changes of another object may have stayed there.
  const path = `/${bucketSlug}/objects/${id ?? 'new'}`
  if (!services.get(Navigation).current().startsWith(path)) return undefined
  return whenOpen(isFor(entry), signal)
}

/** @returns how many fields stayed as they are, because something else was typed there since */
function restore(session: EditorSession, { before, typed }: Discarded): number {
  const { draft } = session.get()
  const newer = new Set(changesOf(draft))
  const paths = changedPaths(before, typed, draft.groups)
  for (const path of paths) if (!newer.has(path)) session.edit(path, getAt(typed, path))
  return paths.filter((path) => newer.has(path)).length
}
