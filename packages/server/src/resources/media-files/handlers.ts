import { createReadStream } from 'node:fs'

import { getFile, getSignedFile } from '@typecase/contract/media-upload'
import { USE_PARAMETERS } from '@typecase/contract/picture-use'
import type { FastifyReply } from 'fastify'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { changeKey, readImageQuery, typeOfFormat } from '../../images/image-query.ts'
import type { ByteRange } from '../../storage/file-store.ts'
import { storeKey } from '../../storage/stored-files.ts'
import { readSegment, readSignature, versionName } from '../media/media-url.ts'
import { type FileCall, type ResponseBytes, respondWithBytes } from './bytes-response.ts'
import { createChangedImages } from './changed-image.ts'
import { fileHeaders } from './file-headers.ts'
import { findFormer, findServed, type ServedFile } from './served-file.ts'

/** The bytes of a URL never change: other bytes have another URL. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** For a URL from before its file was replaced: it serves the current file, and caches must revalidate it. */
const ASKED_AGAIN = 'no-cache'

interface Body extends Omit<ResponseBytes, 'headers'> {
  type: string
}

export function routes(app: App): Route[] {
  const { store, clock } = app
  const changed = createChangedImages(app)
  const secondsTo = (until: number) => Math.floor((until - clock.now()) / 1000)

  async function bodyOf(file: ServedFile, use: string, call: FileCall): Promise<Body> {
    const { request, reply } = call
    const query = { ...parametersOf(use, request.query), ...(request.query as object) }
    const { change, byAccept } = readImageQuery(file.type, query, request.headers.accept)
    if (byAccept) reply.header('vary', 'Accept')
    const { sha256, type, size } = file
    if (!change) {
      const read = (range?: ByteRange) => store.read(storeKey(file.owner, file.file_id), range)
      return { size, type, tag: sha256.slice(0, 32), read }
    }
    const image = await changed(file, change, {
      lane: ipKey(call.ip),
      signal: call.signal,
      count: () => app.admission.imageRate(call.ip),
    })
    return {
      size: image.size,
      type: typeOfFormat[change.format],
      tag: `${sha256.slice(0, 32)}.${changeKey(change)}.${image.size}`,
      read: async (range) => createReadStream(image.path, range),
    }
  }

  async function send(
    file: ServedFile,
    caching: string,
    call: FileCall,
    use = '',
  ): Promise<FastifyReply> {
    const { reply } = call
    // Files of a person belong to no bucket; their counts are dropped when counts are stored.
    app.metering.addAnswer(reply, file.owner, () => 'media_requests', 'media_bandwidth')
    const body = await bodyOf(file, use, call)
    const headers = {
      ...fileHeaders(body.type, file.original_name),
      'cache-control': caching,
      // Sites of any origin may show the files.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    }
    return respondWithBytes(app.admission, { ...body, headers }, call)
  }

  return [
    handle(getFile, async (call) => {
      const { params } = call
      const file = await findServed(app, params.name)
      // A URL without a signature reveals nothing about private media, not even that they exist.
      if (!file || file.is_private === 1) throw notFound('File')
      return send(file, file.replaced === 0 ? FOR_EVER : ASKED_AGAIN, call)
    }),

    handle(getSignedFile, async (call) => {
      const { params } = call
      const { signature, replaced, use, version } = readSegment(params.signature)
      if (version !== undefined) {
        const until = readSignature(app, signature, versionName(params.name, version))
        const former = until && (await findFormer(app, params.name, version))
        if (!until || !former) throw notFound('File')
        return send(former, `private, max-age=${secondsTo(until)}, immutable`, call, use)
      }
      const until = signature && readSignature(app, signature, params.name)
      const file = until === undefined ? undefined : await findServed(app, params.name)
      if (!file || until === undefined) throw notFound('File')
      const isCurrent = file.replaced === replaced
      if (until === '') {
        if (file.is_private === 1) throw notFound('File')
        return send(file, isCurrent ? FOR_EVER : ASKED_AGAIN, call, use)
      }
      if (!isCurrent) return send(file, `private, ${ASKED_AGAIN}`, call, use)
      return send(file, `private, max-age=${secondsTo(until)}, immutable`, call, use)
    }),
  ]
}

/**
 * Returns the image parameters of a segment. If the request sends its own crop, they are ignored, as its focal point
 * does not apply.
 */
function parametersOf(use: string, query: unknown): Record<string, string> {
  const isOther = typeof query === 'object' && query !== null && 'rect' in query
  if (isOther) return {}
  const params = new URLSearchParams(use)
  return Object.fromEntries(
    USE_PARAMETERS.flatMap((name) => {
      const value = params.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
