import type { Media } from '@typecase/contract/media-upload'
import { focalPointIn, type PictureUse } from '@typecase/contract/picture-use'
import type { Selectable } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import type { MediaUrls } from './media-url.ts'
import './tables.ts'

/** Columns of a media that responses show. */
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

/** A media as all calls show it. */
export function toPublicMedia(media: MediaRow, urlOf: MediaUrls): Media {
  const { bucket_id, metadata, duration_ms, name } = media
  const held = JSON.parse(metadata) as object
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
    /** Seconds. */
    duration: duration_ms === null ? null : duration_ms / 1000,
    blurhash: media.blurhash,
    color: media.color,
    // Written by the server only.
    metadata: held,
    url: urlOf(media),
    imgix_url: urlOf(media, useOfFile(held)),
    created_at: media.created_at,
    created_by: media.created_by,
    modified_at: media.modified_at,
    modified_by: media.modified_by,
  }
}

/** The focal point that the file itself has, for places that set none. */
export function useOfFile(metadata: unknown): PictureUse {
  const focalPoint = focalPointIn(metadata)
  return focalPoint ? { focalPoint } : {}
}
