import type { LocaleVersion } from '@typecase/contract/locales'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { ObjectState, StoredObject } from '../objects/model/state.ts'
import { revisionsBefore } from '../revisions/store.ts'
import { recordOf, valueIn } from './compared-fields.ts'

/** Revisions that are read at once, and at most. */
const PAGE = 20
const MAX_REVISIONS = 1000

/** The state of an object from a time on. */
interface Former {
  at: string
  by: string | null
  record: StoredRecord
}

/** The states of an object, newest first, read as far back as someone asks. */
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
 * The fields of a version whose source is another one than when they were translated: when they got the value that they
 * have, or when someone said last that they are right.
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
    const made = await madeAt(past, field)
    const checked = checks.get(field) ?? ''
    const translated = checked > made ? checked : made
    if (!newest || newest.at <= translated) continue
    const change = await firstChangeAfter(source, field, translated)
    if (change) stale.push({ field, ...change })
  }
  return stale
}

const textAt = ({ record }: Former, field: string) => JSON.stringify(valueIn(record, field) ?? null)

/** When a field got the value that it has. */
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

/** The first change of a field after a time; undefined if it is the same. */
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
