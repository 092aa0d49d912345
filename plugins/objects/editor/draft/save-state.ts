import type { Draft } from './draft.ts'
import { changesOf, isDirty } from './draft.ts'

export type SaveTone = 'good' | 'busy' | 'open' | 'bad'

export interface SaveState {
  readonly text: string
  readonly tone: SaveTone
}

/** Where the user's changes are, in the words of the status "Save state". */
export function saveStateOf(draft: Draft, isOnline: boolean): SaveState {
  if (draft.trouble?.kind === 'conflict') return { text: 'Conflict', tone: 'bad' }
  if (draft.attempt) return { text: 'Saving…', tone: 'busy' }
  const isChanged = isDirty(draft)
  const isOffline = draft.trouble?.kind === 'offline' || !isOnline
  if (isOffline && isChanged) return { text: offline(changesOf(draft).length), tone: 'bad' }
  if (draft.trouble?.kind === 'offline') return { text: 'Offline', tone: 'bad' }
  if (isChanged) return { text: 'Unsaved changes', tone: 'open' }
  return draft.server ? { text: 'Saved', tone: 'good' } : { text: 'Not saved yet', tone: 'open' }
}

function offline(count: number): string {
  return `Offline – ${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'} kept`
}
