import { getObject } from '@typecase/contract/objects'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Here } from '@typecase/plugin-sdk/here'
import { formatCount } from '@typecase/ui/count'
import { Api, Navigation } from '@typecase/plugin-sdk/services'

import { objectRoute } from '../routes.ts'
import { changesOf, type Choice } from '../draft/draft.ts'
import { browserDrafts, type NamedDraft } from '../draft/draft-store.ts'
import { getAt } from '@typecase/content/object/path'
import { changedPaths } from '../draft/units.ts'
import type { Values } from '@typecase/content/object/values'
import { editorPage } from '../session/editor-page.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { NotNow, requireEditor, saveOpen, saveResolved as settle } from './save-open.ts'
import {
  type clashArgs,
  type discardArgs,
  discardChanges as discard,
  type restoreArgs,
  restoreChanges as restoration,
  offerAgain as restoreOffer,
} from './save.ts'

/** “Save state” shows a success, and the editor shows errors, so there is no message. */
export const saveDraft: CommandModule = {
  async run(_args, context) {
    await saveOpen(requireEditor(context), 'draft')
  },
}

export const keepMine: CommandModule<ArgsOf<typeof clashArgs>> = {
  run: (args, context) => chooseIn(requireEditor(context), args, 'mine'),
}

export const takeTheirs: CommandModule<ArgsOf<typeof clashArgs>> = {
  run: (args, context) => chooseIn(requireEditor(context), args, 'theirs'),
}

export const keepBoth: CommandModule<ArgsOf<typeof clashArgs>> = {
  run: (args, context) => chooseIn(requireEditor(context), args, 'both'),
}

/** Chooses a side of a conflict: either for one field, or for all fields, and then saves. */
async function chooseIn(
  session: EditorSession,
  { path }: ArgsOf<typeof clashArgs>,
  choice: Choice,
): Promise<Outcome> {
  const { trouble } = session.get().draft
  if (path !== undefined || trouble?.kind !== 'conflict') {
    session.choose(path === undefined ? [] : [path], choice)
    return {}
  }
  session.choose(
    trouble.clashes.map((clash) => clash.path),
    choice,
  )
  const saved = await settle(session)
  // The editor shows what prevents the save. If the user took all of theirs, there may be nothing to save.
  if (!saved && session.get().draft.trouble) return {}
  return { message: savedWith[choice] }
}

const savedWith: Readonly<Record<Choice, string>> = {
  mine: 'Saved your version.',
  theirs: 'Saved their version.',
  both: 'Merged both versions. Where they conflict, yours was saved.',
}

export const saveResolved: CommandModule = {
  async run(_args, context) {
    const saved = await settle(requireEditor(context))
    return saved ? { message: 'Saved your choices.' } : {}
  },
}

/** Changes that the user discarded, and the values before them. */
interface DiscardedChanges {
  readonly session: EditorSession
  readonly before: Values
  readonly typed: Values
}

/** The changes discarded in this tab, by the key in their undo step. */
let discardings = 0
const discarded = new Map<string, DiscardedChanges>()

export const discardChanges: CommandModule<ArgsOf<typeof discardArgs>> = {
  async run(args, context) {
    const session = requireEditor(context)
    const { name } = session
    if (args.session !== undefined && args.session !== name) {
      throw new NotNow('The object with these changes is no longer open.')
    }
    const typed = session.get().draft.values
    session.discard()
    const key = String(++discardings)
    discarded.set(key, { session, before: session.get().draft.values, typed })
    return {
      message: 'Unsaved changes discarded.',
      undo: refTo(restoration, { key }),
      redo: refTo(discard, { session: name }),
    }
  },
}

/** How long an editor may take to open, in ms: it loads its code, the object, and the draft in the browser. */
const OPENS_WITHIN = 15_000

export const restoreChanges: CommandModule<ArgsOf<typeof restoreArgs>> = {
  async run({ key }, context) {
    const entry = discarded.get(key)
    if (!entry) throw new NotNow('These changes no longer exist.')
    const open = context.page(editorPage)
    const session = open && isFor(entry)(open) ? open : await reopenEditor(entry, context)
    if (!session) throw new NotNow('The object with these changes is not open.', 'unavailable')
    const restoredCount = restore(session, entry)
    discarded.delete(key)
    const fields = formatCount(restoredCount, 'field')
    return {
      message: `Discarded changes restored.${restoredCount > 0 ? ` ${fields} changed since then kept what you typed.` : ''}`,
      undo: refTo(discard, { session: session.name }),
    }
  },
}

/** Unsaved new objects that the user discarded in this tab, by the key in their undo step. */
const forgotten = new Map<string, NamedDraft>()

export const startNew: CommandModule = {
  async run(_args, context) {
    const session = requireEditor(context)
    const { offered } = session.get()
    if (!offered) throw new NotNow('There are no unsaved changes here.')
    session.offer(undefined)
    const key = String(++discardings)
    forgotten.set(key, offered)
    const title = offered.draft.values.title.trim() || 'Untitled'
    return { message: `“${title}” discarded.`, undo: refTo(restoreOffer, { key }) }
  },
}

export const offerAgain: CommandModule<ArgsOf<typeof restoreArgs>> = {
  async run({ key }, context) {
    const offered = forgotten.get(key)
    if (!offered) throw new NotNow('This draft no longer exists.')
    forgotten.delete(key)
    await browserDrafts().put(offered.key, offered.draft)
    const open = context.page(editorPage)
    const isSame = open?.draftKey().split(':', 3).join() === offered.key.split(':', 3).join()
    if (isSame) open?.offer(offered)
    return { message: 'It will be offered again when you create a new object.' }
  },
}

/** Whether an editor has the same object open: the same session, or a later one. */
const isFor =
  ({ session: { name, bucketSlug, objectID, opened } }: DiscardedChanges) =>
  (session: EditorSession): boolean => {
    if (session.name === name) return true
    if (session.bucketSlug !== bucketSlug || session.objectID() !== objectID()) return false
    const { isNew, type, locale } = session.opened
    return objectID() !== undefined || (isNew && type === opened.type && locale === opened.locale)
  }

/** Returns to the object, and waits until its editor is open. */
async function reopenEditor(
  entry: DiscardedChanges,
  { services, go, signal }: RunContext,
): Promise<EditorSession | undefined> {
  const { bucketSlug, opened, objectID } = entry.session
  const id = objectID()
  const query = { slug: bucketSlug, object_id: id ?? '' }
  // The page of a deleted object has no editor to wait for, so this call fails first.
  if (id !== undefined) await services.get(Api).call(getObject, { query }, { signal })
  const { type, locale } = opened
  await go(objectRoute, {
    params: { bucketSlug, objectID: id ?? 'new' },
    search: id === undefined ? { ...(type && { type }), ...(locale && { locale }) } : {},
  })
  // The user may have stayed on another object, to save its changes.
  const path = `/${bucketSlug}/objects/${id ?? 'new'}`
  if (!services.get(Navigation).current().startsWith(path)) return undefined
  const timeout = AbortSignal.timeout(OPENS_WITHIN)
  return services.get(Here).waitFor(editorPage, isFor(entry), AbortSignal.any([signal, timeout]))
}

/** Restores discarded values. @returns the number of fields left alone, because the user has edited them since */
function restore(session: EditorSession, { before, typed }: DiscardedChanges): number {
  const { draft } = session.get()
  const newer = new Set(changesOf(draft))
  const paths = changedPaths(before, typed, draft.groups)
  for (const path of paths) if (!newer.has(path)) session.edit(path, getAt(typed, path))
  return paths.filter((path) => newer.has(path)).length
}
