import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Media } from '@typecase/contract/media-upload'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Account, openAccount } from './account.ts'

/** MEDIA_KILL_RUNS: a longer run. */
const KILLS = Number(process.env['MEDIA_KILL_RUNS'] ?? 8)
const SIZE = 400_000
const PART = 100_000
const UPLOADERS = 3

let dataDir: string
let server: RunningServer
let account: Account
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'typecase-media-kill-'))
  server = await startServer({ dataDir })
  account = await openAccount(server)
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Media that the server said it has, with the hash of their bytes. */
type Acknowledged = Map<string, string>

async function send(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${account.token}`,
    'tus-resumable': '1.0.0',
    ...init.headers,
  }
  return fetch(new URL(path, server.url), { ...init, headers })
}

async function uploadForm(bytes: Buffer<ArrayBuffer>): Promise<Media[]> {
  const form = new FormData()
  form.append('files', new Blob([bytes]), 'a.bin')
  const path = `/v3/buckets/${account.slug}/media-upload`
  const answer = await send(path, { method: 'POST', body: form })
  return ((await answer.json()) as { media: Media[] }).media
}

/** Goes on with an upload from where it is. @returns the media once it is whole */
async function goOn(path: string, bytes: Buffer<ArrayBuffer>): Promise<Media> {
  for (;;) {
    const state = (await (await send(path, { method: 'GET' })).json()) as {
      offset: number
      media?: Media
    }
    if (state.media) return state.media
    const body = bytes.subarray(state.offset, state.offset + PART)
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(state.offset),
    }
    await (await send(path, { method: 'PATCH', body, headers })).arrayBuffer()
  }
}

/** Uploads in both ways until the server dies. What was begun in parts is gone on with after the next start. */
async function uploadUntilKilled(
  acknowledged: Acknowledged,
  begun: Map<string, Buffer<ArrayBuffer>>,
  onAcknowledged: () => void,
): Promise<void> {
  const note = (media: Media | undefined, bytes: Buffer) => {
    if (!media) return
    acknowledged.set(media.url, hashOf(bytes))
    onAcknowledged()
  }
  try {
    for (;;) {
      const [path, known] = [...begun][0] ?? []
      if (path !== undefined && known) {
        begun.delete(path)
        try {
          note(await goOn(path, known), known)
        } catch (reason) {
          begun.set(path, known)
          throw reason
        }
        continue
      }
      const bytes = randomBytes(SIZE)
      const [media] = await uploadForm(bytes)
      note(media, bytes)
      const about = `filename ${Buffer.from('b.bin').toString('base64')}`
      const headers = { 'upload-length': String(SIZE), 'upload-metadata': about }
      const parts = randomBytes(SIZE)
      const answer = await send(`/v3/buckets/${account.slug}/media-upload/resumable`, {
        method: 'POST',
        headers,
      })
      const place = answer.headers.get('location')
      if (place !== null) begun.set(place, parts)
    }
  } catch {
    // The server is gone.
  }
}

/** Names of bytes in the store, and those that the database knows of. */
function inStore(): { bytes: string[]; known: string[]; served: string[] } {
  const bytes = readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  const connection = connect(databaseFile(dataDir))
  try {
    connection.pragma('query_only = ON')
    const idsOf = (sql: string) => connection.prepare(sql).pluck().all() as string[]
    return {
      bytes: bytes.toSorted(),
      known: idsOf('SELECT id FROM files ORDER BY id'),
      served: idsOf('SELECT DISTINCT file_id FROM media WHERE file_id IS NOT NULL ORDER BY 1'),
    }
  } finally {
    connection.close()
  }
}

test(
  `${KILLS} kills in the middle of uploads: no row without bytes, no bytes without a row, nothing acknowledged lost`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const acknowledged: Acknowledged = new Map()
    const begun = new Map<string, Buffer<ArrayBuffer>>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = acknowledged.size + 1 + Math.floor(Math.random() * 8)
      await new Promise<void>((resolve) => {
        const uploading = Array.from({ length: UPLOADERS }, () =>
          uploadUntilKilled(acknowledged, begun, () => {
            if (acknowledged.size >= enough) resolve()
          }),
        )
        void Promise.all(uploading).then(() => resolve())
      })
      await server.kill()
      server = await startServer({ dataDir })
      // The start sweeps what nobody goes on with before long; uploads that are whole belong to the next round.
      await expect
        .poll(
          () => {
            const { bytes, known, served } = inStore()
            return {
              bytes: bytes.filter((id) => !served.includes(id)),
              known: known.filter((id) => !served.includes(id)),
            }
          },
          { timeout: 60_000 },
        )
        .toEqual({ bytes: [], known: [] })
      const { bytes, known, served } = inStore()
      expect(bytes).toEqual(known)
      expect(served).toEqual(known)
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
    for (const [url, hash] of acknowledged) {
      const { pathname } = new URL(url)
      const answer = await fetch(new URL(pathname, server.url))
      expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hash)
    }
    for (const [path, bytes] of begun) expect((await goOn(path, bytes)).size).toBe(SIZE)
    process.stdout.write(`media: ${KILLS} kills, ${acknowledged.size} acknowledged uploads\n`)
  },
)
