import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'
import { mediaNoun, nounOfSubject, objectNoun } from '@typecase/content/words/nouns'
import type { People } from '@typecase/content/words/person'
import type { Noun } from '@typecase/ui/count'

import { describeDone, describeEnd, isRunning } from '../words.ts'
import type { Entry } from './entries.ts'

export type EntryState = 'queued' | 'running' | 'failed' | 'cancelled' | 'undone' | 'done'

export function stateOf({ change, job }: Pick<Entry, 'change' | 'job'>): EntryState {
  if (job && isRunning(job)) return job.status === 'queued' ? 'queued' : 'running'
  if (change && change.undone_by !== null) return 'undone'
  return job?.status === 'failed' || job?.status === 'cancelled' ? job.status : 'done'
}

const WRITE_KEY = 'The write key'

/**
 * Returns the author of a change: a person, with the extension or assistant that they used, or a site that used the
 * bucket's write key.
 */
export function describeAuthor(
  { change, job, by }: Pick<Entry, 'change' | 'job' | 'by'>,
  people: Pick<People, 'name'>,
): string {
  const author = change?.by_key ? WRITE_KEY : people.name(by)
  const program = change?.extension ?? change?.client ?? job?.client
  return program ? `${author} via ${program}` : author
}

/** Returns the avatar of a change's author. */
export const avatarOf = (
  { change, by }: Entry,
  people: Pick<People, 'avatarOf'>,
): ReturnType<People['avatarOf']> =>
  change?.by_key ? { name: WRITE_KEY, src: null } : people.avatarOf(by)

/**
 * Describes the state of a row in a few words.
 * @param undoneBy the person who undid it, if known
 */
export function describeState(entry: Entry, undoneBy?: string): string {
  const { job, change } = entry
  const state = stateOf(entry)
  if (state === 'undone') return undoneBy ? `Undone by ${undoneBy}` : 'Undone'
  if (!job) return change ? describeDone(change.failed, change.undo_of !== null) : 'Done'
  if (state === 'queued') return describeWait(job)
  if (state === 'running') return `${percentOf(job)} % done`
  return describeEnd(job)
}

/** Returns the percentage of a job's items processed, successful or not. */
export function percentOf({ done, failed, total }: Pick<Job, 'done' | 'failed' | 'total'>): number {
  return total === 0 ? 0 : Math.min(100, Math.floor(((done + failed) / total) * 100))
}

export function describeWait({ waits_for, position }: Job): string {
  if (waits_for) return `Waiting for “${waits_for.title}”`
  return position !== undefined && position > 1 ? `Number ${position} in the queue` : 'Waiting'
}

/** Labels of the kinds of changes, in a filter. */
const KINDS: Readonly<Record<string, string>> = {
  add: 'Added',
  update: 'Edited',
  bulkEdit: 'Edited in bulk',
  updateMany: 'Edited in a sheet',
  searchAndReplace: 'Found and replaced',
  replaceReference: 'References replaced',
  macro: 'Changed by a macro',
  migrate: 'Fields changed',
  duplicate: 'Duplicated',
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  restore: 'Restored',
  reorder: 'Reordered',
  import: 'Imported',
  undo: 'Undone and redone',
}

export const kinds: readonly string[] = Object.keys(KINDS)

/** The label of a kind of change in a filter. Unknown kinds are shown by name. */
export const describeKind = (kind: string): string => KINDS[kind] ?? kind

interface About {
  readonly change?: Pick<ChangeSet, 'subject'> | undefined
  readonly job?: Pick<Job, 'kind'> | undefined
}

/** Returns the noun for the rows of a change, or of a job without one. */
export function nounOf({ change, job }: About): Noun {
  if (change) return nounOfSubject(change.subject)
  return job?.kind.startsWith('media.') ? mediaNoun : objectNoun
}
