import { randomBytes } from 'node:crypto'
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { copyFile, open, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { Media } from '@typecase/contract/media-upload'
import Fastify from 'fastify'
import sharp from 'sharp'

import { signUpOwner } from '../e2e/fixtures/people.ts'
import { type RunningServer, startServer } from '../e2e/fixtures/server.ts'
import { load } from './load.ts'
import { peakMb, residentMb } from './memory.ts'
import type { BenchRow } from './table.ts'

const MB = 1_000_000
const LARGE = 900 * MB
const FILES = 200
const FILE = 5 * MB
const IMAGES = 60
const [WIDTH, HEIGHT] = [1600, 1067]

/**
 * Measures files in and out: uploads compared with a bare copy, images with bare sharp, serving with a bare static
 * server.
 */
export async function benchMedia(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-media-'))
  const server = await startServer({ dataDir: join(folder, 'data') })
  try {
    const owner = await signUpOwner(server, 'media')
    const { slug } = owner.bucket
    const upload = (parts: readonly [Blob, string][]) => send(server, owner.token, slug, parts)
    return [
      ...(await large(server, folder, upload)),
      await many(folder, upload),
      ...(await images(folder, upload)),
      await serving(folder, upload),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Uploading = (parts: readonly [Blob, string][]) => Promise<Media[]>

async function send(
  { url }: RunningServer,
  token: string,
  slug: string,
  parts: readonly [Blob, string][],
): Promise<Media[]> {
  const form = new FormData()
  for (const [blob, name] of parts) form.append('files', blob, name)
  const answer = await fetch(`${url}/v3/buckets/${slug}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { media: Media[] }).media
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
const rate = (bytes: number, seconds: number) => bytes / MB / seconds

async function large(
  server: RunningServer,
  folder: string,
  upload: Uploading,
): Promise<BenchRow[]> {
  const path = join(folder, 'large.bin')
  const file = await open(path, 'w')
  for (let written = 0; written < LARGE; written += 10 * MB) await file.write(randomBytes(10 * MB))
  await file.close()
  await upload([[new Blob(['warm']), 'warm.txt']])
  const before = residentMb(server.pid)
  const blob = await openAsBlob(path)
  const seconds = await timed(() => upload([[blob, 'large.bin']]))
  const more = peakMb(server.pid) - before
  const copying = await timed(() => copied([path], folder))
  rmSync(path)
  return [
    {
      what: 'memory while 900 MB are uploaded',
      value: `${more.toFixed(0)} MB more`,
      budget: '≤ 60 MB',
      isMet: more <= 60,
    },
    {
      what: 'upload of one file of 900 MB',
      value: `${rate(LARGE, seconds).toFixed(0)} MB/s, bare copy ${rate(LARGE, copying).toFixed(0)} MB/s`,
      budget: '',
    },
  ]
}

/** Copies files as durably as the server: they are on the disk at the end. */
async function copied(paths: readonly string[], folder: string): Promise<void> {
  for (const path of paths) {
    const target = join(folder, 'copy')
    await copyFile(path, target)
    const file = await open(target)
    await file.sync()
    await file.close()
    rmSync(target)
  }
}

async function many(folder: string, upload: Uploading): Promise<BenchRow> {
  const paths: string[] = []
  for (let n = 0; n < FILES; n += 1) {
    const path = join(folder, `many-${n}`)
    await writeFile(path, randomBytes(FILE))
    paths.push(path)
  }
  const blobs = await Promise.all(paths.map((path) => openAsBlob(path)))
  const seconds = await timed(async () => {
    for (let n = 0; n < FILES; n += 20)
      await upload(blobs.slice(n, n + 20).map((blob, m) => [blob, `${n + m}.bin`]))
  })
  const copying = await timed(() => copied(paths, folder))
  for (const path of paths) rmSync(path)
  const bytes = FILES * FILE
  return {
    what: 'upload of 1 GB in 200 files',
    value: `${rate(bytes, seconds).toFixed(0)} MB/s, bare copy ${rate(bytes, copying).toFixed(0)} MB/s`,
    budget: '',
  }
}

async function images(folder: string, upload: Uploading): Promise<BenchRow[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = {
    width: WIDTH,
    height: HEIGHT,
    channels: 3,
    background: '#888888',
    noise,
  } as const
  const jpeg = await sharp({ create }).jpeg({ quality: 85 }).toBuffer()
  const path = join(folder, 'photo.jpg')
  await writeFile(path, jpeg)
  const [media] = await upload([[new Blob([new Uint8Array(jpeg)]), 'photo.jpg']])
  const address = media?.imgix_url ?? ''
  const get = async (width: number) => (await fetch(`${address}?w=${width}&fm=webp`)).arrayBuffer()
  await get(399)
  const inTurns = async (work: (width: number) => Promise<unknown>) => {
    let next = 400
    const one = async () => {
      while (next < 400 + IMAGES) await work((next += 1))
    }
    await Promise.all(Array.from({ length: availableParallelism() }, one))
  }
  const missing = await timed(() => inTurns(get))
  sharp.concurrency(1)
  sharp.cache(false)
  const baseline = await timed(() =>
    inTurns((width) => sharp(path).resize(width).webp({ quality: 75, effort: 2 }).toBuffer()),
  )
  const hit = await load({ url: `${address}?w=410&fm=webp` })
  return [
    {
      what: `image of ${WIDTH} × ${HEIGHT}, asked for the first time`,
      value: `${(IMAGES / missing).toFixed(0)}/s, bare sharp ${(IMAGES / baseline).toFixed(0)}/s`,
      budget: '',
    },
    {
      what: 'the same, asked for again',
      value: `${hit.requestsPerSecond.toFixed(0)}/s`,
      budget: '',
    },
  ]
}

async function serving(folder: string, upload: Uploading): Promise<BenchRow> {
  const bytes = randomBytes(100_000)
  await writeFile(join(folder, 'served.bin'), bytes)
  const [media] = await upload([[new Blob([new Uint8Array(bytes)]), 'served.bin']])
  const ours = await load({ url: media?.url ?? '' })
  const unconfigured = Fastify()
  await unconfigured.register(fastifyStatic, { root: folder })
  const url = await unconfigured.listen({ port: 0, host: '127.0.0.1' })
  const theirs = await load({ url: `${url}/served.bin` })
  await unconfigured.close()
  const share = ours.requestsPerSecond / theirs.requestsPerSecond
  return {
    what: 'file of 100 kB, as a share of a bare static server',
    value: `${Math.round(share * 100)} % (${ours.requestsPerSecond.toFixed(0)} of ${theirs.requestsPerSecond.toFixed(0)}/s)`,
    budget: '≥ 50 %',
    isMet: share >= 0.5,
  }
}
