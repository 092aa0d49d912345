import type { Work } from '../../bulk/change-many.ts'
import type { Failed } from '../../bulk/failures.ts'
import { nextSlice, sliceIsOver } from '../../columns/sorting.ts'
import { exclusionsIn } from '../objects/changes/replace/replace-in.ts'
import { replaceKind } from '../objects/changes/replace/replace-kind.ts'
import { runSearch } from '../objects/changes/replace/run-search.ts'
import { type MediaSearch, type MediaSearched, lengthOf, prepareSearch } from './media-search.ts'
import { readMedia } from './store.ts'
import { type MediaChange, writeMedia } from './write-media.ts'

/** Reason for an id without media: one of another bucket looks the same. */
export const MISSING = 'This media no longer exists.'

/** One media by its title or name, several by their number. */
export const formatMediaCount = (count: number, only?: string): string =>
  only === undefined ? `${count.toLocaleString('en')} media` : `“${only}”`

/** Search and replace in media. */
export const replaceWork: Work<MediaSearched> = {
  kind: 'media.searchAndReplace',

  title(params, count, only) {
    return replaceKind.title(params, formatMediaCount(count, only))
  },

  nameOf: async (db, access, id) => (await readMedia(db, access, [id])).get(id)?.label,

  async change(app, write, access, params, ids, reason) {
    const { search, exclude } = preparedOnce(params)
    const media = await readMedia(write.db, access, ids)
    const failed: Failed[] = []
    const changes: MediaChange[] = []
    let matched = 0
    for (const id of ids) {
      const before = media.get(id)
      if (!before || before.deleted_at !== null) {
        failed.push({ object_id: id, title: '', reason: MISSING })
        continue
      }
      matched += 1
      while (sliceIsOver()) await nextSlice()
      const excluded = exclusionsIn(exclude, id)
      const made = await runSearch(search, lengthOf(before), 'replaceInTexts', before, excluded)
      if (!made) continue
      if ('reason' in made) failed.push({ object_id: id, title: before.label, reason: made.reason })
      else changes.push({ before, after: made })
    }
    const { changeSetId, written } = await writeMedia(app, write, access, changes, reason)
    return { matched, modified: written, failed, changeSetId }
  },
}

/** A job has its params once and a write for each of its chunks: 100,000 exclusions are sorted once. */
const cache = new WeakMap<MediaSearched, MediaSearch>()

function preparedOnce(params: MediaSearched): MediaSearch {
  const prepared = cache.get(params) ?? prepareSearch(params)
  cache.set(params, prepared)
  return prepared
}
