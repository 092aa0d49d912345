import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createSafeAddresses } from '../../http/safe-addresses.ts'
import { createSafeFetch } from '../../http/safe-fetch.ts'
import { createMediaFetch } from './fetch-media.ts'

let folder: string
let server: Server
let port: number
const requests: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-fetch-'))
  server = createServer(({ url = '' }, reply) => {
    requests.push(url)
    if (url === '/file') reply.setHeader('content-type', 'image/png').end('bytes')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => void (requests.length = 0))

/** Fetches from one of two hosts, which are the same server. */
function openFetch(limits: { timeoutMs: number; importMs: number }) {
  const addresses = createSafeAddresses({ networks: ['127.0.0.1/32', '::1/128'] })
  const fetchMedia = createMediaFetch(createSafeFetch(addresses), { maxBytes: 1000, ...limits })
  return (host: 'localhost' | '127.0.0.1', path: string) =>
    fetchMedia(`http://${host}:${port}${path}`, join(folder, 'file'), new AbortController().signal)
}

test('a host that is too slow three times is skipped; others are not', async () => {
  const fetchFrom = openFetch({ timeoutMs: 1000, importMs: 60_000 })
  for (let n = 0; n < 3; n += 1)
    await expect(fetchFrom('127.0.0.1', '/never')).rejects.toThrow('it took longer')
  await expect(fetchFrom('127.0.0.1', '/file')).rejects.toThrow('too slow for 3 other files')
  expect(requests).toEqual(['/never', '/never', '/never'])
  expect(await fetchFrom('localhost', '/file')).toBe('image/png')
})

test('all files of an import share its time', async () => {
  const fetchFrom = openFetch({ timeoutMs: 60_000, importMs: 200 })
  await expect(fetchFrom('127.0.0.1', '/never')).rejects.toMatchObject({ code: 'timeout' })
  await expect(fetchFrom('localhost', '/file')).rejects.toThrow('fetching took this import')
  expect(requests).toEqual(['/never'])
})
