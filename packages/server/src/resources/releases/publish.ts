import { Failure } from '../../http/failure.ts'
import type { App } from '../../app.ts'
import type { FailedItem } from '../../bulk/failures.ts'
import type { Write } from '../../database/write-queue.ts'
import { someOf } from '../../jobs/pace.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { bucketChanged, withoutVersions } from '../buckets/bucket-changed.ts'
import { formatObjectCount } from '../objects/changes/bulk/change-objects.ts'
import type { Watching, WrittenAtOnce } from '../object-types/migrate/write-migration.ts'
import { newestVersion, publishState } from '../objects/model/state.ts'
import { readObjects } from '../objects/store/store.ts'
import { openBatch } from '../objects/store/write-objects.ts'
import { examineRelease } from './examine.ts'
import { changeRelease, type StoredRelease } from './store.ts'

/** A refused publication, with the reason for each object that blocks it. */
export class ReleaseRefused extends Failure {
  readonly problems: readonly FailedItem[]

  constructor({ count }: StoredRelease, problems: readonly FailedItem[]) {
    const [first] = problems
    const all = formatObjectCount(count)
    const some =
      problems.length === count ? all : `${problems.length.toLocaleString('en')} of ${all}`
    const words = first ? ` “${first.title}”: ${first.reason}` : ''
    super('conflict', `Nothing was published: ${some} cannot be.${words}`)
    this.problems = problems
  }
}

/** Initial estimate of the time per object, ms. */
const MS_EACH = 0.3

export const publicationTitle = ({ title }: Pick<StoredRelease, 'title'>) =>
  `Publish release “${title}”`

/**
 * Publishes all objects of a release within a long write, so that readers see all of it after the commit and nothing
 * before. One change set records it.
 * @throws ReleaseRefused if an object cannot be published
 */
export async function publishAll(
  app: App,
  write: Write,
  access: BucketAccess,
  release: StoredRelease,
  jobId: string,
  { signal, onPage }: Watching,
): Promise<WrittenAtOnce> {
  const { db, pause } = write
  const looked = await examineRelease(app, db, access, release, signal, pause)
  const { changing, unchanged, problems } = looked
  if (problems.length > 0) throw new ReleaseRefused(release, problems)
  const stamp = { now: app.clock.iso(), userId: access.userId }
  const reason = { kind: 'publish', title: publicationTitle(release), jobId }
  // The new version is announced once, at the end.
  const quiet = withoutVersions(app)
  let changeSetId: string | null = null
  let modified = 0
  for await (const some of someOf(changing, signal, MS_EACH)) {
    const objects = await readObjects(db, access, some)
    const batch = openBatch(quiet, write, access, { ...reason, changeSetId })
    for (const id of some) {
      const before = objects.get(id)
      if (!before) continue
      const { state } = before
      await batch.put({ before, after: publishState(state, newestVersion(state), stamp) })
    }
    const result = await batch.close()
    changeSetId = result.changeSetId ?? changeSetId
    modified += result.objects.length
    onPage?.(modified)
    await pause()
  }
  await changeRelease(app.clock, db, access, release.id, {
    published_at: stamp.now,
    publish_at: null,
    failure: null,
    job_id: null,
    change_set_id: changeSetId,
  })
  await bucketChanged(app, write, access)
  return { changeSetId, matched: modified + unchanged, modified, failed: [] }
}
