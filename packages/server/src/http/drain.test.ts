import { once } from 'node:events'
import { connect } from 'node:net'

import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { prepareDrain } from './drain.ts'

test('a server that closes waits for running requests, but not for connections without one', async () => {
  const http = Fastify()
  let answer = (_: string): void => {}
  const requested = new Promise<void>((resolve) => {
    http.get('/', () => {
      resolve()
      return new Promise<string>((answerWith) => (answer = answerWith))
    })
  })
  const drain = prepareDrain(http)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })

  const unused = connect(Number(new URL(url).port), '127.0.0.1')
  await once(unused, 'connect')
  const running = fetch(url, { headers: { connection: 'close' } })
  await requested

  let isClosed = false
  const closed = drain().then(() => (isClosed = true))
  await once(unused, 'close')
  expect(isClosed).toBe(false)
  answer('done')
  expect(await (await running).text()).toBe('done')
  await closed
})
