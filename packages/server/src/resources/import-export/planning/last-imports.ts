import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { FOREIGN_IMPORT } from '../../change-sets/retention.ts'
import {
  type ObjectState,
  parseState,
  publicVersion,
  type StoredObject,
} from '../../objects/model/state.ts'
import { baseAfter, UNKNOWN, valuesOf, type VersionValues } from './field-merge.ts'
import '../../change-sets/tables.ts'
import '../../revisions/tables.ts'

/** The values that the last imports wrote to an object. */
export interface BaseValues {
  status: unknown
  newest: VersionValues
  /** Null if they did not publish the object. */
  public: VersionValues | null
}

const UNKNOWN_VALUES: BaseValues = { status: UNKNOWN, newest: UNKNOWN, public: UNKNOWN }

/** Number of states per query. */
const SOME = 200

/** A change set of an import, followed by the change sets that undid it, undid the undo, and so on. */
type Chain = readonly string[]

interface Item {
  /** Whether all values of the object come from this import. */
  isWhole?: boolean
  change_set_id: string
  object_id: string
  rev_before: number | null
  rev_after: number
  revision_rev: number | null
  before: string | null
}

/**
 * Looks up the values that imports from other systems wrote to objects, from their change sets and revisions.
 * @returns a lookup of these values by id for a page of objects; it leaves out objects without changes since the import
 */
export function lastImports(db: Reader, { bucketId }: BucketAccess) {
  let chains: Promise<readonly Chain[]> | undefined

  /** Reads the imports of the bucket, oldest first. An import whose undo is no longer stored counts as undone. */
  async function readChains(): Promise<Chain[]> {
    const sets = db.selectFrom('change_sets').where('bucket_id', '=', bucketId)
    const imports = await sets
      .select(['id', 'undone_by'])
      .where('kind', '=', FOREIGN_IMPORT)
      .orderBy('version')
      .execute()
    const undoneBy = new Map<string, string | null>()
    let rows: readonly { id: string; undone_by: string | null }[] = imports
    while (rows.length > 0) {
      for (const { id, undone_by } of rows) undoneBy.set(id, undone_by)
      const next = rows.flatMap(({ undone_by: id }) =>
        id !== null && !undoneBy.has(id) ? [id] : [],
      )
      rows =
        next.length === 0
          ? []
          : await sets.select(['id', 'undone_by']).where('id', 'in', next).execute()
    }
    return imports.flatMap(({ id }) => {
      const chain: string[] = []
      for (let one: string | null = id; one !== null; one = undoneBy.get(one) ?? null) {
        if (!undoneBy.has(one)) return []
        chain.push(one)
      }
      return [chain]
    })
  }

  /** Reads the items of imports that are in effect, by object, oldest first. */
  async function itemsOf(ids: readonly string[]): Promise<Map<string, Item[]>> {
    const all = await (chains ??= readChains())
    if (all.length === 0) return new Map()
    const rows = await db
      .selectFrom('change_set_items')
      .select(['change_set_id', 'object_id', 'rev_before', 'rev_after', 'revision_rev', 'before'])
      .where('bucket_id', '=', bucketId)
      .where('change_set_id', 'in', all.flat())
      .where('object_id', 'in', ids)
      .execute()
    const items = new Map<string, Item[]>()
    for (const [id, ofObject] of Map.groupBy(rows, (row) => row.object_id)) {
      const bySet = new Map(ofObject.map((item) => [item.change_set_id, item]))
      const effective = all.flatMap((chain) => {
        // Undoing an import skips objects that have changed since.
        const end = chain.findIndex((set) => !bySet.has(set))
        const isInEffect = (end === -1 ? chain.length : end) % 2 === 1
        return isInEffect ? (bySet.get(chain[0] ?? '') ?? []) : []
      })
      items.set(id, effective)
    }
    return items
  }

  return async (
    objects: ReadonlyMap<string, StoredObject>,
  ): Promise<ReadonlyMap<string, BaseValues>> => {
    const values = new Map<string, BaseValues>()
    const candidates = [...objects.values()].filter(({ rev }) => rev > 1)
    if (candidates.length === 0) return values
    const items = await itemsOf(candidates.map(({ id }) => id))
    const comparisons = new Map<StoredObject, Item[]>()
    for (const object of candidates) {
      const effective = withoutEarlier(items.get(object.id) ?? [])
      const last = effective.at(-1)
      if (last) {
        const isAsImported = last.isWhole && last.rev_after === object.state_rev
        if (!isAsImported) comparisons.set(object, effective)
      } else if (object.state.deleted_at === null) values.set(object.id, UNKNOWN_VALUES)
    }
    const states = await readStates(db, bucketId, comparisons)
    for (const [object, effective] of comparisons)
      values.set(
        object.id,
        foldItems(effective, (rev) => states.get(keyOf(object.id, rev))),
      )
    return values
  }
}

/** Drops the items before an import that created the object, or that directly followed one which did. */
function withoutEarlier(items: readonly Item[]): Item[] {
  let rest: Item[] = []
  for (const item of items) {
    const last = rest.at(-1)
    const isWhole =
      item.rev_before === null || (last?.isWhole && last.rev_after === item.rev_before)
    if (isWhole) rest = [{ ...item, isWhole }]
    else rest.push(item)
  }
  return rest
}

const keyOf = (id: string, rev: number): string => `${id} ${rev}`

/** Reads the stored states before and after some items, by `keyOf`. */
async function readStates(
  db: Reader,
  bucketId: string,
  comparisons: ReadonlyMap<StoredObject, readonly Item[]>,
): Promise<ReadonlyMap<string, ObjectState>> {
  const states = new Map<string, ObjectState>()
  const keys: { id: string; rev: number }[] = []
  for (const [{ id }, items] of comparisons)
    for (const { rev_after, revision_rev, isWhole } of items)
      for (const rev of isWhole ? [rev_after] : [rev_after, revision_rev])
        if (rev !== null) keys.push({ id, rev })
  for (let at = 0; at < keys.length; at += SOME) {
    const rows = await db
      .selectFrom('revisions')
      .select(['object_id', 'rev', 'state'])
      .where('bucket_id', '=', bucketId)
      .where((eb) =>
        eb.or(
          keys
            .slice(at, at + SOME)
            .map(({ id, rev }) => eb.and([eb('object_id', '=', id), eb('rev', '=', rev)])),
        ),
      )
      .execute()
    for (const { object_id, rev, state } of rows)
      states.set(keyOf(object_id, rev), parseState(state))
  }
  const last = await newestRevisions(
    db,
    bucketId,
    [...comparisons.keys()].map(({ id }) => id),
  )
  for (const [{ id, state }, items] of comparisons)
    for (const { rev_after: rev } of items)
      // Without a later revision the current values are those of the import: the object may only have been trashed.
      if ((last.get(id) ?? 0) < rev) states.set(keyOf(id, rev), state)
  return states
}

async function newestRevisions(
  db: Reader,
  bucketId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('revisions')
    .select((eb) => ['object_id', eb.fn.max('rev').as('rev')])
    .where('bucket_id', '=', bucketId)
    .where('object_id', 'in', ids)
    .groupBy('object_id')
    .execute()
  return new Map(rows.map(({ object_id, rev }) => [object_id, rev]))
}

/** Returns the values that a series of imports wrote to an object. Each import left earlier local changes alone. */
function foldItems(
  items: readonly Item[],
  stateAt: (rev: number) => ObjectState | undefined,
): BaseValues {
  let base = UNKNOWN_VALUES
  for (const [index, item] of items.entries()) {
    const after = stateAt(item.rev_after)
    const before = item.before === null ? stateAt(item.revision_rev ?? 0) : parseState(item.before)
    // An import that restores an object from the trash takes all values of the file.
    const isWhole = item.isWhole || (index === 0 && before && before.deleted_at !== null)
    if (!after || !(isWhole || before)) return UNKNOWN_VALUES
    base = isWhole || !before ? valuesIn(after) : valuesAfter(base, before, after)
  }
  return base
}

function valuesIn(state: ObjectState): BaseValues {
  const version = publicVersion(state)
  return { status: state.status, newest: valuesOf(state), public: version && valuesOf(version) }
}

function valuesAfter(base: BaseValues, before: ObjectState, after: ObjectState): BaseValues {
  const [from, to] = [publicVersion(before), publicVersion(after)]
  return {
    status: before.status === after.status ? base.status : after.status,
    newest: baseAfter(base.newest, before, after),
    public: to && (from && base.public ? baseAfter(base.public, from, to) : valuesOf(to)),
  }
}
