import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'
import { describe, expect, test } from 'vitest'

import { factsOf } from '../facts.ts'
import { entryOf, mergeHistory, nextToRead } from './entries.ts'
import { describeAuthor, percentOf, describeState } from './entry-words.ts'
import { filterEntries, queryOf } from './filter.ts'

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`

const change = (id: string, minute: number, more: Partial<ChangeSet> = {}): ChangeSet => ({
  id,
  kind: 'update',
  title: id,
  count: 1,
  live: 0,
  failed: 0,
  created_at: at(minute),
  created_by: 'me',
  client: null,
  by_key: false,
  extension: null,
  job_id: null,
  undone_by: null,
  undo_of: null,
  undoer: null,
  ...more,
})

const job = (id: string, minute: number, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'objects.publish',
  title: id,
  status: 'done',
  total: 200,
  done: 200,
  failed: 0,
  errors: [],
  change_set_id: null,
  result: null,
  created_at: at(minute),
  created_by: 'me',
  client: null,
  finished_at: at(minute),
  ...more,
})

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)
const all = <T>(...rows: T[]) => ({ rows, hasMore: false })
const some = <T>(...rows: T[]) => ({ rows, hasMore: true })

describe('the history', () => {
  test('is one list of changes and jobs, newest first, with a job joined to its change', () => {
    const entries = mergeHistory(
      all(change('c3', 9, { job_id: 'j1' }), change('c2', 5), change('c1', 1)),
      all(job('j2', 7), job('j1', 8, { change_set_id: 'c3' })),
    )
    expect(ids(entries)).toEqual(['c3', 'j2', 'c2', 'c1'])
    expect(entries[0]?.job?.id).toBe('j1')
    expect(entries[1]).toMatchObject({ kind: 'publish', count: undefined })
  })

  test('ends where one of the two lists has unread pages, and names that list to read next', () => {
    const changes = some(change('c9', 9), change('c5', 5))
    const jobs = some(job('j8', 8), job('j7', 7), job('j6', 6))
    expect(ids(mergeHistory(changes, jobs))).toEqual(['c9', 'j8', 'j7', 'j6'])
    expect(nextToRead(changes, jobs)).toBe('jobs')
    expect(nextToRead(changes, all(...jobs.rows))).toBe('changes')
    expect(ids(mergeHistory(changes, all(...jobs.rows)))).toEqual(['c9', 'j8', 'j7', 'j6', 'c5'])
  })

  test('lists a row that two pages contain only once', () => {
    expect(ids(mergeHistory(all(change('c1', 1), change('c1', 1)), all()))).toEqual(['c1'])
  })
})

describe('a row', () => {
  const words = (changed?: ChangeSet, ran?: Job, undoneBy?: string) => {
    const [entry] = mergeHistory(all(...(changed ? [changed] : [])), all(...(ran ? [ran] : [])))
    return entry && describeState(entry, undoneBy)
  }

  test('shows its state', () => {
    expect(words(change('c', 1))).toBe('Done')
    expect(words(change('c', 1, { failed: 2, undo_of: 'b' }))).toBe('Done, 2 skipped')
    expect(words(change('c', 1, { failed: 1 }))).toBe('Done, 1 failed')
    expect(words(change('c', 1, { undone_by: 'u' }), undefined, 'you')).toBe('Undone by you')
    const waits_for = { id: 'x', title: 'Import a.csv' }
    expect(words(undefined, job('j', 1, { status: 'queued', waits_for }))).toBe(
      'Waiting for “Import a.csv”',
    )
    expect(words(undefined, job('j', 1, { status: 'running', done: 49 }))).toBe('24 % done')
    expect(words(undefined, job('j', 1, { failed: 1_200 }))).toBe('Done, 1,200 failed')
    expect(words(undefined, job('j', 1, { kind: 'changeSets.undo', failed: 2 }))).toBe(
      'Done, 2 skipped',
    )
    const errors = [{ reason: 'The disk is full.' }]
    expect(words(undefined, job('j', 1, { status: 'failed', errors }))).toBe(
      'Failed: The disk is full.',
    )
  })

  test('counts failed objects as processed, and never exceeds 100 %', () => {
    expect(percentOf({ done: 50, failed: 50, total: 200 })).toBe(50)
    expect(percentOf({ done: 300, failed: 0, total: 200 })).toBe(100)
    expect(percentOf({ done: 0, failed: 0, total: 0 })).toBe(0)
  })

  test('offers its change, its undo if it was undone, or its job while that is running', () => {
    expect(factsOf({ change: change('c', 1) })).toMatchObject({ 'jobs.change': 'c' })
    const undone = factsOf({ change: change('c', 1, { undone_by: 'u' }) })
    expect(undone).toMatchObject({ 'jobs.change': undefined, 'jobs.undo': 'u' })
    const going = factsOf({ change: change('c', 1), job: job('j', 1, { status: 'running' }) })
    expect(going).toMatchObject({ 'jobs.change': undefined, 'jobs.running': 'j' })
  })
})

test('the history is filtered by kind, person and state, and an unknown filter matches nothing', () => {
  const entries = mergeHistory(
    all(change('mine', 3), change('theirs', 2, { created_by: 'other', kind: 'delete' })),
    all(job('waiting', 4, { status: 'queued' }), job('stopped', 1, { status: 'cancelled' })),
  )
  const visibleIds = (filter: object) => ids(filterEntries(entries, filter, 'me'))
  expect(visibleIds({})).toHaveLength(4)
  expect(visibleIds({ kind: 'delete' })).toEqual(['theirs'])
  expect(visibleIds({ by: 'other' })).toEqual(['theirs'])
  expect(visibleIds({ by: 'me', state: 'running' })).toEqual(['waiting'])
  expect(visibleIds({ state: 'stopped' })).toEqual(['stopped'])
  for (const input of [{ state: 'unheard of' }, { since: 'ever' }, { object: '1' }, { by: 'x' }]) {
    expect(visibleIds(input)).toEqual([])
  }
})

test('the query for the server holds the valid filters only', () => {
  const id = '0'.repeat(24)
  const today = new Date('2026-11-21T00:00:00')
  const since = (date: string) => new Date(`${date}T00:00:00`).toISOString()
  expect(queryOf({}, id, today)).toEqual({})
  expect(queryOf({ kind: 'publish', by: 'me', state: 'running' }, id, today)).toEqual({
    kind: 'publish',
    created_by: id,
    status: 'running,queued',
  })
  expect(queryOf({ since: 'week', object: id }, id, today)).toEqual({
    since: since('2026-11-15'),
    object_id: id,
  })
  expect(queryOf({ since: 'day' }, id, today)).toEqual({ since: since('2026-11-21') })
  const invalid = { by: 'x', state: 'odd', since: 'ever', object: '1' }
  expect(queryOf(invalid, undefined, today)).toEqual({})
})

test('the author of a change is a person, perhaps via a client or an extension, or the write key', () => {
  const name = (id: string | null) => id ?? 'Someone'
  expect(describeAuthor(entryOf(change('a', 1)), { name })).toBe('me')
  const planned = change('b', 1, { created_by: null })
  expect(describeAuthor(entryOf(planned), { name })).toBe('Someone')
  expect(describeAuthor(entryOf({ ...planned, by_key: true }), { name })).toBe('The write key')
  const assisted = { ...change('c', 2), client: 'Claude' }
  expect(describeAuthor(entryOf(assisted), { name: () => 'Ada' })).toBe('Ada via Claude')
  const proposed = change('c', 1, { extension: 'word-count' })
  expect(describeAuthor(entryOf(proposed), { name })).toBe('me via word-count')
})
