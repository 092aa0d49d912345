import { Readable } from 'node:stream'

import type { Endpoint } from '@typecase/contract/endpoint'
import type { FastifyReply } from 'fastify'

import type { Admission } from '../../http/admission.ts'
import { Failure } from '../../http/failure.ts'
import type { Call } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { type ByteRange, FileMissing } from '../../storage/file-store.ts'
import { readRange } from './byte-range.ts'

/** The call that receives a file. */
export type FileCall = Pick<Call<Endpoint>, 'request' | 'reply' | 'ip' | 'signal'>

/** Bytes of a response, from disk or the store. */
export interface ResponseBytes {
  size: number
  /** Identifies the bytes, for the `ETag`. */
  tag: string
  headers: Readonly<Record<string, string>>
  read(range?: ByteRange): Promise<Readable>
}

/**
 * Sends bytes as a whole or in a range, or 304 if the caller has them. Each response holds a slot of its IP address
 * until it is read, since it keeps a file or a connection to the store open.
 */
export async function respondWithBytes(
  { fileReads }: Pick<Admission, 'fileReads'>,
  { size, tag, headers, read }: ResponseBytes,
  call: FileCall,
): Promise<FastifyReply> {
  const { request, reply } = call
  const etag = `"${tag}"`
  const { range: rangeHeader, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const isNotModified = names(ifNoneMatch, etag)
  const range = ifRange === undefined || ifRange === etag ? readRange(rangeHeader, size) : 'none'
  if (range === 'beyond' && !isNotModified) {
    reply.header('content-range', `bytes */${size}`)
    return reply.code(416).type('text/plain; charset=utf-8').send('')
  }
  const part = typeof range === 'object' ? range : undefined
  const length = part ? part.end - part.start + 1 : size
  const isEmpty = isNotModified || request.method === 'HEAD' || length === 0
  // Open the file before sending headers, so that no cache stores an unreadable file.
  const bytes = isEmpty
    ? Readable.from([])
    : await openBytes(async () => {
        const leave = await fileReads.enter(ipKey(call.ip), call.signal)
        reply.raw.once('close', leave)
        return read(part)
      })
  reply.headers({ ...headers, etag, 'accept-ranges': 'bytes' })
  if (isNotModified) return reply.code(304).send()
  reply.header('content-length', length)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.send(bytes)
}

async function openBytes(read: () => Promise<Readable>): Promise<Readable> {
  try {
    return await read()
  } catch (reason) {
    if (reason instanceof FileMissing)
      throw new Failure('unavailable', 'The bytes of this file are missing in the file store.')
    throw reason
  }
}

function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))
}
