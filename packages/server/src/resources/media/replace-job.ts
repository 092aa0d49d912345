import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'

import type { App } from '../../app.ts'
import { readJobParams } from '../../jobs/job-params.ts'
import { enqueueOverIds, type Outcome, registerOverIds, runOverIds } from '../../jobs/over-ids.ts'
import type { JobContext } from '../../jobs/runner.ts'
import type { Write } from '../../database/write-queue.ts'
import type { Commit } from '../../http/handle.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { keepFailures } from '../change-sets/failures.ts'
import type { Reason } from '../change-sets/store.ts'
import { AT_ONCE } from '../objects/bulk/job.ts'
import { replaceKind } from '../objects/replace/replace-kind.ts'
import {
  type MediaSearch,
  type MediaSearched,
  prepareSearch,
  replaceInTexts,
} from './media-search.ts'
import { readMedia } from './store.ts'
import { type MediaChange, writeTexts } from './write-texts.ts'

/** That of change sets; the part after the dot of jobs. */
const KIND = 'searchAndReplace'
const JOB = `media.${KIND}`

/** Why an id of a call leads to nothing: another bucket's media look the same. */
export const MISSING = 'There is no such media any more.'

export function registerReplaceJob(app: App): void {
  registerOverIds(app, JOB, runReplace)
}

/** Replaces in these media: at once while they are few, else by a job. */
export async function replaceInIds(
  app: App,
  access: BucketAccess,
  params: MediaSearched,
  ids: readonly string[],
  commit: Commit,
): Promise<SearchAndReplaceResult> {
  if (ids.length > AT_ONCE) {
    const job = { kind: JOB, title: titleOf(params, ids.length), payload: null }
    const enqueue = async (write: Write) => ({
      job: await enqueueOverIds(app, write, access, job, ids, params),
    })
    return commit(enqueue, { status: 202 })
  }
  const prepared = prepareSearch(params)
  return commit(async (write) => {
    const media = ids.length === 1 ? await readMedia(write.db, access, ids) : new Map()
    const [only] = media.values()
    const title = titleOf(params, ids.length, only?.label)
    const reason = { kind: KIND, title, ...(ids.length > 1 && { titleOf: titleBy(params) }) }
    const outcome = await replaceSome(app, write, access, prepared, ids, reason)
    const { matched, modified, failed, changeSetId } = outcome
    await keepFailures(write.db, access, changeSetId, failed)
    const unchanged = ids.length - modified - failed.length
    return { matched, modified, unchanged, failed, change_set_id: changeSetId }
  })
}

type Failed = NonNullable<SearchAndReplaceResult['failed']>

/** Replaces in some media, within one write. */
async function replaceSome(
  app: Pick<App, 'clock' | 'events'>,
  write: Write,
  access: BucketAccess,
  prepared: MediaSearch,
  ids: readonly string[],
  reason: Reason,
): Promise<Outcome & { failed: Failed }> {
  const media = await readMedia(write.db, access, ids)
  const failed: Failed = []
  const changes: MediaChange[] = []
  let matched = 0
  for (const id of ids) {
    const before = media.get(id)
    if (!before || before.isDeleted) {
      failed.push({ object_id: id, title: '', reason: MISSING })
      continue
    }
    matched += 1
    const made = replaceInTexts(before, prepared)
    if (!made) continue
    if ('reason' in made) failed.push({ object_id: id, title: before.label, reason: made.reason })
    else changes.push({ before, texts: made })
  }
  const { changeSetId, written } = await writeTexts(app, write, access, changes, reason)
  return { matched, modified: written, failed, changeSetId }
}

async function runReplace(context: JobContext): Promise<void> {
  const { app, access, job } = context
  // What `replaceInIds` stored.
  const params = (await readJobParams(app.db.read, job.id)) as MediaSearched
  const prepared = prepareSearch(params)
  await runOverIds(context, KIND, titleBy(params), (write, ids, reason) =>
    replaceSome(app, write, access, prepared, ids, reason),
  )
}

const titleBy = (params: MediaSearched) => (count: number) => titleOf(params, count)

function titleOf(params: MediaSearched, count: number, only?: string): string {
  const words = only === undefined ? `${count.toLocaleString('en')} media` : `“${only}”`
  return replaceKind.title(params, words)
}
