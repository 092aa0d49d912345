import { LRUCache } from 'lru-cache'

import type { Reader } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { wordSlug } from '../../buckets/slug-from-title.ts'
import type { ListSource } from './tables.ts'

/** The scope in which a slug is unique. */
export interface SlugScope {
  type: string
  locale: string | null
}

/** Returns a key for a slug of a type and locale. */
export const slugKey = ({ type, locale }: SlugScope, slug: string): string =>
  JSON.stringify([type, locale ?? '', slug])

/** A slug in a bucket; the locale is empty if there is none. */
interface SlugKey {
  bucketId: string
  type: string
  slug: string
  locale: string
}

const holder = (db: Reader, table: ListSource, { bucketId, type, slug, locale }: SlugKey) =>
  db
    .selectFrom(table)
    .select('id')
    .where('bucket_id', '=', bucketId)
    .where('type', '=', type)
    .where('slug', '=', slug)
    .where((eb) => eb.fn.coalesce('locale', eb.val('')), '=', locale)
    .where('deleted_at', 'is', null)

const holders = prepared((db, key: SlugKey) =>
  holder(db, 'objects', key).unionAll(holder(db, 'published_objects', key)),
)

/**
 * Returns the object that holds a slug, if any, in its newest version or in the public version under a draft with a
 * different slug. Objects in the trash hold none.
 */
export async function slugHolder(
  db: Reader,
  access: BucketAccess,
  scope: SlugScope,
  slug: string,
): Promise<string | undefined> {
  const [first] = await slugHolders(db, access, scope, slug)
  return first
}

/** Returns all holders of a slug: a public version may have the same slug as the newer version of another object. */
export async function slugHolders(
  db: Reader,
  { bucketId }: BucketAccess,
  { type, locale }: SlugScope,
  slug: string,
): Promise<string[]> {
  const rows = await holders(db, { bucketId, type, slug, locale: locale ?? '' })
  return rows.map(({ id }) => id)
}

/**
 * Returns the slug if it is free, or else with the suffix `-2`, `-3`, and so on.
 * @param objectId an object that may already hold the slug
 */
export async function freeSlug(
  db: Reader,
  access: BucketAccess,
  scope: SlugScope,
  preferredSlug: string,
  objectId?: string,
): Promise<string> {
  const isFree = async (slug: string) =>
    (await slugHolders(db, access, scope, slug)).every((holder) => holder === objectId)
  if (await isFree(preferredSlug)) return preferredSlug
  // Doubling, then halving: thousands of objects with one title need a dozen lookups instead of thousands, and even
  // fewer when starting from the last free number.
  const key = [access.bucketId, scope.type, scope.locale, preferredSlug].join(' ')
  const hint = lastFree.get(key)
  let taken = hint !== undefined && !(await isFree(`${preferredSlug}-${hint}`)) ? hint : 1
  let free = taken + 1
  while (!(await isFree(`${preferredSlug}-${free}`))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isFree(`${preferredSlug}-${middle}`)) free = middle
    else taken = middle
  }
  lastFree.set(key, free)
  return `${preferredSlug}-${free}`
}

/** The last free numbers by scope and slug. They are only hints, which may be outdated at any time. */
const lastFree = new LRUCache<string, number>({ max: 1000 })

/** Returns the slug for a title. */
export const slugOfTitle = (title: string): string => wordSlug(title, 'object')
