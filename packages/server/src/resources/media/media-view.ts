import type { Media } from '@typecase/contract/media-upload'
import { focalPointIn, type PictureUse } from '@typecase/contract/picture-use'
import type { Selectable } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import type { MediaUrls } from './media-url.ts'
import './tables.ts'

/** The columns of a media that appear in responses. */
export const visibleColumns = [
  'id',
  'bucket_id',
  'name',
  'original_name',
  'size',
  'type',
  'folder',
  'title',
  'alt_text',
  'width',
  'height',
  'duration_ms',
  'blurhash',
  'color',
  'metadata',
  'location',
  'replaced',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
] as const

export type MediaRow = Pick<Selectable<Tables['media']>, (typeof visibleColumns)[number]>

/** Converts a media to the form that all responses share. */
export function toPublicMedia(media: MediaRow, urlOf: MediaUrls): Media {
  const { bucket_id, metadata, duration_ms, name } = media
  const values = JSON.parse(metadata) as object
  return {
    id: media.id,
    name,
    original_name: media.original_name,
    size: media.size,
    type: media.type,
    bucket: bucket_id,
    folder: media.folder,
    title: media.title,
    alt_text: media.alt_text,
    width: media.width,
    height: media.height,
    /** In seconds. */
    duration: duration_ms === null ? null : duration_ms / 1000,
    blurhash: media.blurhash,
    color: media.color,
    // Only the server writes this column, so the cast is safe.
    metadata: values,
    url: urlOf(media),
    imgix_url: urlOf(media, useOfFile(values)),
    created_at: media.created_at,
    created_by: media.created_by,
    modified_at: media.modified_at,
    modified_by: media.modified_by,
  }
}

/** Returns the focal point of the file itself, used wherever an object does not set its own. */
export function useOfFile(metadata: unknown): PictureUse {
  const focalPoint = focalPointIn(metadata)
  return focalPoint ? { focalPoint } : {}
}
