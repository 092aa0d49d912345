import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { deleteMedia } from '@typecase/contract/media'
import type { Media } from '@typecase/contract/media-upload'
import { emptyTrash } from '@typecase/contract/trash'
import { connect, databaseFile } from '@typecase/server/database/connection'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { call } from '../e2e/fixtures/api.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { type Account, openAccount } from './account.ts'

/** MEDIA_KILL_RUNS sets a longer run. */
const KILLS = Number(process.env['MEDIA_KILL_RUNS'] ?? 8)
const SIZE = 400_000
const PART = 100_000
const WORKERS = 3

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

/** A media as its client knows it. */
interface StoredMedia {
  url: string
  /** Hashes of the bytes that it may have: two after a replacement without an answer. */
  hashes: string[]
  /** Whether its permanent deletion was requested. Until that is answered, it may exist or not. */
  isLeaving: boolean
}

async function send(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${account.token}`,
    'tus-resumable': '1.0.0',
    ...init.headers,
  }
  const answer = await fetch(new URL(path, server.url), { ...init, headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  return answer
}

const formOf = (bytes: Buffer<ArrayBuffer>) => {
  const form = new FormData()
  form.append('files', new Blob([bytes]), 'a.bin')
  return form
}

async function uploadForm(bytes: Buffer<ArrayBuffer>): Promise<Media[]> {
  const path = `/v3/buckets/${account.slug}/media-upload`
  const answer = await send(path, { method: 'POST', body: formOf(bytes) })
  return ((await answer.json()) as { media: Media[] }).media
}

/** Continues an upload from its offset. @returns the media once it is complete */
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

/** Creates work that continues across the deaths of servers. */
function createWork() {
  /** Media that the server acknowledged, by id. */
  const media = new Map<string, StoredMedia>()
  /** Bytes of uploads that were begun in parts, by their address. */
  const startedUploads = new Map<string, Buffer<ArrayBuffer>>()
  /** Addresses of files whose deletion was acknowledged. */
  const purgedIds: string[] = []
  const busy = new Set<string>()
  /** A file shared by several media, each with a separate row. */
  const shared = randomBytes(SIZE)
  let turn = 0

  function know(added: Media | undefined, bytes: Buffer): void {
    if (!added) throw new Error('The server answered an upload without its media.')
    media.set(added.id, { url: added.url, hashes: [hashOf(bytes)], isLeaving: false })
  }

  async function uploadOne(): Promise<void> {
    const bytes = turn % 5 < 2 ? shared : randomBytes(SIZE)
    know((await uploadForm(bytes))[0], bytes)
  }

  async function goOnWithOne(): Promise<void> {
    const [path, bytes] = [...startedUploads][0] ?? []
    if (path === undefined || !bytes) return
    // From here on, no other worker takes it.
    startedUploads.delete(path)
    try {
      know(await goOn(path, bytes), bytes)
    } catch (reason) {
      startedUploads.set(path, bytes)
      throw reason
    }
  }

  async function beginOne(): Promise<void> {
    const about = `filename ${Buffer.from('b.bin').toString('base64')}`
    const headers = { 'upload-length': String(SIZE), 'upload-metadata': about }
    const path = `/v3/buckets/${account.slug}/media-upload/resumable`
    const answer = await send(path, { method: 'POST', headers })
    const location = answer.headers.get('location')
    if (location !== null) startedUploads.set(location, randomBytes(SIZE))
  }

  /** Works on a media that no one else is using, and whose state is known. */
  async function withOne(work: (id: string, media: StoredMedia) => Promise<void>): Promise<void> {
    const isFree = ([id, { hashes, isLeaving }]: [string, StoredMedia]) =>
      !busy.has(id) && !isLeaving && hashes.length === 1
    const [id, entry] = [...media].find(isFree) ?? []
    if (id === undefined || !entry) return
    busy.add(id)
    try {
      await work(id, entry)
    } finally {
      busy.delete(id)
    }
  }

  async function replaceFile(id: string, media: StoredMedia): Promise<void> {
    const bytes = randomBytes(SIZE)
    media.hashes.push(hashOf(bytes))
    const path = `/v3/buckets/${account.slug}/media-upload/replace/${id}`
    const answer = await send(path, { method: 'POST', body: formOf(bytes) })
    const changed = (await answer.json()) as { media: Media }
    media.url = changed.media.url
    media.hashes = [hashOf(bytes)]
  }

  async function purge(id: string, entry: StoredMedia): Promise<void> {
    entry.isLeaving = true
    const { slug, token } = account
    await call(server.url, deleteMedia, { body: { slug, media_ids: [id] } }, token)
    await call(server.url, emptyTrash, { body: { slug, media_ids: [id] } }, token)
    media.delete(id)
    purgedIds.push(entry.url)
  }

  const steps = [
    uploadOne,
    beginOne,
    () => withOne(replaceFile),
    goOnWithOne,
    uploadOne,
    () => withOne(purge),
  ]

  return {
    media,
    begun: startedUploads,
    purgedIds,
    /** Uploads in both ways, replaces and purges, until the server dies. */
    async untilKilled(onAnswered: () => void): Promise<void> {
      try {
        for (;;) {
          turn += 1
          await steps[turn % steps.length]?.()
          onAnswered()
        }
      } catch (reason) {
        // The server is gone: an unanswered request may have taken effect or not.
        if (!(reason instanceof TypeError)) throw reason
      }
    },
  }
}

/** Returns the names of bytes in the store, and the names in the database. */
function inStore(): { bytes: string[]; expected: string[]; served: string[] } {
  const folder = join(dataDir, 'media')
  // The first bytes create the folder, so a server that was killed before has none.
  const entries = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : []
  const bytes = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const connection = connect(databaseFile(dataDir))
  try {
    connection.pragma('query_only = ON')
    const idsOf = (sql: string) => connection.prepare(sql).pluck().all() as string[]
    return {
      bytes: bytes.toSorted(),
      expected: idsOf('SELECT id FROM files ORDER BY id'),
      // Files referenced by media, undo steps, or uploads in progress.
      served: idsOf(`
        SELECT file_id FROM media WHERE file_id IS NOT NULL
        UNION SELECT file_id FROM change_set_media WHERE file_id IS NOT NULL
        UNION SELECT file_id FROM upload_chunks ORDER BY 1`),
    }
  } finally {
    connection.close()
  }
}

test(
  `${KILLS} kills during uploads, replacements and purges lose no media, and leave no orphaned row or file`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const work = createWork()
    let answered = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = answered + 3 + Math.floor(Math.random() * 12)
      await new Promise<void>((resolve, reject) => {
        const working = Array.from({ length: WORKERS }, () =>
          work.untilKilled(() => {
            answered += 1
            if (answered >= enough) resolve()
          }),
        )
        Promise.all(working).then(() => resolve(), reject)
      })
      await server.kill()
      server = await startServer({ dataDir })
      // The sweep at the start deletes files that arrived without a row that refers to them.
      await expect
        .poll(
          () => {
            const { bytes, expected, served } = inStore()
            return {
              bytes: bytes.filter((id) => !served.includes(id)),
              known: expected.filter((id) => !served.includes(id)),
            }
          },
          { timeout: 60_000 },
        )
        .toEqual({ bytes: [], known: [] })
      const { bytes, expected, served } = inStore()
      expect(bytes).toEqual(expected)
      expect(served).toEqual(expected)
    }
    expect(work.media.size).toBeGreaterThan(0)
    for (const { url, hashes, isLeaving } of work.media.values()) {
      const answer = await fetchHere(url)
      if (isLeaving && answer.status === 404) continue
      expect(hashes).toContain(hashOf(Buffer.from(await answer.arrayBuffer())))
    }
    for (const url of work.purgedIds) expect((await fetchHere(url)).status).toBe(404)
    for (const [path, bytes] of work.begun) expect((await goOn(path, bytes)).size).toBe(SIZE)
    process.stdout.write(
      `media: ${KILLS} kills, ${work.media.size} media, ${work.purgedIds.length} deleted for good\n`,
    )
  },
)

/** Fetches a file by its address, on the server's current port. */
const fetchHere = (url: string) => fetch(new URL(new URL(url).pathname, server.url))
