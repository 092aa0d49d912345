import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { updateBucket } from '@typecase/contract/buckets'
import { findMedia } from '@typecase/contract/content'
import type { Media } from '@typecase/contract/media-upload'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { picture } from '../../testing/pictures.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { fetchFile, type FormFile, upload } from '../../testing/uploads.ts'

const DAY = 24 * 3600 * 1000

let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  clock = createTestClock(Date.now())
  server = await startTestServer({ IMAGE_CACHE: '1', RATE_LIMITS: 'on' }, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

async function add(file: FormFile): Promise<Media> {
  const [media] = await upload(server, owner, file)
  if (!media) throw new Error('nothing was stored')
  return media
}
const png = async (width = 80, height = 40) =>
  add({ bytes: await picture(width, height).png().toBuffer(), name: 'a.png' })
const get = (url: string, headers: Record<string, string> = {}) => fetchFile(server, url, headers)

describe('a stored file', () => {
  test('answers 404 for an unknown name, with no-store, and at least 400 for a name that is too long', async () => {
    const base = server.app.settings.PUBLIC_URL
    expect((await get(`${base}/media/${'a'.repeat(501)}`)).status).toBeGreaterThanOrEqual(400)
    for (const name of [
      'none.png',
      '..%2F..%2Fsecret.key',
      `${'0'.repeat(24)}-%00`,
      '%00',
      'a%5C..%5Cb',
      'constructor',
    ])
      expect((await get(`${base}/media/${name}`)).status).toBe(404)
    const { status, headers } = await get(`${base}/media/none/none.png`)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 404, cache: 'no-store' })
  })

  test('is served as immutable with a strong ETag, and as 304 if the ETag matches', async () => {
    const { url, size } = await add({ bytes: 'Hello', name: 'a.txt' })
    const { status, headers, bytes } = await get(url)
    expect({ status, text: bytes.toString() }).toEqual({ status: 200, text: 'Hello' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(size),
      'content-type': 'text/plain',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    const second = await get(url, { 'if-none-match': String(headers['etag']) })
    expect({ status: second.status, length: second.bytes.length }).toEqual({
      status: 304,
      length: 0,
    })
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
    ['bytes=-500', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=3-1', 200, '0123456789', undefined],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['lines=0-3', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
  ])('answers range %s with %i %s', async (range, status, text, contentRange) => {
    const { url } = await add({ bytes: '0123456789', name: 'a.txt' })
    const answer = await get(url, { range, 'accept-encoding': 'gzip, br' })
    expect([answer.status, answer.bytes.toString(), answer.headers['content-range']]).toEqual([
      status,
      text,
      contentRange,
    ])
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('is served whole instead of a range if If-Range names another version', async () => {
    const { url } = await add({ bytes: '0123456789', name: 'a.txt' })
    expect((await get(url, { range: 'bytes=0-3', 'if-range': '"old"' })).status).toBe(200)
    const etag = String((await get(url)).headers['etag'])
    expect((await get(url, { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
  })

  test('answers HEAD with the same status and length, without the bytes', async () => {
    const { url, size } = await add({ bytes: 'Hello', name: 'a.txt' })
    const { status, headers, bytes } = await fetchFile(server, url, {}, 'HEAD')
    expect([status, headers['content-length'], bytes.length]).toEqual([200, String(size), 0])
  })

  test('is served as a sandboxed download if a browser could run it', async () => {
    const files: [string, string, string][] = [
      [
        'a.svg',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'image/svg+xml',
      ],
      ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
      [
        'a.xhtml',
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
        'application/xhtml+xml',
      ],
      ['a.pdf', '%PDF-1.7', 'application/pdf'],
      ['a.js', 'alert(1)', 'application/octet-stream'],
      ['a.css', 'a{}', 'application/octet-stream'],
    ]
    for (const [name, bytes, type] of files) {
      const { headers } = await get((await add({ bytes, name })).url)
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      })
    }
  })

  test('has a safe Content-Disposition header for a name in any script', async () => {
    const { url } = await add({
      bytes: await picture().png().toBuffer(),
      name: 'Hafen "Süd"\r\nx: y 大.png',
    })
    const { headers } = await get(url)
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[\w .()-]+"; filename\*=UTF-8''[\w%.~-]+$/,
    )
    expect(headers['x']).toBeUndefined()
  })

  test('is not served while its media is deleted', async () => {
    const { url, id } = await png()
    const set = (deleted_at: string | null) =>
      server.app.db.write(
        ({ db }) => db.updateTable('media').set({ deleted_at }).where('id', '=', id).execute(),
        'serializable',
      )
    await set(clock.iso())
    expect((await get(url)).status).toBe(404)
    await set(null)
    expect((await get(url)).status).toBe(200)
  })

  test('answers 503 with no-store if its bytes are missing from the store', async () => {
    const { url } = await png()
    for await (const { key } of server.app.store.list())
      if (key.startsWith(owner.bucket.id)) await server.app.store.delete(key)
    const { status, headers } = await get(url)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 503, cache: 'no-store' })
  })
})

describe('an image with imgix parameters', () => {
  test('answers 400 with no-store to an invalid parameter, and names it', async () => {
    const { imgix_url } = await png()
    for (const query of ['w=-1', 'w=99999', 'fit=none', 'fm=exe', 'rect=1', 'w=1&w=2']) {
      const { status, headers, bytes } = await get(`${imgix_url}?${query}`)
      expect({ query, status, cache: headers['cache-control'] }).toEqual({
        query,
        status: 400,
        cache: 'no-store',
      })
      expect(bytes.toString()).toContain(query.split('=', 1)[0])
    }
  })

  test('is rendered once, and then served from the cache', async () => {
    const { imgix_url, url } = await png()
    const first = await get(`${imgix_url}?w=40&fm=webp`)
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(first.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 20,
    })
    const processCount = server.app.images.processes.size
    const second = await get(`${imgix_url}?fm=webp&w=40&v=2`, { range: 'bytes=0-3' })
    expect([second.status, second.bytes.toString()]).toEqual([206, 'RIFF'])
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(server.app.images.processes.size).toBe(processCount)
    expect((await get(url)).headers['etag']).not.toBe(first.headers['etag'])
  })

  test('is served in a format that the client accepts if `auto=format` is given', async () => {
    const { imgix_url } = await png()
    const typeFor = async (accept: string) => {
      const { headers } = await get(`${imgix_url}?w=20&auto=format,compress`, { accept })
      return [headers['content-type'], headers['vary']]
    }
    expect(await typeFor('image/webp,*/*')).toEqual(['image/webp', 'Accept'])
    expect(await typeFor('*/*')).toEqual(['image/png', 'Accept'])
  })

  test('is rendered once for many simultaneous requests', async () => {
    const { imgix_url } = await png(600, 400)
    const all = await Promise.all(Array.from({ length: 20 }, () => get(`${imgix_url}?w=300`)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(all.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  })

  test('is never larger than the original', async () => {
    const { imgix_url } = await png()
    const sizeOf = async (query: string) => {
      const { width, height } = await sharp((await get(`${imgix_url}?${query}`)).bytes).metadata()
      return [width, height]
    }
    expect(await sizeOf('w=8192&fm=avif&blur=2000')).toEqual([80, 40])
    expect(await sizeOf('w=1600&ar=1:1&fit=crop')).toEqual([40, 40])
  })

  test('answers 429 to an address that had too many rendered, but still serves cached images', async () => {
    const { imgix_url } = await png()
    const { pathname } = new URL(imgix_url)
    const ask = async (query: string, remoteAddress = '203.0.113.9') =>
      server.http.inject({ url: pathname + query, remoteAddress })
    expect((await ask('?w=10')).statusCode).toBe(200)
    for (let n = 1; n < 500; n += 1) server.app.admission.imageRate('203.0.113.9')
    const refused = await ask('?w=11')
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (const query of ['', '?w=10']) expect((await ask(query)).statusCode).toBe(200)
    expect((await ask('?w=11', '203.0.113.10')).statusCode).toBe(200)
    expect((await ask('?w=11')).statusCode).toBe(200)
  })

  test('is served unchanged if it is an SVG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const { imgix_url } = await add({ bytes: svg, name: 'a.svg' })
    expect((await get(`${imgix_url}?w=100&auto=format`)).bytes.toString()).toBe(svg)
  })

  test('takes no more cache space than the setting allows', async () => {
    const noise = await sharp({
      create: {
        width: 500,
        height: 500,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const { imgix_url } = await add({ bytes: noise, name: 'noise.png' })
    for (let w = 480; w < 490; w += 1) expect((await get(`${imgix_url}?w=${w}`)).status).toBe(200)
    const folder = join(server.dataDir, 'cache', 'images')
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_048_576)
    expect(sizes.length).toBeGreaterThan(0)
    expect((await get(`${imgix_url}?w=480`)).status).toBe(200)
  })
})

describe('waiting requests', () => {
  /** Occupies all image processes. @returns a function that releases them */
  function holdProcesses(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const hold = async (): Promise<never> => {
      await promise
      throw new Error('held')
    }
    const { processes } = server.app.images
    for (const lane of ['one', 'another'])
      for (let index = 0; index < availableParallelism(); index += 1)
        processes.run(lane, new AbortController().signal, hold).catch(() => {})
    onTestFinished(() => resolve())
    return resolve
  }
  const cached = () =>
    readdirSync(join(server.dataDir, 'cache', 'images'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)

  test('for an image use no disk, and are dropped when all their clients have left', async () => {
    const { imgix_url } = await png()
    const origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
    const { pathname } = new URL(imgix_url)
    const release = holdProcesses()
    const before = cached()
    const seen = server.app.traffic.count
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = (width: number, options?: RequestInit) =>
      fetch(`${origin}${pathname}?w=${width}`, options)
    const sample = Array.from({ length: 20 }, (_, n) => ask(30 + n, { signal }).catch(() => 'left'))
    // Two callers wait for the same image, and one of them leaves.
    const shared = [ask(20, { signal }).catch(() => 'left'), ask(20)]
    await waitFor(
      () => server.app.traffic.count,
      (count) => count >= seen + 22,
    )
    expect(cached()).toEqual(before)
    leaving.abort()
    expect(new Set(await Promise.all([...sample, shared[0]]))).toEqual(new Set(['left']))
    await waitFor(
      () => promisify(server.http.server.getConnections.bind(server.http.server))(),
      (open) => open === 1,
    )
    release()
    const answer = await shared[1]
    expect(answer instanceof Response && answer.status).toBe(200)
    expect(cached()).toHaveLength(before.length + 1)
  })

  test('for a file queue only behind requests of the same address', async () => {
    const { url } = await png()
    const { pathname } = new URL(url)
    const { fileReads } = server.app.admission
    const { signal } = new AbortController()
    const enter = () => fileReads.enter('203.0.113.9', signal)
    const slots = await Promise.all(Array.from({ length: 100 }, enter))
    const ask = (remoteAddress: string) => server.http.inject({ url: pathname, remoteAddress })
    const waiting = ask('203.0.113.9')
    expect((await ask('203.0.113.10')).statusCode).toBe(200)
    await waitFor(
      () => fileReads.waiting,
      (count) => count === 1,
    )
    for (const leave of slots) leave()
    expect((await waiting).statusCode).toBe(200)
    expect([fileReads.running, fileReads.waiting]).toEqual([0, 0])
  })
})

describe('private media', () => {
  async function makePrivate(media_is_private: boolean): Promise<void> {
    const body = { slug: owner.bucket.slug, data: { media_is_private } }
    expect((await server.call(updateBucket, { body }, owner)).ok().bucket).toMatchObject({
      media_is_private,
    })
  }
  async function listed(): Promise<Media> {
    const { media } = (await readContent(server, owner, findMedia)).ok() as { media: [Media] }
    return media[0]
  }

  test('answer 404 without a signature, with a wrong one and with one of another file', async () => {
    const { url, name } = await png()
    await makePrivate(true)
    expect((await get(url)).status).toBe(404)
    const signed = (await listed()).url
    const [signature = ''] = signed.split('/').slice(-2)
    const changed = signature.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    const later = signature.replace(/^./, 'z')
    for (const wrong of [changed, later, 'x', '.', '0.0'])
      expect((await get(signed.replace(signature, wrong))).status).toBe(404)
    const { name: other } = await add({ bytes: 'other', name: 'b.txt' })
    expect((await get(signed.replace(name, other))).status).toBe(404)
    await makePrivate(false)
    expect((await get(url)).status).toBe(200)
  })

  test('are served at the address from the API, for at least a week', async () => {
    const { name } = await png()
    await makePrivate(true)
    const { url, imgix_url } = await listed()
    expect(url.split('/').at(-1)).toBe(name)
    const { status, headers } = await get(url)
    expect({ status, cache: headers['cache-control'] }).toEqual({
      status: 200,
      cache: expect.stringMatching(/^private, max-age=\d{6}, immutable$/),
    })
    expect((await get(`${imgix_url}?w=10`)).status).toBe(200)
    clock.advance(7 * DAY)
    expect((await get(url)).status).toBe(200)
    clock.advance(DAY + 1)
    expect((await get(url)).status).toBe(404)
    // The cached list expires before the URLs in it do.
    expect((await get((await listed()).url)).status).toBe(200)
  })
})
