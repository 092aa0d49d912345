import {
  addRelease,
  addToRelease,
  checkRelease,
  deleteRelease,
  getRelease,
  listReleases,
  MAX_RELEASED,
  MAX_RELEASES,
  publishRelease,
  removeFromRelease,
  updateRelease,
} from '@typecase/contract/releases'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { bucketChanged } from '../buckets/bucket-changed.ts'
import { idsInScope } from '../objects/queries/scope.ts'
import { instantIn } from '../objects/changes/object-edit.ts'
import { examineRelease } from './examine.ts'
import { enqueuePublication, registerReleaseJobs } from './publish-job.ts'
import {
  changeRelease,
  endingBy,
  findRelease,
  idsOfRelease,
  insertRelease,
  listReleases as readReleases,
  putInto,
  readReleased,
  removeRelease,
  toPublicRelease,
  type StoredRelease,
  takeOutOf,
} from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 100
/** Maximum number of problems that a check reports. */
const PROBLEMS = 1000

export function routes(app: App): Route[] {
  const { db, clock } = app
  registerReleaseJobs(app)
  return [
    handle(listReleases, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      return {
        releases: (await readReleases(db.read, access, query.object_id)).map(toPublicRelease),
      }
    }),

    handle(getRelease, async ({ principal, query }) => {
      const access = await openBucket(db, principal, query.slug)
      const { limit = PAGE_SIZE, skip = 0 } = query
      const release = await existing(db.read, access, query.release_id)
      const objects = await readReleased(db.read, access, release.id, { limit, skip })
      return { release: toPublicRelease(release), objects, total: release.count, limit, skip }
    }),

    handle(checkRelease, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const release = await existing(db.read, access, query.release_id)
      const { changing, unchanged, problems } = await inTurn(() =>
        examineRelease(app, db.read, access, release, signal),
      )
      return {
        changes: changing.length,
        unchanged,
        problems: problems.slice(0, PROBLEMS),
        problem_count: problems.length,
      }
    }),

    handle(addRelease, async ({ principal, body: { slug, data, ...scope }, commit }) => {
      const access = await openBucket(db, principal, slug, 'objects:publish')
      const hasObjects = scope.object_ids !== undefined || scope.query !== undefined
      const ids = hasObjects ? await idsInScope(app, access, { slug, ...scope }) : []
      return commit(async (write) => {
        if ((await readReleases(write.db, access)).length >= MAX_RELEASES) {
          throw conflict(`There are ${MAX_RELEASES} releases in this bucket. Delete some first.`)
        }
        const { title } = data
        const publish_at = timeOf(data)
        const id = await insertRelease(clock, write.db, access, { title, publish_at })
        const object_ids = await put(write, access, id, ids)
        return answer(write, access, id, object_ids)
      }, access)
    }),

    handle(updateRelease, async ({ principal, body, ifMatch, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:publish')
      return commit(async (write) => {
        const before = await existing(write.db, access, body.release_id)
        const rev = ifMatch ?? body.rev
        if (rev !== undefined && rev !== before.rev) throw stale(toPublicRelease(before))
        const { title = before.title, ...data } = body.data
        const { publish_at: at } = data
        if (at !== undefined) assertOpen(before)
        const publish_at = at === undefined ? before.publish_at : timeOf(data)
        // A new time clears the previous failure.
        const failure = publish_at === null ? before.failure : null
        await changeRelease(clock, write.db, access, before.id, { title, publish_at, failure })
        await assertInOrder(write.db, access, before.id, publish_at)
        const { release } = await answer(write, access, before.id, [])
        return { release }
      }, access)
    }),

    handle(deleteRelease, async ({ principal, query, commit }) => {
      const access = await openBucket(db, principal, query.slug, 'objects:publish')
      return commit(async (write) => {
        const release = await existing(write.db, access, query.release_id)
        assertIdle(release)
        const object_ids = await idsOfRelease(write.db, access, release.id)
        await removeRelease(write.db, access, release.id)
        await bucketChanged(app, write, access)
        return { release: toPublicRelease(release), object_ids }
      }, access)
    }),

    handle(addToRelease, async ({ principal, body: { release_id, ...scope }, commit }) => {
      const access = await openBucket(db, principal, scope.slug, 'objects:publish')
      const ids = await idsInScope(app, access, scope)
      return commit(async (write) => {
        assertOpen(await existing(write.db, access, release_id))
        const object_ids = await put(write, access, release_id, ids)
        return answer(write, access, release_id, object_ids)
      }, access)
    }),

    handle(removeFromRelease, async ({ principal, body: { release_id, ...scope }, commit }) => {
      const access = await openBucket(db, principal, scope.slug, 'objects:publish')
      const ids = await idsInScope(app, access, scope)
      return commit(async (write) => {
        assertOpen(await existing(write.db, access, release_id))
        const object_ids = await takeOutOf(write.db, access, release_id, ids)
        if (object_ids.length > 0) {
          const change = { failure: null, change_set_id: null }
          await changeRelease(clock, write.db, access, release_id, change)
        }
        return answer(write, access, release_id, object_ids)
      }, access)
    }),

    handle(publishRelease, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:publish')
      return commit(async (write) => {
        const release = await existing(write.db, access, body.release_id)
        assertOpen(release)
        if (release.count === 0) throw conflict(`There is nothing in “${release.title}” yet.`)
        return { job: await enqueuePublication(app, write, access, release) }
      }, access)
    }),
  ]

  /** Adds objects to an open release. @returns the objects that were added */
  async function put(write: Write, access: BucketAccess, id: string, ids: readonly string[]) {
    const added = await putInto(write.db, access, id, ids)
    if (added.length === 0) return added
    const change = { failure: null, change_set_id: null }
    await changeRelease(clock, write.db, access, id, change)
    const { count, publish_at } = await existing(write.db, access, id)
    if (count > MAX_RELEASED) {
      const [most, total] = [MAX_RELEASED, count].map((number) => number.toLocaleString('en'))
      throw conflict(`A release holds at most ${most} objects; this one would have ${total}.`)
    }
    await assertInOrder(write.db, access, id, publish_at)
    return added
  }

  async function answer(write: Write, access: BucketAccess, id: string, object_ids: string[]) {
    await bucketChanged(app, write, access)
    return { release: toPublicRelease(await existing(write.db, access, id)), object_ids }
  }

  /** Parses the time of publication. @throws Failure `invalid` for a past time */
  function timeOf({ publish_at }: { publish_at?: number | string | null }): number | null {
    const time = instantIn(publish_at ?? null, 'data.publish_at')
    if (time === null || time > clock.now()) return time
    throw invalid('data.publish_at', 'data.publish_at must be a time to come', 'min')
  }
}

/** Reads a release of the bucket. @throws Failure `not_found` */
async function existing(db: Reader, access: BucketAccess, id: string): Promise<StoredRelease> {
  const release = await findRelease(db, access, id)
  if (!release) throw notFound('Release')
  return release
}

/** Checks that a release is not being published. @throws Failure `conflict` */
function assertIdle({ title, state }: StoredRelease): void {
  if (state === 'publishing')
    throw conflict(`“${title}” is being published. Wait until it is done.`)
}

/** Checks that a release is open. @throws Failure `conflict` if it is published or is being published */
function assertOpen(release: StoredRelease): void {
  assertIdle(release)
  if (release.state !== 'published') return
  throw conflict(`“${release.title}” was published. Undo that first, or make another release.`)
}

/** Checks that no object is unpublished before the release publishes it. @throws Failure `conflict` */
async function assertInOrder(
  db: Reader,
  access: BucketAccess,
  id: string,
  time: number | null,
): Promise<void> {
  const ending = time === null ? undefined : await endingBy(db, access, id, time)
  if (ending === undefined) return
  throw conflict(`“${ending}” will be unpublished before the release goes live.`)
}
