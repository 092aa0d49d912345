import type { Outcome } from '@typecase/plugin-sdk/command'

import type { Choice } from '../draft/draft.ts'
import { requireOpenSession, saveResolved } from './save-open.ts'

/**
 * Chooses a side of a conflict: for one field, and waits for the others, or for all, and saves.
 * @throws NotNow when no object is open
 */
export async function chooseIn(
  { path }: { readonly path?: string },
  choice: Choice,
): Promise<Outcome> {
  const session = requireOpenSession()
  const { trouble } = session.get().draft
  if (path !== undefined || trouble?.kind !== 'conflict') {
    session.choose(path === undefined ? [] : [path], choice)
    return {}
  }
  session.choose(
    trouble.clashes.map((clash) => clash.path),
    choice,
  )
  const saved = await saveResolved(session)
  // What keeps it from being saved stands in the editor. All of theirs may be what is saved already.
  if (!saved && session.get().draft.trouble) return {}
  return { message: choice === 'mine' ? 'Saved with all of yours.' : 'Saved with all of theirs.' }
}
