import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { mediaAmong } from '../applying/media-rows.ts'
import type { Issues } from '../reading/issues.ts'
import type { MediaEntry } from '../reading/bucket-json.ts'

/** Collects the media names that objects of a file use, and reports missing media. */
export function createNamedMedia() {
  /** The first row that uses each name. */
  const mediaByName = new Map<string, { field: string; row: number }>()
  return {
    /** @param field title of the field */
    add(name: string, field: string, row: number): void {
      if (name !== '' && !mediaByName.has(name)) mediaByName.set(name, { field, row })
    },

    has: (name: string): boolean => mediaByName.has(name),

    /** @param entries media in the file itself */
    async warn(
      db: Reader,
      { bucketId }: BucketAccess,
      entries: readonly MediaEntry[],
      issues: Issues,
    ): Promise<void> {
      if (mediaByName.size === 0) return
      const there = await mediaAmong(db, bucketId, [...mediaByName.keys()])
      for (const name of there) mediaByName.delete(name)
      for (const { name } of entries) mediaByName.delete(name)
      for (const [name, { field, row }] of mediaByName) {
        issues.warn(
          `${field}: there is no media “${name.slice(0, 200)}”.`,
          row,
          `media of ${field}`,
        )
      }
    },
  }
}

export type NamedMedia = ReturnType<typeof createNamedMedia>

/** Warns about new media whose files stay on other servers. */
export function warnOfForeignMedia(
  added: readonly MediaEntry[],
  publicUrl: string,
  issues: Issues,
): void {
  const publicHost = new URL(publicUrl).host
  for (const { location, original_name: name } of added) {
    if (location === null) continue
    const { host } = new URL(location)
    if (host === publicHost) continue
    const words = `Media “${name}” stays at ${host}: its file was not copied.`
    issues.warn(words, undefined, `media at ${host}`)
  }
}
