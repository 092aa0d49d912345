import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import { newId } from '@typecase/contract/ids'
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  MEDIA_LIMIT,
  mediaFields,
  uploadState,
} from '@typecase/contract/media-upload'
import { type } from 'arktype'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { conflict, Failure, invalid, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { createTurns } from '../../turns.ts'
import { tooLarge } from '../../http/multipart-form.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { validate } from '../../http/validate.ts'
import { isNoFile } from '../../storage/disk-store.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { mediaUrls } from '../media/media-url.ts'
import { assertWithinLimits } from '../plans/limits.ts'
import { shownColumns, toPublicMedia } from '../media/media-view.ts'
import { assertStorableText } from '../../storable.ts'
import { addMedia, type MediaFields, readMetadata } from './add-media.ts'
import { measure } from './prepare-file.ts'
import { partsPath } from './temporary-files.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    uploads: {
      id: string
      bucket_id: string
      user_id: string
      size: number
      about: string
      media_id: string | null
      expires_at: number
    }
  }
}

/** What comes with an upload, beside its bytes. */
interface About extends MediaFields {
  filename: string
  filetype?: string
}

interface Upload {
  id: string
  size: number
  about: string
  media_id: string | null
  expires_at: number
}

/** How long an upload may pause, ms. */
const EXPIRES_MS = 24 * 3600 * 1000
/** Uploads of one person to a bucket that are not whole. */
const MOST = 200
const BYTES = 'application/offset+octet-stream'
const VERSION = '1.0.0'

const about = () =>
  type({ filename: '0 < string <= 200', 'filetype?': 'string <= 200', ...mediaFields })

/**
 * Uploads that can be resumed, by the protocol of tus (1.0.0: core, creation, expiration, termination). What has arrived is a file
 * of its own, whose size is how far the upload is, so nothing can differ from it.
 */
export function resumableRoutes(app: App): Route[] {
  const { db, settings, clock } = app
  const inTurn = createTurns()

  /** @throws Failure `not_found` unless the upload is theirs */
  async function find(principal: UserPrincipal, slug: string, id: string) {
    const access = await openBucket(db, principal, slug, 'media:write')
    const upload = await db.read
      .selectFrom('uploads')
      .select(['id', 'size', 'about', 'media_id', 'expires_at'])
      .where('id', '=', id)
      .where('bucket_id', '=', access.bucketId)
      .where('user_id', '=', principal.userId)
      .executeTakeFirst()
    if (!upload || upload.expires_at <= clock.now()) throw notFound('Upload')
    return { access, upload }
  }

  async function offsetOf({ id, size, media_id }: Upload): Promise<number> {
    if (media_id !== null) return size
    try {
      return (await stat(partsPath(settings, id))).size
    } catch (reason) {
      // It went with the machine's disk, or is being stored.
      throw isNoFile(reason) ? notFound('Upload') : reason
    }
  }

  async function shownMedia({ bucketId }: BucketAccess, id: string) {
    const row = await db.read
      .selectFrom('media')
      .select(shownColumns)
      .where('bucket_id', '=', bucketId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toPublicMedia(row, await mediaUrls(app, bucketId))
  }

  /** Makes a media of an upload whose bytes are all there; once, however often it is asked for. */
  async function finish(access: BucketAccess, upload: Upload, signal: AbortSignal) {
    if (upload.media_id !== null) return shownMedia(access, upload.media_id)
    // Written by `beginUpload`.
    const { filename: name, filetype = '', ...fields } = JSON.parse(upload.about) as About
    const path = partsPath(settings, upload.id)
    const within: Parameters<typeof addMedia>[1]['within'] = (write, [row]) =>
      write.db
        .updateTable('uploads')
        .set({ media_id: row?.id ?? null })
        .where('id', '=', upload.id)
        .execute()
    const adding = { access, field: 'file', fields, signal, within }
    try {
      const file = { name, type: filetype, ...(await measure(path)) }
      const [media] = await addMedia(app, adding, [file])
      await rm(path, { force: true })
      return media
    } catch (reason) {
      // Refused for what it is; anything else may be better the next time.
      if (reason instanceof Failure && reason.code === 'invalid') await forget(upload.id)
      throw reason
    }
  }

  async function forget(id: string): Promise<void> {
    await db.write((write) => write.db.deleteFrom('uploads').where('id', '=', id).execute())
    await rm(partsPath(settings, id), { force: true })
  }

  return [
    handle(beginUpload, async ({ principal, params, request, reply }) => {
      const access = await openBucket(db, principal, params.slug, 'media:write')
      assertVersion(request, reply)
      const size = numberIn(request, 'upload-length')
      if (size > MEDIA_LIMIT) throw tooLarge(MEDIA_LIMIT)
      const described = validate(about, readAbout(request)) as About
      readMetadata(described.metadata)
      await assertWithinLimits(app, db.read, access, { media_files: 1, media_storage: size })
      const id = newId()
      const expires_at = clock.now() + EXPIRES_MS
      await (await open(partsPath(settings, id), 'wx', 0o600)).close()
      await db.write(async (write) => {
        const { count } = await write.db
          .selectFrom('uploads')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('bucket_id', '=', access.bucketId)
          .where('user_id', '=', principal.userId)
          .where('media_id', 'is', null)
          .executeTakeFirstOrThrow()
        if (count >= MOST)
          throw conflict(`You have ${MOST} uploads that are not whole. Cancel some of them first.`)
        const row = { id, bucket_id: access.bucketId, user_id: principal.userId, size }
        await write.db
          .insertInto('uploads')
          .values({ ...row, about: JSON.stringify(described), media_id: null, expires_at })
          .execute()
      })
      const place = request.url.split('?', 1)[0]
      reply.header('location', `${place}/${id}`).header('upload-expires', inHttp(expires_at))
      return { upload_id: id }
    }),

    handle(uploadState, async ({ principal, params, request, reply, signal }) => {
      await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      return inTurn(params.upload_id, async () => {
        const { access, upload } = await find(principal, params.slug, params.upload_id)
        const offset = await offsetOf(upload)
        // Its last bytes came, and the server died before it could say so.
        const media = offset === upload.size ? await finish(access, upload, signal) : undefined
        reply.header('upload-offset', offset).header('upload-length', upload.size)
        reply.header('upload-expires', inHttp(upload.expires_at))
        return { offset, length: upload.size, ...(media && { media }) }
      })
    }),

    handle(continueUpload, async ({ principal, params, request, reply, signal }) => {
      await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      if (request.headers['content-type'] !== BYTES)
        throw new Failure('unsupported_media_type', `Send the bytes as ${BYTES}.`)
      const from = numberIn(request, 'upload-offset')
      return inTurn(params.upload_id, async () => {
        const { access, upload } = await find(principal, params.slug, params.upload_id)
        const known = await offsetOf(upload)
        if (from !== known)
          throw conflict(`The upload is at ${known}: continue there, not at ${from}.`)
        if (upload.media_id === null) await receive(request, upload, known)
        const offset = await offsetOf(upload)
        const expires_at = clock.now() + EXPIRES_MS
        reply.header('upload-offset', offset).header('upload-expires', inHttp(expires_at))
        if (offset < upload.size) {
          await db.write((write) =>
            write.db
              .updateTable('uploads')
              .set({ expires_at })
              .where('id', '=', upload.id)
              .execute(),
          )
          return reply.code(204).send()
        }
        const media = await finish(access, upload, signal)
        if (!media) throw notFound('Media')
        return { media }
      })
    }),

    handle(cancelUpload, async ({ principal, params, request, reply }) => {
      await find(principal, params.slug, params.upload_id)
      assertVersion(request, reply)
      return inTurn(params.upload_id, async () => {
        const { upload } = await find(principal, params.slug, params.upload_id)
        await forget(upload.id)
        return { message: 'Upload cancelled.' }
      })
    }),
  ]

  /** Writes what comes behind what is there; what has arrived stays, also of a request that breaks off. */
  async function receive({ raw }: FastifyRequest, { id, size }: Upload, from: number) {
    let at = from
    async function* within() {
      const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
      for await (const chunk of chunks) {
        at += chunk.length
        if (at > size)
          throw new Failure('too_large', `More bytes came than the ${size} that were announced.`)
        yield chunk
      }
    }
    const target = { flags: 'r+', start: from, flush: true }
    try {
      await pipeline(within, createWriteStream(partsPath(settings, id), target))
    } catch (reason) {
      // Read on to the end: who is still sending would not see an answer on a connection that is closed.
      raw.resume()
      throw reason
    }
  }
}

/** @throws Failure for another version of the protocol; without a header it is ours */
function assertVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', VERSION)
  const asked = headers['tus-resumable']
  if (asked !== undefined && asked !== VERSION)
    throw new Failure('stale', `Tus-Resumable must be ${VERSION}.`)
}

function numberIn({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = headers[name]
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalid(name, `${name} must be a number of bytes`, 'header')
  return Number(text)
}

/** The pairs of `Upload-Metadata`: a name and a text in base64 each. */
function readAbout({ headers }: FastifyRequest): Record<string, string> {
  const text = headers['upload-metadata']
  if (typeof text !== 'string' || text.trim() === '') return {}
  const pairs = text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.trim().split(/\s+/)
    const decoded = Buffer.from(value, 'base64').toString('utf8')
    assertStorableText(name, decoded)
    return [name, decoded] as const
  })
  // Clients send more than we know; a name that we do know is checked below.
  const known = new Set([
    'filename',
    'filetype',
    ...Object.keys(mediaFields).map((key) => key.replace('?', '')),
  ])
  return Object.fromEntries(pairs.filter(([name]) => known.has(name)))
}

const inHttp = (time: number): string => new Date(time).toUTCString()
