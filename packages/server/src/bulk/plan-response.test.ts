import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { installErrorHandler } from '../http/error-handler.ts'
import { invalid } from '../http/failure.ts'
import { clientDisconnectSignal } from '../http/client-disconnect.ts'
import { respondWithPlan, type Tell } from './plan-response.ts'

type Make = (signal: AbortSignal, tell?: Tell) => Promise<{ matched: number }>

let http: FastifyInstance
let make: Make
let origin: string
beforeEach(async () => {
  http = fastify()
  installErrorHandler(http)
  http.post('/plan', (request, reply) => {
    const signal = clientDisconnectSignal(reply)
    return respondWithPlan({ request, reply, signal, inTurn: (work) => work() }, make)
  })
  origin = await http.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => http.close())

const ask = (accept = 'text/event-stream', signal?: AbortSignal) =>
  fetch(`${origin}/plan`, { method: 'POST', headers: { accept }, ...(signal && { signal }) })

/** Events as `[name, data]`. */
const eventsIn = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => {
      const { name, data = '' } =
        /^event: (?<name>\w+)\ndata: (?<data>.*)$/.exec(event)?.groups ?? {}
      return [name, JSON.parse(data)]
    })

test('a plan is a single JSON answer for a client that does not ask for a stream', async () => {
  make = async (_signal, tell) => {
    expect(tell).toBeUndefined()
    return { matched: 2 }
  }
  const response = await ask('application/json')
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toEqual({ matched: 2 })
})

test('a plan is streamed as progress, with the complete plan at the end', async () => {
  make = async (_signal, tell) => {
    tell?.({ matched: 1 })
    return { matched: 2 }
  }
  const response = await ask()
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(eventsIn(await response.text())).toEqual([
    ['progress', { matched: 1 }],
    ['answer', { matched: 2 }],
  ])
})

test('a plan that fails at once answers with the error, and one that fails later ends with it', async () => {
  make = () => Promise.reject(invalid('find', 'find is no pattern'))
  const refused = await ask()
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'invalid', details: [{ path: 'find' }] })

  make = async (_signal, tell) => {
    tell?.({ matched: 1 })
    throw invalid('find', 'find takes too long')
  }
  const [, last] = eventsIn(await (await ask()).text())
  expect(last).toEqual([
    'error',
    expect.objectContaining({ status: 400, code: 'invalid', message: expect.any(String) }),
  ])
})

test('a plan is aborted when the client disconnects', async () => {
  const stopped = Promise.withResolvers<void>()
  make = async (signal, tell) => {
    tell?.({ matched: 1 })
    signal.addEventListener('abort', () => stopped.resolve())
    await stopped.promise
    return { matched: 2 }
  }
  const disconnect = new AbortController()
  const response = await ask('text/event-stream', disconnect.signal)
  await response.body?.getReader().read()
  disconnect.abort()
  await stopped.promise
})
