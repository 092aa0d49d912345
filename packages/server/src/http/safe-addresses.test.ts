import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSafeAddresses } from './safe-addresses.ts'
import { createSafePost } from './safe-post.ts'

let server: Server
let port: number
let requests = 0
beforeAll(async () => {
  server = createServer((_request, reply) => {
    requests += 1
    reply.setHeader('x-from', 'server').end('answer')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const loopback = ['127.0.0.0/8', '::1/128']
const post = (addresses: ReturnType<typeof createSafeAddresses>, address: string) =>
  createSafePost(addresses).post(address, {
    headers: {},
    body: '',
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    maxBytes: 100,
  })

describe('networks that the operator opens', () => {
  const addresses = createSafeAddresses({ networks: ['10.1.0.0/16', 'fd00:1::/32'] })

  test.each([
    ['10.1.2.3', true],
    ['10.1.2.3:8080', true],
    ['[::ffff:10.1.2.3]:8080', true],
    ['10.2.0.1', false],
    ['127.0.0.1', false],
    ['[fd00:1::5]:8080', true],
    ['[fd00:2::5]', false],
    ['93.184.216.34', true],
    ['93.184.216.34:8080', false],
    ['[2606:2800:220:1:248:1893:25c8:1946]:8080', false],
  ])('allow %s: %s', (host, isAllowed) => {
    const check = () => addresses.assertSafe(`http://${host}/hook`)
    if (isAllowed) expect(check).not.toThrow()
    else expect(check).toThrow(/public internet|names a port/)
  })

  test('are required for a name with another port', () => {
    const usual = createSafeAddresses()
    expect(() => usual.assertSafe('https://example.com:8443/')).toThrow('names a port')
    expect(() => usual.assertSafe('https://example.com/')).not.toThrow()
    expect(() => addresses.assertSafe('https://example.com:8443/')).not.toThrow()
  })
})

describe('a host name', () => {
  test('on the public internet may use only the usual ports, unless all are allowed', async () => {
    const isPublic = (address: string) => ['127.0.0.1', '::1'].includes(address)
    const addresses = createSafeAddresses({ networks: ['10.1.0.0/16'], isPublic })
    const before = requests
    await expect(post(addresses, `http://localhost:${port}/`)).rejects.toThrow('names a port')
    expect(requests).toBe(before)
    const anyPort = createSafeAddresses({ isPublic, isPublicPort: () => true })
    expect(await post(anyPort, `http://localhost:${port}/`)).toMatchObject({
      status: 200,
      headers: { 'x-from': 'server' },
      body: 'answer',
    })
  })

  test('in an open network may use any port, but its answers are not shown', async () => {
    const addresses = createSafeAddresses({ networks: loopback })
    const { address, family } = server.address() as AddressInfo
    for (const host of ['localhost', family === 'IPv6' ? `[${address}]` : address])
      expect(await post(addresses, `http://${host}:${port}/`)).toEqual({
        status: 200,
        headers: {},
        body: null,
      })
  })

  test('that resolves to another address is refused', async () => {
    const before = requests
    const address = `http://localhost:${port}/`
    const addresses = createSafeAddresses({ networks: ['10.1.0.0/16'] })
    await expect(post(addresses, address)).rejects.toThrow('public internet')
    expect(requests).toBe(before)
  })
})
