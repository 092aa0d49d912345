import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSafeAddresses } from './safe-addresses.ts'
import { createSafeFetch, type SafeFetch } from './safe-fetch.ts'

let folder: string
let server: Server
let base: string
let requests = 0
const answers: Record<string, RequestListener> = {
  '/file': (_request, reply) => reply.setHeader('content-type', 'image/png; x=y').end('bytes'),
  '/large': (_request, reply) => reply.end('x'.repeat(2000)),
  '/long': (_request, reply) => void reply.write('x'),
  '/drip': (_request, reply) => {
    const drip = setInterval(() => reply.write('x'), 5)
    reply.on('close', () => clearInterval(drip))
  },
  '/moved': (_request, reply) => reply.writeHead(302, { location: '/file' }).end(),
  '/round': (_request, reply) => reply.writeHead(302, { location: '/round' }).end(),
  '/inside': (_request, reply) =>
    reply.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-file': (_request, reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-fetch-'))
  server = createServer((request, reply) => {
    requests += 1
    const answer = answers[request.url ?? '']
    if (answer) answer(request, reply)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const fetched = (fetch: SafeFetch, url: string, limits = {}) =>
  fetch(url, {
    path: join(folder, 'file'),
    signal: new AbortController().signal,
    maxBytes: 1000,
    timeoutMs: 60_000,
    ...limits,
  })

describe('a forbidden address', () => {
  const fetch = createSafeFetch(createSafeAddresses())

  test('of this machine is refused, by number and by name', async () => {
    const { port } = server.address() as AddressInfo
    const before = requests
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '127.1']) {
      await expect(fetched(fetch, `http://${host}/`)).rejects.toThrow('public internet')
      await expect(fetched(fetch, `http://${host}:${port}/file`)).rejects.toThrow('names a port')
    }
    expect(requests).toBe(before)
  })

  test('with another protocol, a password or a non-standard port is refused', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://example.com/x', 'x', 'data:,x'])
      await expect(fetched(fetch, url)).rejects.toThrow('http nor https')
    await expect(fetched(fetch, 'http://a:b@example.com/')).rejects.toThrow('password')
    await expect(fetched(fetch, 'http://example.com:22/')).rejects.toThrow('port')
  })
})

describe('a fetch', () => {
  const fetch = createSafeFetch(createSafeAddresses({ networks: ['127.0.0.1/32'] }))

  test('writes the bytes and returns their type, also after a redirect', async () => {
    for (const path of ['/file', '/moved']) {
      expect(await fetched(fetch, base + path)).toBe('image/png')
      expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('bytes')
    }
  })

  test('follows no redirect to a forbidden address, and at most three in all', async () => {
    await expect(fetched(fetch, `${base}/inside`)).rejects.toThrow('public internet')
    await expect(fetched(fetch, `${base}/to-file`)).rejects.toThrow('http nor https')
    await expect(fetched(fetch, `${base}/round`)).rejects.toThrow('more than 3 times')
  })

  test('fails if the file is too large, too slow or missing', async () => {
    await expect(fetched(fetch, `${base}/large`)).rejects.toMatchObject({ code: 'too_large' })
    const lateAnswer = fetched(fetch, `${base}/long`, { timeoutMs: 50 })
    await expect(lateAnswer).rejects.toMatchObject({ code: 'timeout' })
    const slow = fetched(fetch, `${base}/drip`, { slowMs: 50 })
    await expect(slow).rejects.toThrow('sends too slowly')
    await expect(fetched(fetch, `${base}/none`)).rejects.toThrow('answers 404')
    await expect(fetched(fetch, 'http://127.0.0.1:1/')).rejects.toThrow('cannot be reached')
  })
})
