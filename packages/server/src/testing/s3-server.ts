import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from 's3rver'

export interface TestS3 {
  /** Settings of a server that stores its media here. */
  readonly settings: Readonly<Record<string, string>>
  /** Stops like a crashed machine; `start` brings it back with its contents. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** Starts an S3 server on loopback with one bucket. */
export async function startTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'typecase-s3-'))
  let port = 0
  let server: S3rver | undefined

  async function start(): Promise<void> {
    server = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'media', configs: [] }],
    })
    ;({ port } = await server.run())
  }
  async function stop(): Promise<void> {
    await server?.close()
    server = undefined
  }
  await start()
  return {
    get settings() {
      return {
        STORAGE_URL: `s3://media?endpoint=http://127.0.0.1:${port}&region=eu-west-1&forcePathStyle=true`,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      }
    },
    start,
    stop,
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
