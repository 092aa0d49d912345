import { type MediaField, type MediaScope, mediaTexts } from '@typecase/contract/media'
import { parseSort } from '@typecase/content-query/sort'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { invalid } from '../../http/failure.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { readScopeQuery } from '../objects/queries/scope.ts'
import { findMedia } from './find-media.ts'
import type { MediaColumns } from './media-fields.ts'
import './tables.ts'

/** The text fields, in display order. */
export const mediaFields = Object.keys(mediaTexts) as MediaField[]

export interface StoredMedia extends MediaColumns {
  id: string
  /** Its title, or else the original name of its file. */
  label: string
  rev: number
}

interface Some {
  bucketId: string
  ids: readonly string[]
}

const mediaByIds = prepared((db, { bucketId, ids }: Some) =>
  db
    .selectFrom('media')
    .select(['id', 'name', 'original_name', 'title', 'alt_text', 'folder', 'metadata', 'location'])
    .select(['file_id', 'size', 'type', 'width', 'height', 'duration_ms', 'blurhash', 'color'])
    .select(['deleted_at', 'deleted_by', 'rev', 'replaced'])
    .where('bucket_id', '=', bucketId)
    .where('id', 'in', ids),
)

/** Reads media by their ids, including those in the trash. */
export async function readMedia(
  db: Reader,
  { bucketId }: BucketAccess,
  ids: readonly string[],
): Promise<Map<string, StoredMedia>> {
  const rows = await mediaByIds(db, { bucketId, ids })
  return new Map(rows.map((row) => [row.id, { ...row, label: row.title || row.original_name }]))
}

/**
 * Returns the distinct ids of a call: the ids that it names, or the current results of its query, newest first.
 * @throws Failure `invalid` if the call has both ids and a query
 */
export async function mediaInScope(
  finding: Pick<App, 'db' | 'columns' | 'clock'>,
  access: BucketAccess,
  { media_ids, query, used, exclude_ids }: MediaScope,
): Promise<string[]> {
  if (media_ids && (query !== undefined || used !== undefined)) {
    const path = query === undefined ? 'used' : 'query'
    throw invalid(path, `${path} must not be sent with media_ids`, 'scope')
  }
  const excluded = new Set(exclude_ids)
  const mediaIds = media_ids ?? (await find())
  return [...new Set(mediaIds)].filter((id) => !excluded.has(id))

  async function find(): Promise<readonly string[]> {
    const parsed = readScopeQuery(query ?? {}, finding.clock.now(), 'media')
    const request = { query: parsed, used, sort: parseSort(undefined, 'media') }
    return (await findMedia(finding, access, request)).ids
  }
}
