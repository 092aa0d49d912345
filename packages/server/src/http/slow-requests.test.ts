import { connect, type Socket } from 'node:net'

import { authenticate } from '@typecase/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestServer, type TestServer, urlOf } from '../testing/test-server.ts'

let server: TestServer
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startTestServer({}, { timeouts: { headers: 500, idle: 500, body: 1500 } })
  port = Number(new URL(await server.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.remove()
})

/** Sends some bytes, and more while the connection is open. @returns the response up to the close of the connection */
function sendSlowly(begin: string, more?: { bytes: string; everyMs: number }): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(begin)
  const timer = more && setInterval(() => socket.write(more.bytes), more.everyMs)
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  // Writing to a closed connection is an error here.
  socket.on('error', () => {})
  return new Promise((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(answer)
    }),
  )
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
const signIn = urlOf(authenticate)

const body = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

describe('slow requests', () => {
  test('a connection that sends nothing, or headers that never end, are answered with 408', async () => {
    expect(await sendSlowly('')).toMatch(/^HTTP\/1.1 408 /)
    const line = { bytes: 'x-more: 1\r\n', everyMs: 50 }
    expect(await sendSlowly('GET /healthz HTTP/1.1\r\nhost: localhost\r\n', line)).toMatch(
      /^HTTP\/1.1 408 /,
    )
  })

  test('a body that stops arriving is answered with 408, and the connection closed', async () => {
    const answer = await sendSlowly(`${post(signIn, 100)}{"email":`)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(body(answer)).toMatchObject({
      status: 408,
      code: 'timeout',
      message: 'The request did not arrive in time: nothing came for 0.5 seconds.',
      request_id: expect.any(String),
    })
  })

  test('a body kept in memory must arrive within one time limit, however steadily it drips', async () => {
    const answer = await sendSlowly(post(signIn, 10_000), { bytes: ' ', everyMs: 50 })
    expect(body(answer)).toMatchObject({ status: 408, code: 'timeout' })
  })

  test('a body that still drips in after the answer is cut off', async () => {
    // The endpoint accepts no form, so the response does not wait for the end of the body.
    const form = post(signIn, 10_000).replace('application/json', 'multipart/form-data; boundary=b')
    const answer = await sendSlowly(form, { bytes: ' ', everyMs: 50 })
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(answer).not.toContain('408')
  })
})
