import type { LocaleVersion } from '@typecase/contract/locales'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ObjectState, StoredObject } from '../objects/model/state.ts'
import { revisionsBefore } from '../revisions/store.ts'
import { recordOf, valueIn } from './compared-fields.ts'

/** Number of revisions per read, and the maximum number that are read in total. */
const PAGE = 20
const MAX_REVISIONS = 1000

/** A state of an object and the time since which it was in place. */
interface Former {
  at: string
  by: string | null
  record: StoredRecord
}

/** The states of an object, newest first. Revisions are read only as far back as needed. */
export class ObjectPast {
  readonly #states: Former[]
  readonly #read: (rev: number) => ReturnType<typeof revisionsBefore>
  #rev: number
  #isWhole = false

  constructor(db: Reader, access: BucketAccess, { id, rev, state }: StoredObject) {
    this.#states = [former(state)]
    this.#rev = rev
    this.#read = (before) => revisionsBefore(db, access, id, before, PAGE)
  }

  async at(index: number): Promise<Former | undefined> {
    while (!this.#isWhole && index >= this.#states.length) {
      const revisions = await this.#read(this.#rev)
      this.#states.push(...revisions.map(({ state }) => former(state)))
      this.#rev = revisions.at(-1)?.rev ?? 0
      this.#isWhole = revisions.length < PAGE || this.#states.length >= MAX_REVISIONS
    }
    return this.#states[index]
  }
}

const former = (state: ObjectState): Former => ({
  at: state.modified_at,
  by: state.modified_by,
  record: recordOf(state),
})

/**
 * Finds the fields of a version whose source has changed since they were translated. A field counts as translated when
 * it got its current value, or when someone last confirmed it.
 * @param source the states of the version that is translated from
 */
export async function staleFields(
  paths: readonly string[],
  past: ObjectPast,
  source: ObjectPast,
  checks: ReadonlyMap<string, string>,
): Promise<LocaleVersion['stale']> {
  const stale: LocaleVersion['stale'] = []
  const newest = await source.at(0)
  for (const field of paths) {
    const madeAtTime = await madeAt(past, field)
    const checked = checks.get(field) ?? ''
    const translated = checked > madeAtTime ? checked : madeAtTime
    if (!newest || newest.at <= translated) continue
    const change = await firstChangeAfter(source, field, translated)
    if (change) stale.push({ field, ...change })
  }
  return stale
}

const textAt = ({ record }: Former, field: string) => JSON.stringify(valueIn(record, field) ?? null)

/** Returns the time when a field got its current value. */
async function madeAt(past: ObjectPast, field: string): Promise<string> {
  const newest = await past.at(0)
  if (!newest) return ''
  const text = textAt(newest, field)
  let { at } = newest
  for (let index = 1; ; index += 1) {
    const state = await past.at(index)
    if (!state || textAt(state, field) !== text) return at
    at = state.at
  }
}

/** Finds the first change of a field after a time; undefined if its value is the same as at that time. */
async function firstChangeAfter(past: ObjectPast, field: string, time: string) {
  const later: Former[] = []
  let was: Former | undefined
  for (let index = 0; ; index += 1) {
    const state = await past.at(index)
    if (!state) break
    was = state
    if (state.at <= time) break
    later.push(state)
  }
  const [now] = later
  if (!was || !now) return undefined
  const text = textAt(was, field)
  if (textAt(now, field) === text) return undefined
  const first = later.findLast((state) => textAt(state, field) !== text) ?? now
  return { since: first.at, by: first.by, was: valueIn(was.record, field) ?? null }
}
