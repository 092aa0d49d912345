import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

import { S3_CONNECT_TIMEOUT_MS, S3_TIMEOUT_MS } from '../limits.ts'
import { Failure } from '../http/failure.ts'
import { type ByteRange, FileMissing, type FileStore } from './file-store.ts'

/** Bytes per part of an upload; up to two parts are in memory. S3 accepts at most 10,000 parts, which allows 80 GB. */
const PART_SIZE = 8 * 1_048_576

export interface S3Keys {
  id: string | undefined
  secret: string | undefined
}

/**
 * Stores files in a bucket of S3, or of a server with the same protocol.
 * @param url `s3://bucket?endpoint=…&region=…&forcePathStyle=true`, which the settings have checked
 * @param keys if undefined, the client uses those of the environment, as other AWS programs do
 */
export function createS3Store(url: string, { id, secret }: S3Keys): FileStore {
  const { hostname: Bucket, searchParams } = new URL(url)
  const endpoint = searchParams.get('endpoint')
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: searchParams.get('forcePathStyle') === 'true',
    ...(id !== undefined &&
      secret !== undefined && { credentials: { accessKeyId: id, secretAccessKey: secret } }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: S3_CONNECT_TIMEOUT_MS, requestTimeout: S3_TIMEOUT_MS },
    // Servers other than Amazon's do not support the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  async function read(Key: string, range?: ByteRange): Promise<Readable> {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      if (!(Body instanceof Readable)) throw new TypeError('S3 answered without a body.')
      return Body
    } catch (reason) {
      throw isMissing(reason) ? new FileMissing(Key) : storeFailure(reason)
    }
  }

  return {
    async put(Key, path) {
      const Body = createReadStream(path)
      try {
        const upload = { client, params: { Bucket, Key, Body }, partSize: PART_SIZE, queueSize: 2 }
        await new Upload(upload).done()
      } catch (reason) {
        throw storeFailure(reason)
      } finally {
        Body.destroy()
      }
    },

    read,

    async localFile(key, copy, signal) {
      await pipeline(await read(key), createWriteStream(copy, { mode: 0o600 }), { signal })
      return copy
    },

    async stat(Key) {
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        return { key: Key, size: ContentLength }
      } catch (reason) {
        if (isMissing(reason)) return undefined
        throw storeFailure(reason)
      }
    },

    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },

    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key, Size = 0 } of Contents) if (Key) yield { key: Key, size: Size }
    },

    close: () => client.destroy(),
  }
}

const isMissing = (reason: unknown): boolean =>
  reason instanceof Error && (reason.name === 'NotFound' || reason.name === 'NoSuchKey')

/** S3's message may name the bucket and its keys, so it is only logged. */
function storeFailure(reason: unknown): Failure {
  const failure = new Failure('unavailable', 'The file store is not responding. Try again later.')
  failure.cause = reason
  return failure
}
