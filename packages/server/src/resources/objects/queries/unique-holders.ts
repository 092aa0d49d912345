import { and, compare, type In, or, type Query } from '@typecase/content-query/ast'
import type { Path } from '@typecase/content-query/fields'
import type { Metafield } from '@typecase/contract/metafields'

import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { type Finding, objectIndex } from './find-objects.ts'
import {
  claimOf,
  type FindHolders,
  type HeldValue,
  heldValues,
  type Holder,
  isUnique,
} from '../model/values/unique-values.ts'
import { readObjects } from '../store/store.ts'
import { allTypeModels } from '../store/type-models.ts'
import type { TypeModel } from '../model/type-model.ts'

const SOURCES = ['newest', 'published'] as const
const LOCALE: Path = ['locale']
const pathOf = ({ key }: Metafield): Path => ['metadata', key]

/**
 * Maximum number of checked objects with the same value. More of them can only exist if they had the value before its
 * field became unique.
 */
const MAX_ALIKE = 1000
/** Number of objects read at once. */
const SOME = 500

/**
 * Creates a function that finds the holders of unique values as seen by `db`. The indexes reflect the last commit;
 * objects written since, by this write or by others in the same commit, are checked one by one.
 */
export const findHoldersIn =
  (finding: Finding, db: Reader, access: BucketAccess): FindHolders =>
  async (model, claimed) => {
    const claims = new Set(claimed.map(claimOf))
    const { ids, version } = await candidates(finding, access, model, claimed, claims)
    for (const id of await writtenSince(db, access, version)) ids.add(id)
    const fields = fieldsOf(claimed)
    const all = [...ids]
    const holders = new Map<string, Holder[]>()
    for (let at = 0; at < all.length; at += SOME) {
      // A large release has thousands of objects: let other requests run.
      if (at > 0) await new Promise(setImmediate)
      const objects = await readObjects(db, access, all.slice(at, at + SOME))
      for (const { id, type, state } of objects.values()) {
        if (type !== model.slug) continue
        for (const [claim, { isPublic }] of heldValues(fields, state)) {
          if (!claims.has(claim)) continue
          const others = holders.get(claim) ?? []
          others.push({ id, title: state.title, isPublic })
          holders.set(claim, others)
        }
      }
    }
    return holders
  }

/**
 * Loads the columns of unique fields. Call it before a write begins, because all other writers would wait for the load
 * within it.
 * @param models the types of the written objects; by default all types of the bucket
 */
export async function loadUniqueValues(
  finding: Finding,
  access: BucketAccess,
  models?: readonly TypeModel[],
): Promise<void> {
  const types = models ?? (await allTypeModels(finding.db.read, access))
  const paths = types.flatMap(({ fields }) => fields.filter(isUnique).map(pathOf))
  if (paths.length === 0) return
  for (const source of SOURCES) {
    await objectIndex(finding, access, source).match(or([]), { values: [LOCALE, ...paths] })
  }
}

/** Finds objects that hold a value according to the indexes, and the version that the indexes reflect. */
async function candidates(
  finding: Finding,
  access: BucketAccess,
  { slug }: TypeModel,
  claimed: readonly HeldValue[],
  claims: ReadonlySet<string>,
): Promise<{ ids: Set<string>; version: number }> {
  const fields = fieldsOf(claimed)
  // The most selective condition comes first.
  const query: Query = and([
    or(fields.map((field) => hasOneOf(field, claimed))),
    compare(['type'], 'eq', slug),
  ])
  const ids = new Set<string>()
  const alike = new Map<string, number>()
  let version = Infinity
  for (const source of SOURCES) {
    const values = [LOCALE, ...fields.map(pathOf)]
    const matched = await objectIndex(finding, access, source).match(query, { values })
    version = Math.min(version, matched.version)
    for (const row of matched.rows.toRows()) {
      const locale = String(matched.index.valuesAt(LOCALE, row)[0] ?? '')
      for (const field of fields) {
        for (const value of matched.index.valuesAt(pathOf(field), row)) {
          if (typeof value !== 'string' && typeof value !== 'number') continue
          const claim = claimOf({ field, locale, value })
          if (!claims.has(claim)) continue
          const count = (alike.get(claim) ?? 0) + 1
          alike.set(claim, count)
          if (count <= MAX_ALIKE) ids.add(matched.index.idOf(row))
        }
      }
    }
  }
  return { ids, version }
}

const fieldsOf = (claims: readonly HeldValue[]) => [...new Set(claims.map(({ field }) => field))]

const hasOneOf = (field: Metafield, claims: readonly HeldValue[]): In => ({
  kind: 'in',
  path: pathOf(field),
  values: claims.filter((one) => one.field === field).map(({ value }) => value),
})

/** Returns the objects written after a version of the bucket. */
async function writtenSince(
  db: Reader,
  { bucketId }: BucketAccess,
  version: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('objects')
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('version', '>', version)
    .execute()
  return rows.map(({ id }) => id)
}
