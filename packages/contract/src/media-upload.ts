import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Maximum size of a file, in bytes. */
export const MEDIA_LIMIT = 900_000_000
/** Maximum size of a picture of a person or workspace, in bytes. */
export const PICTURE_LIMIT = 10_000_000
/** Maximum number of files in a form. */
export const MAX_FILES = 100

/** Fields next to the files of a form. They are texts, like all form fields. */
export const mediaFields = {
  /** Slug of a media folder; a missing one is created. */
  'folder?': 'string <= 100',
  /** A JSON object. */
  'metadata?': 'string <= 100000',
  'alt_text?': 'string <= 5000',
  'title?': 'string <= 1000',
} as const

/** A media in the shape that all calls return. */
export const media = () =>
  type({
    id: id(),
    /** Unique across all buckets: the id and the original file name. */
    name: 'string',
    original_name: 'string',
    size: 'number',
    type: 'string',
    bucket: id(),
    folder: 'string | null',
    title: 'string',
    alt_text: 'string',
    width: 'number | null',
    height: 'number | null',
    /** Seconds. */
    duration: 'number | null',
    /** A placeholder of 28 characters to show until the image has loaded. */
    blurhash: 'string | null',
    /** The predominant colour of an image, as `#rrggbb`. */
    color: 'string | null',
    metadata: 'object',
    url: 'string',
    /** Takes imgix parameters: `?w=400&auto=format`. */
    imgix_url: 'string',
    created_at: 'string',
    created_by: 'string | null',
    modified_at: 'string',
    modified_by: 'string | null',
  })
export type Media = ReturnType<typeof media>['infer']

const bucketParams = () => type({ slug: bucketSlug() })
const uploadParams = () => type({ slug: bucketSlug(), upload_id: id() })

export const uploadMedia = endpoint({
  id: 'media.upload',
  method: 'POST',
  path: '/media-upload',
  base: 'content',
  auth: 'user',
  summary:
    'Adds files to the media of a bucket: all of them or none. Reads the type from the bytes; refuses HTML pages (text/html).',
  params: bucketParams,
  isMultipart: true,
  /** Fields next to the files, which are in `files`. */
  body: () => type(mediaFields),
  response: () => type({ media: media().array() }),
  status: 201,
  bodyLimit: MEDIA_LIMIT,
  errors: ['too_large', 'unsupported_media_type', 'storage_full', 'unavailable'],
})

export const uploadPicture = endpoint({
  id: 'media.uploadPicture',
  method: 'POST',
  path: '/media-upload',
  auth: 'user',
  summary:
    'Stores images that belong to no bucket: avatars and logos. `name` is what `avatar` takes.',
  isMultipart: true,
  body: () => type({ 'folder?': 'string <= 100' }),
  response: () => type({ media: type({ name: 'string', url: 'string' }).array() }),
  status: 201,
  bodyLimit: PICTURE_LIMIT,
  errors: ['too_large', 'unsupported_media_type', 'storage_full', 'unavailable', 'conflict'],
})

export const beginUpload = endpoint({
  id: 'mediaUploads.begin',
  method: 'POST',
  path: '/media-upload/resumable',
  base: 'content',
  auth: 'user',
  summary:
    'Starts a resumable upload (tus 1.0.0): `Upload-Length` is the number of bytes, `Upload-Metadata` has `filename`, `filetype`, `folder`, `metadata`, `alt_text`, `title`. `Location` is the address for the bytes.',
  params: bucketParams,
  response: () => type({ upload_id: id() }),
  status: 201,
  errors: ['too_large', 'conflict', 'stale'],
})

export const uploadState = endpoint({
  id: 'mediaUploads.state',
  method: 'GET',
  path: '/media-upload/resumable/:upload_id',
  base: 'content',
  auth: 'user',
  summary:
    'Returns the progress of an upload: `Upload-Offset` and `Upload-Length`, for HEAD as well, and the media once it is complete.',
  params: uploadParams,
  response: () => type({ offset: 'number', length: 'number', 'media?': media() }),
})

export const continueUpload = endpoint({
  id: 'mediaUploads.continue',
  method: 'PATCH',
  path: '/media-upload/resumable/:upload_id',
  base: 'content',
  auth: 'user',
  summary:
    'Accepts the next bytes (application/offset+octet-stream) from `Upload-Offset`. Returns 204, or 200 with the media after the last bytes; 409 if the upload is at another offset.',
  params: uploadParams,
  isStreamed: true,
  response: () => type({ media: media() }),
  errors: [
    'conflict',
    'stale',
    'too_large',
    'unsupported_media_type',
    'storage_full',
    'unavailable',
  ],
})

export const cancelUpload = endpoint({
  id: 'mediaUploads.cancel',
  method: 'DELETE',
  path: '/media-upload/resumable/:upload_id',
  base: 'content',
  auth: 'user',
  summary: 'Cancels an unfinished upload.',
  params: uploadParams,
  response: message,
})

export const getFile = endpoint({
  id: 'mediaFiles.get',
  method: 'GET',
  path: '/media/:name',
  base: 'origin',
  auth: 'none',
  summary:
    'Returns the bytes of a media, or a range of them. Parameters of imgix change images: w h fit ar crop dpr q auto fm blur rect fp-x fp-y.',
  params: () => type({ name: '0 < string <= 500' }),
  /** Includes any other parameters, which sites may add to file URLs. */
  query: () => type({ '[string]': 'string | string[]' }),
  response: () => type('string'),
  file: ['*/*'],
  errors: ['unavailable'],
})

export const getSignedFile = endpoint({
  id: 'mediaFiles.getSigned',
  method: 'GET',
  path: '/media/:signature/:name',
  base: 'origin',
  auth: 'none',
  summary:
    'Returns the bytes of a media by a signed address from the API: for private media, replaced files and parts of images.',
  params: () => type({ signature: '0 < string <= 200', name: '0 < string <= 500' }),
  query: () => type({ '[string]': 'string | string[]' }),
  response: () => type('string'),
  file: ['*/*'],
  errors: ['unavailable'],
})
