import { WordIndex } from '@typecase/content-query/word-index'
import { objectTitles, type ObjectTitles } from '@typecase/contract/objects'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { readBucket } from '@typecase/content/bucket'
import { Api, BucketEvents, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { clear, del, get, set } from 'idb-keyval'

import { applyTitles, fits, subtitleTexts, type TitleData } from './title-data.ts'

/** The titles of one bucket, ready to search. */
export interface TitleIndex {
  readonly data: TitleData
  /** Display texts, parallel to `data.subtitles`. */
  readonly subtitles: readonly string[]
  readonly words: WordIndex
}

/** How long until a bucket that sends no events is asked for changes, in ms. */
const ASK_AFTER = 15_000

/** How long indexing may run without a pause, in ms: it fits into a frame. */
const AT_ONCE = 5

interface Entry {
  index: TitleIndex | undefined
  /** Reads the index from this browser's storage. */
  loading: Promise<void> | undefined
  syncing: Promise<void> | undefined
  isStale: boolean
  syncedAt: number
  stop: () => void
}

let open: { readonly key: string; readonly entry: Entry } | undefined

/**
 * Returns the index of a bucket from memory, from this browser's storage, or from the server. Later changes are read in
 * the background, for the next search.
 * @throws ApiError if there is no index yet and the server cannot be asked
 */
export async function titleIndex(services: Services, bucketSlug: string): Promise<TitleIndex> {
  const user = services.get(Session).getSnapshot().data?.id ?? ''
  // Another user of this browser must not see these titles.
  const key = `objects.titles/${user}/${bucketSlug}`
  const entry = entryOf(services, key, bucketSlug)
  if (!entry.index) await (entry.loading ??= load(services, key, bucketSlug, entry))
  const isOld = entry.isStale || Date.now() - entry.syncedAt > ASK_AFTER
  if (isOld || !entry.index) {
    entry.syncing ??= sync(services, key, bucketSlug, entry).finally(
      () => (entry.syncing = undefined),
    )
  }
  if (entry.index) {
    // A failure does not matter while there is an index to search; the next search tries again.
    entry.syncing?.catch(() => undefined)
    return entry.index
  }
  await entry.syncing
  if (!entry.index) throw new Error('The titles could not be loaded.')
  return entry.index
}

/**
 * Returns the index after the sync in progress, if any: for entries that the current index lacks, such as an object
 * created a moment ago.
 */
export async function newestTitleIndex(services: Services, slug: string): Promise<TitleIndex> {
  const index = await titleIndex(services, slug)
  try {
    await open?.entry.syncing
  } catch {
    // The current index is the newest one available.
    return index
  }
  return titleIndex(services, slug)
}

/** Deletes all titles from this browser when an account leaves it. */
export async function forgetTitles(): Promise<void> {
  open?.entry.stop()
  open = undefined
  try {
    await clear()
  } catch {
    // Without working storage, nothing was stored either.
  }
}

function entryOf(services: Services, key: string, bucketSlug: string): Entry {
  if (open?.key === key) return open.entry
  open?.entry.stop()
  const entry: Entry = {
    index: undefined,
    loading: undefined,
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

async function load(services: Services, key: string, slug: string, entry: Entry): Promise<void> {
  const storedData = await readStored(key)
  if (storedData) entry.index = await indexOf(services, slug, storedData)
}

async function sync(services: Services, key: string, slug: string, entry: Entry): Promise<void> {
  entry.isStale = false
  const before = entry.index?.data
  const read = (since?: number): Promise<ObjectTitles> =>
    services.get(Api).call(objectTitles, { query: { slug, ...(since !== undefined && { since }) } })
  try {
    let answer = await read(before?.version)
    if (before && !fits(before, answer)) answer = await read()
    entry.syncedAt = Date.now()
    await breathe()
    const data = applyTitles(before, answer)
    const isSame = before !== undefined && before.titles === data.titles
    entry.index =
      isSame && entry.index ? { ...entry.index, data } : await indexOf(services, slug, data)
    await breathe()
    // Another account or bucket may be open by now.
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
 * Lets key presses be handled in between: reading 70,000 titles, indexing them and storing them in the browser each
 * take a frame or two.
 */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

async function indexOf(services: Services, slug: string, data: TitleData): Promise<TitleIndex> {
  const { object_types: types } = await readBucket(services, slug)
  const relations = new Set(
    types.flatMap(({ slug: type, options, metafields }) => {
      const field = metafields.find(({ key }) => key === options.subtitle)
      return field?.type === 'object' || field?.type === 'objects' ? [type] : []
    }),
  )
  const subtitles = subtitleTexts(data, (type) => relations.has(type))
  const building = WordIndex.of(data.titles, { texts: subtitles, of: data.subtitleOf })
  let start = performance.now()
  for (;;) {
    const step = building.next()
    if (step.done) return { data, subtitles, words: step.value }
    if (performance.now() - start < AT_ONCE) continue
    await breathe()
    start = performance.now()
  }
}

/**
 * Reads stored titles. Storage can be full, blocked or of an older version; then the server is asked for everything.
 */
async function readStored(key: string): Promise<TitleData | undefined> {
  try {
    const storedData = await get<Partial<TitleData>>(key)
    // An older version of the dashboard knew no subtitles.
    return storedData?.subtitleOf ? (storedData as TitleData) : undefined
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
    // Without working storage, nothing was stored either.
  }
}
