import { formatCount } from '@typecase/ui/count'
import { changesOf, type Draft, isDirty } from './draft.ts'

export type SaveTone = 'good' | 'busy' | 'open' | 'bad'

export interface SaveState {
  readonly text: string
  readonly tone: SaveTone
}

/** The circumstances of a draft that its save state depends on. */
export interface Surroundings {
  readonly isOnline: boolean
  /** Whether this browser can store unsaved changes. */
  readonly canKeep: boolean
  /** Whether the session has ended, and no one has signed in again. */
  readonly hasEnded: boolean
  /** Title of the field that autosave waits for. */
  readonly waitsFor?: string | undefined
}

/** Returns where the user's changes are, in the words of the status "Save state". */
export function saveStateOf(
  draft: Draft,
  { isOnline, canKeep, hasEnded, waitsFor }: Surroundings,
): SaveState {
  const { attempt, trouble, server } = draft
  const notSaved = (why: string): SaveState => ({ text: `Not saved: ${why}`, tone: 'bad' })
  if (trouble?.kind === 'conflict') return notSaved('conflict')
  if (attempt) return { text: 'Saving…', tone: 'busy' }
  const isChanged = isDirty(draft)
  const where = canKeep ? 'kept here' : 'in this tab only'
  const isCut = trouble?.kind === 'offline'
  const offline = isCut ? 'offline, retrying' : isOnline ? undefined : 'offline'
  const why = hasEnded ? 'logged out' : offline
  if (why && isChanged) {
    return notSaved(`${why}. ${formatCount(changesOf(draft).length, 'change')} ${where}`)
  }
  if (why && trouble) return notSaved(why)
  if (isChanged && waitsFor) return notSaved(`${waitsFor} is wrong. Changes ${where}`)
  if (isChanged && trouble) return notSaved(`refused. Changes ${where}`)
  if (isChanged) {
    return { text: canKeep ? 'Unsaved changes' : 'Unsaved changes in this tab only', tone: 'open' }
  }
  return server ? { text: 'Saved', tone: 'good' } : { text: 'Not saved yet', tone: 'open' }
}
