import { formatCount } from '@typecase/ui/count'
import type { Draft } from './draft.ts'
import { changesOf, isDirty } from './draft.ts'

export type SaveTone = 'good' | 'busy' | 'open' | 'bad'

export interface SaveState {
  readonly text: string
  readonly tone: SaveTone
}

/** What there is to know beside the draft itself. */
export interface Surroundings {
  readonly isOnline: boolean
  /** Whether this browser keeps what is not saved. */
  readonly canKeep: boolean
  /** The session has ended, and no one has signed in again. */
  readonly hasEnded: boolean
  /** The field that autosave waits for, by its title. */
  readonly waitsFor?: string | undefined
}

/** Where the user's changes are, in the words of the status "Save state". */
export function saveStateOf(
  draft: Draft,
  { isOnline, canKeep, hasEnded, waitsFor }: Surroundings,
): SaveState {
  if (draft.trouble?.kind === 'conflict') return { text: 'Conflict', tone: 'bad' }
  if (draft.attempt) return { text: 'Saving…', tone: 'busy' }
  const isChanged = isDirty(draft)
  const isCut = draft.trouble?.kind === 'offline' || !isOnline
  const why = hasEnded ? 'Logged out' : isCut ? 'Offline' : undefined
  if (why && isChanged) {
    const count = changesOf(draft).length
    const changes = formatCount(count, 'change')
    return { text: `${why} – ${changes} ${canKeep ? 'kept' : 'in this tab only'}`, tone: 'bad' }
  }
  if (why && draft.trouble) return { text: why, tone: 'bad' }
  if (isChanged && waitsFor) {
    const where = canKeep ? 'Kept here' : 'In this tab only'
    return { text: `${where}, not on the server: ${waitsFor} is wrong`, tone: 'bad' }
  }
  if (isChanged) {
    return { text: canKeep ? 'Unsaved changes' : 'Unsaved changes in this tab only', tone: 'open' }
  }
  return draft.server ? { text: 'Saved', tone: 'good' } : { text: 'Not saved yet', tone: 'open' }
}
