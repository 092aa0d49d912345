import type { Reader } from '../../../database/database.ts'
import { conflict } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { slugHolder } from './slugs.ts'
import { newestVersion, saveAsDraft, type Stamp, type StoredObject } from '../model/state.ts'
import { versionsOf } from './store.ts'
import type { ChangedObject } from './write-objects.ts'

/**
 * Returns changes for the other locales of an object whose slug changes: they take the new slug, as drafts where they
 * are public, so that the versions stay together.
 * @throws Failure `conflict` if another object has the slug in one of their locales
 */
export async function versionsWithSlug(
  db: Reader,
  access: BucketAccess,
  { id, type, state }: StoredObject,
  slug: string,
  stamp: Stamp,
): Promise<ChangedObject[]> {
  if (slug === state.slug) return []
  const changes: ChangedObject[] = []
  for (const version of await versionsOf(db, access, { type, state })) {
    const { locale } = version.state
    // An earlier step may have put the object into a different locale than its row has.
    if (version.id === id || locale === state.locale) continue
    const holder = await slugHolder(db, access, { type, locale }, slug)
    if (holder !== undefined && holder !== version.id) {
      const where = locale === null ? 'without a locale' : `in ${locale}`
      const message = `data.slug must be unique: another object of this type has the slug “${slug}” ${where}, where this one has a version`
      throw conflict(message, [{ path: 'data.slug', message, rule: 'unique' }])
    }
    const next = { ...newestVersion(version.state), slug }
    changes.push({ before: version, after: saveAsDraft(version.state, next, stamp) })
  }
  return changes
}
