import { objectTitles } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { Api, BucketEvents, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { clear, del, get, set } from 'idb-keyval'

import { applyTitles, type TitleData } from './title-data.ts'
import { createTitleSearch, type TitleSearch } from './title-search.ts'

/** The titles of one bucket, ready to be searched. */
export interface TitleIndex {
  readonly data: TitleData
  readonly search: TitleSearch['search']
}

/** Milliseconds after which a bucket that sends no events is asked whether anything changed. */
const ASK_AFTER = 15_000

interface Entry {
  index: TitleIndex | undefined
  syncing: Promise<void> | undefined
  isStale: boolean
  syncedAt: number
  stop: () => void
}

let open: { readonly key: string; readonly entry: Entry } | undefined

/**
 * The index of a bucket: at once when it is in memory, from this browser's storage, or from the server. What
 * changed since is read in the background and is there for the next search.
 * @throws ApiError when there is no index yet and the server cannot be asked
 */
export async function titleIndex(services: Services, bucketSlug: string): Promise<TitleIndex> {
  const user = services.get(Session).getSnapshot().data?.id ?? ''
  // Another person at this browser may not see what this one could.
  const key = `objects.titles/${user}/${bucketSlug}`
  const entry = entryOf(services, key, bucketSlug)
  if (!entry.index) {
    const kept = await stored(key)
    if (kept) entry.index ??= indexOf(kept)
  }
  const isOld = entry.isStale || Date.now() - entry.syncedAt > ASK_AFTER
  if (isOld || !entry.index) {
    entry.syncing ??= sync(services, key, bucketSlug, entry).finally(
      () => (entry.syncing = undefined),
    )
  }
  if (entry.index) {
    // A failure is of no interest while there is something to search; the next search tries again.
    entry.syncing?.catch(() => undefined)
    return entry.index
  }
  await entry.syncing
  if (!entry.index) throw new Error('The titles did not arrive.')
  return entry.index
}

/**
 * The index with what is being read from the server right now: for what the one at hand does not hold, such as an
 * object made a moment ago.
 */
export async function newestTitleIndex(services: Services, slug: string): Promise<TitleIndex> {
  const index = await titleIndex(services, slug)
  try {
    await open?.entry.syncing
  } catch {
    // Then the one at hand is the newest there is.
    return index
  }
  return titleIndex(services, slug)
}

/** Removes all titles from this browser: the account has left it. */
export async function forgetTitles(): Promise<void> {
  open?.entry.stop()
  open = undefined
  try {
    await clear()
  } catch {
    // Nothing was stored then, either.
  }
}

function entryOf(services: Services, key: string, bucketSlug: string): Entry {
  if (open?.key === key) return open.entry
  open?.entry.stop()
  const entry: Entry = {
    index: undefined,
    syncing: undefined,
    isStale: true,
    syncedAt: 0,
    stop: services.has(BucketEvents)
      ? services.get(BucketEvents).subscribe(bucketSlug, (event) => {
          if (event.kind === 'version' && event.version !== entry.index?.data.version) {
            entry.isStale = true
          }
        })
      : () => undefined,
  }
  open = { key, entry }
  return entry
}

async function sync(services: Services, key: string, slug: string, entry: Entry): Promise<void> {
  entry.isStale = false
  const since = entry.index?.data.version
  try {
    const answer = await services
      .get(Api)
      .call(objectTitles, { query: { slug, ...(since !== undefined && { since }) } })
    entry.syncedAt = Date.now()
    await breathe()
    const before = entry.index?.data
    const data = applyTitles(before, answer)
    const isSame = before !== undefined && before.titles === data.titles
    entry.index = isSame && entry.index ? { ...entry.index, data } : indexOf(data)
    await breathe()
    // The account may have left meanwhile.
    if (open?.entry === entry) await keep(key, data)
  } catch (error) {
    entry.isStale = true
    if (isApiError(error, 'forbidden', 'not_found', 'unauthenticated')) {
      entry.index = undefined
      await forget(key)
    }
    throw error
  }
}

/**
 * Lets a key press in between: reading 70,000 titles, indexing them and handing them to the browser's storage each
 * take as long as a frame or two.
 */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

function indexOf(data: TitleData): TitleIndex {
  return { data, search: createTitleSearch(data.titles).search }
}

/** Storage can be full, blocked or of an older version: then the server is asked for everything. */
async function stored(key: string): Promise<TitleData | undefined> {
  try {
    return await get<TitleData>(key)
  } catch {
    return undefined
  }
}

async function keep(key: string, data: TitleData): Promise<void> {
  try {
    await set(key, data)
  } catch {
    // Only the next start is slower.
  }
}

async function forget(key: string): Promise<void> {
  try {
    await del(key)
  } catch {
    // Nothing was stored then, either.
  }
}
