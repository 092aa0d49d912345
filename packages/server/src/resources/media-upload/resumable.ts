import { rm } from 'node:fs/promises'

import { newId } from '@typecase/contract/ids'
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  type Media,
  MEDIA_LIMIT,
  mediaFields,
  uploadState,
} from '@typecase/contract/media-upload'
import { type } from 'arktype'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { MAX_UNFINISHED_UPLOADS, UPLOAD_EXPIRY_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { conflict, Failure, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { tooLarge } from '../../http/multipart-form.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { validate } from '../../http/validate.ts'
import { deleteFiles, type FileToStore } from '../../storage/stored-files.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { mediaUrls } from '../media/media-url.ts'
import { assertWithinLimits } from '../plans/limits.ts'
import { visibleColumns, toPublicMedia } from '../media/media-view.ts'
import { assertStorableText } from '../../storable.ts'
import { addMedia, type MediaFields, readMetadata } from './add-media.ts'
import {
  assembleFile,
  assertRoomForChunk,
  deleteUpload,
  notAt,
  receiveChunks,
  releaseChunks,
  type Upload,
} from './upload-chunks.ts'

/** Metadata sent with an upload. */
interface About extends MediaFields {
  filename: string
  filetype?: string
}

const BYTES = 'application/offset+octet-stream'
const VERSION = '1.0.0'

const about = () =>
  type({ filename: '0 < string <= 200', 'filetype?': 'string <= 200', ...mediaFields })

/**
 * Routes for resumable uploads by the tus protocol (1.0.0: core, creation, expiration, termination). Any process can
 * take the next bytes: the chunks are in the file store, and the row holds the offset (decision 0138).
 */
export function resumableRoutes(app: App): Route[] {
  const { db, clock } = app

  /** Finds an upload. @throws Failure `not_found` unless it belongs to the user */
  async function find(principal: UserPrincipal, slug: string, id: string) {
    const access = await openBucket(db, principal, slug, 'media:write')
    const upload = await db.read
      .selectFrom('uploads')
      .select(['id', 'size', 'about', 'media_id', 'expires_at', 'received'])
      .where('id', '=', id)
      .where('bucket_id', '=', access.bucketId)
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    if (!upload || upload.expires_at <= clock.now()) throw notFound('Upload')
    return { access, upload }
  }

  async function readPublicMedia({ bucketId }: BucketAccess, id: string) {
    const row = await db.read
      .selectFrom('media')
      .select(visibleColumns)
      .where('bucket_id', '=', bucketId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toPublicMedia(row, await mediaUrls(app, bucketId))
  }

  /**
   * Creates the media of an upload whose bytes are all in the store. It is created once, no matter how many requests
   * and processes finish the upload.
   */
  async function finish(
    access: BucketAccess,
    upload: Upload,
    signal: AbortSignal,
  ): Promise<Media | undefined> {
    if (upload.media_id !== null) return readPublicMedia(access, upload.media_id)
    try {
      const file = await assembleFile(app, access, upload)
      try {
        return await addUploaded(access, upload, file, signal)
      } finally {
        await rm(file.path, { force: true })
      }
    } catch (reason) {
      const media_id = await mediaOf(upload.id)
      if (media_id) return readPublicMedia(access, media_id)
      // An invalid file stays invalid, so the upload is deleted; other errors may be temporary.
      if (reason instanceof Failure && reason.code === 'invalid')
        await deleteUpload(app, access.bucketId, upload.id)
      throw reason
    }
  }

  async function addUploaded(
    access: BucketAccess,
    { id, about: text }: Upload,
    file: FileToStore,
    signal: AbortSignal,
  ): Promise<Media | undefined> {
    // Only `beginUpload` writes this column, so the cast is safe.
    const { filename: name, filetype = '', ...fields } = JSON.parse(text) as About
    let chunks: Awaited<ReturnType<typeof releaseChunks>> = []
    const within: Parameters<typeof addMedia>[1]['within'] = async (write, [row]) => {
      const { numUpdatedRows } = await write.db
        .updateTable('uploads')
        .set({ media_id: row?.id ?? null })
        .where('id', '=', id)
        .where('media_id', 'is', null)
        .executeTakeFirst()
      // Another request finished the upload first, or it was cancelled. The error rolls the write back.
      if (numUpdatedRows === 0n) throw notFound('Upload')
      chunks = await releaseChunks(app, write, access.bucketId, id)
    }
    const adding = { access, field: 'file', fields, signal, within }
    const [media] = await addMedia(app, adding, [{ ...file, name, type: filetype }])
    await deleteFiles(app, chunks)
    return media
  }

  async function mediaOf(id: string): Promise<string | null | undefined> {
    const rows = db.read.selectFrom('uploads').select('media_id').where('id', '=', id)
    return (await rows.executeTakeFirst())?.media_id
  }

  return [
    handle(beginUpload, async ({ principal, params, request, reply, commit }) => {
      const access = await openBucket(db, principal, params.slug, 'media:write')
      assertVersion(request, reply)
      const size = numberIn(request, 'upload-length')
      if (size > MEDIA_LIMIT) throw tooLarge(MEDIA_LIMIT)
      const described = validate(about, readAbout(request)) as About
      readMetadata(described.metadata)
      await assertWithinLimits(app, db.read, access, { media_files: 1, media_storage: size })
      const id = newId()
      const expires_at = clock.now() + UPLOAD_EXPIRY_MS
      const answer = await commit(async (write) => {
        const { count } = await write.db
          .selectFrom('uploads')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('bucket_id', '=', access.bucketId)
          .where('user_id', '=', principal.userId)
          .where('media_id', 'is', null)
          .executeTakeFirstOrThrow()
        if (count >= MAX_UNFINISHED_UPLOADS)
          throw conflict(
            `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads. Cancel some of them first.`,
          )
        const row = { id, bucket_id: access.bucketId, user_id: principal.userId, size }
        await write.db
          .insertInto('uploads')
          .values({
            ...row,
            about: JSON.stringify(described),
            media_id: null,
            expires_at,
            received: 0,
          })
          .execute()
        return { upload_id: id }
      }, access)
      const path = request.url.split('?', 1)[0]
      reply.header('location', `${path}/${id}`).header('upload-expires', formatTime(expires_at))
      return answer
    }),

    handle(uploadState, async ({ principal, params, request, reply, signal }) => {
      const { access, upload } = await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      const { received: offset, size: length } = upload
      // All bytes have arrived, but the server crashed before it could respond.
      const media = offset === length ? await finish(access, upload, signal) : undefined
      reply.header('upload-offset', offset).header('upload-length', length)
      reply.header('upload-expires', formatTime(upload.expires_at))
      return { offset, length, ...(media && { media }) }
    }),

    handle(continueUpload, async ({ principal, params, request, reply, signal }) => {
      const { access, upload } = await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      if (request.headers['content-type'] !== BYTES)
        throw new Failure('unsupported_media_type', `Send the bytes as ${BYTES}.`)
      const offset = numberIn(request, 'upload-offset')
      if (offset !== upload.received) throw notAt(upload.received, offset)
      if (upload.media_id === null) {
        await assertRoomForChunk(app, upload)
        await receiveChunks(app, access, upload, request.raw)
      }
      const { upload: current } = await find(principal, params.slug, params.upload_id)
      reply
        .header('upload-offset', current.received)
        .header('upload-expires', formatTime(current.expires_at))
      if (current.received < current.size) return reply.code(204).send()
      const media = await finish(access, current, signal)
      if (!media) throw notFound('Media')
      return { media }
    }),

    handle(cancelUpload, async ({ principal, params, request, reply }) => {
      const { access, upload } = await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      await deleteUpload(app, access.bucketId, upload.id)
      return { message: 'Upload cancelled.' }
    }),
  ]
}

/**
 * Checks the version of the protocol. A request without the header is accepted.
 * @throws Failure `stale` for another version
 */
function assertVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', VERSION)
  const version = headers['tus-resumable']
  if (version !== undefined && version !== VERSION)
    throw new Failure('stale', `Tus-Resumable must be ${VERSION}.`)
}

function numberIn({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = headers[name]
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid(name, `${name} must be a number of bytes`, 'header')
  return Number(text)
}

/** Parses `Upload-Metadata`: pairs of a name and a Base64 text. */
function readAbout({ headers }: FastifyRequest): Record<string, string> {
  const text = headers['upload-metadata']
  if (typeof text !== 'string' || text.trim() === '') return {}
  const pairs = text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.trim().split(/\s+/)
    const decoded = Buffer.from(value, 'base64').toString('utf8')
    assertStorableText(name, decoded)
    return [name, decoded] as const
  })
  // Clients send other names as well, which are ignored. The known ones are validated later.
  const names = new Set([
    'filename',
    'filetype',
    ...Object.keys(mediaFields).map((key) => key.replace('?', '')),
  ])
  return Object.fromEntries(pairs.filter(([name]) => names.has(name)))
}

const formatTime = (time: number): string => new Date(time).toUTCString()
