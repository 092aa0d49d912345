import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { Failure } from '../../http/failure.ts'
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

/** Opens a fetch from either of two host names of the same server. */
function openFetch(limits: { timeoutMs: number; importMs: number }) {
  const addresses = createSafeAddresses({ networks: ['127.0.0.1/32', '::1/128'] })
  const fetchMedia = createMediaFetch(createSafeFetch(addresses), { maxBytes: 1000, ...limits })
  return async (host: 'localhost' | '127.0.0.1', path: string) => {
    const file = { url: `http://${host}:${port}${path}`, path: join(folder, 'file') }
    const [fetched] = await fetchMedia([file], new AbortController().signal)
    if (fetched && 'failure' in fetched) throw fetched.failure
    return fetched?.type
  }
}

test('four files are fetched at a time, and returned in their order', async () => {
  let open = 0
  let most = 0
  const fetchMedia = createMediaFetch(async (url) => {
    open += 1
    most = Math.max(most, open)
    await new Promise(setImmediate)
    open -= 1
    if (url.endsWith('3')) throw new Failure('not_found', 'its server answers 404.')
    return url
  })
  const files = Array.from({ length: 10 }, (_, n) => ({ url: `http://host/${n}`, path: '' }))
  const fetched = await fetchMedia(files, new AbortController().signal)
  expect(most).toBe(4)
  expect(fetched.map((one) => ('type' in one ? one.type : one.failure.code))).toEqual(
    files.map(({ url }, n) => (n === 3 ? 'not_found' : url)),
  )
})

test('a host that times out three times is skipped, while other hosts are still fetched from', async () => {
  const fetchFrom = openFetch({ timeoutMs: 1000, importMs: 60_000 })
  for (let n = 0; n < 3; n += 1)
    await expect(fetchFrom('127.0.0.1', '/never')).rejects.toThrow('it took longer')
  await expect(fetchFrom('127.0.0.1', '/file')).rejects.toThrow('too slow for 3 other files')
  expect(requests).toEqual(['/never', '/never', '/never'])
  expect(await fetchFrom('localhost', '/file')).toBe('image/png')
})

test('all files of an import share one time limit', async () => {
  const fetchFrom = openFetch({ timeoutMs: 60_000, importMs: 200 })
  await expect(fetchFrom('127.0.0.1', '/never')).rejects.toMatchObject({ code: 'timeout' })
  await expect(fetchFrom('localhost', '/file')).rejects.toThrow('fetching took this import')
  expect(requests).toEqual(['/never'])
})
