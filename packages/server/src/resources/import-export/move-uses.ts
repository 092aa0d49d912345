import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import type { Reason } from '../change-sets/store.ts'
import { usesOfMedia } from '../media/media-uses.ts'
import { readObjects } from '../objects/store/store.ts'
import {
  type ChangedObject,
  type CheckedServices,
  writeObjects,
} from '../objects/store/write-objects.ts'
import { addressOf } from './fetch-media.ts'
import { lastPart } from './formats/media-list.ts'
import { withoutSize } from './formats/wordpress/addresses.ts'
import { createMediaMover, type MovedMedia, type MediaAddress, urlOf } from './moved-media.ts'

/** Objects per chunk. */
const CHUNK = 100

/**
 * Updates the names and addresses of moved media in the objects that use them, in both versions.
 * @param reason includes the change set that each of the objects joins once
 * @param others ids of further objects that may use the media, such as those in the trash
 * @returns ids of the changed objects, and how many of them joined the change set
 */
export async function moveUses(
  services: CheckedServices & Pick<App, 'settings'>,
  write: Write,
  access: BucketAccess,
  moved: readonly MovedMedia[],
  reason: Reason & { changeSetId: string },
  others: readonly string[] = [],
): Promise<{ ids: ReadonlySet<string>; joined: number }> {
  const changed = new Set<string>()
  let joined = 0
  if (moved.length === 0) return { ids: changed, joined }
  const base = `${services.settings.PUBLIC_URL}/media`
  const uses = await usesOfMedia(services, access)
  const names = namesOf(moved, uses.names())
  const ids = [...new Set([...names.flatMap((name) => [...uses.of(name)]), ...others])]
  const move = createMediaMover(moved, base, await lookAlikes(write.db, access, names, moved))
  const stamp = { now: services.clock.iso(), userId: access.userId }
  const { changeSetId } = reason
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK)
    const members = await membersOf(write.db, access, changeSetId, some)
    const first: ChangedObject[] = []
    const again: ChangedObject[] = []
    for (const before of (await readObjects(write.db, access, some, 'any')).values()) {
      const after = move(before.state, stamp)
      if (!after) continue
      changed.add(before.id)
      ;(members.has(before.id) ? again : first).push({ before, after })
    }
    await writeObjects(services, write, access, first, reason)
    await writeObjects(services, write, access, again, {
      ...reason,
      changeSetId: null,
      amends: changeSetId,
    })
    joined += first.length
    await write.pause()
  }
  return { ids: changed, joined }
}

/** Returns the names by which objects use media: the media's names, and the last parts of addresses. */
function namesOf(moved: readonly MovedMedia[], all: Iterable<string>): string[] {
  const places = moved.flatMap(({ from, to }) => [from, to])
  const pictures = new Set(places.flatMap(pictureOf))
  const inTexts = [...all].filter((name) => pictures.has(withoutSize(name)))
  return [...new Set([...places.map(({ name }) => name), ...inTexts])]
}

/** Returns the last part of an address on another server, which is the same for all sizes of a picture. */
const pictureOf = ({ name, location }: MediaAddress): string[] =>
  location === null ? [] : [withoutSize(lastPart(addressOf({ name, location })))]

/** Finds addresses of media on other servers that look like smaller versions of the moved media. */
async function lookAlikes(
  db: Reader,
  { bucketId }: BucketAccess,
  names: readonly string[],
  moved: readonly MovedMedia[],
): Promise<string[]> {
  const urls = moved.flatMap(({ from }) =>
    pictureOf(from).flatMap((picture) =>
      names
        .filter((name) => withoutSize(name) === picture)
        .map((name) => new URL(encodeURIComponent(name), urlOf(from)).href),
    ),
  )
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select(['name', 'location'])
    .where('bucket_id', '=', bucketId)
    .where('location', 'is not', null)
    // If two files of a site have the same name, one has its whole URL and a `#` as its location.
    .where((eb) =>
      eb.or([
        eb('name', 'in', names),
        eb(
          'location',
          'in',
          urls.map((url) => `${url}#`),
        ),
      ]),
    )
    .execute()
  return rows.map((address) => urlOf(address))
}

/** Returns those of the given objects that a change set has already changed. */
async function membersOf(
  db: Reader,
  { bucketId }: BucketAccess,
  changeSetId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('change_set_items')
    .select('object_id')
    .where('bucket_id', '=', bucketId)
    .where('change_set_id', '=', changeSetId)
    .where('object_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ object_id }) => object_id))
}
