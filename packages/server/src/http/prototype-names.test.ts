import { isOfUser } from '@typecase/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addPerson, type Person } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { pathsOf } from './mount.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
  person = await addPerson(server)
})
afterAll(() => server.remove())

/** Names that every object inherits. */
const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__']

test.each(inherited)('%s is refused as an unknown key by every endpoint', async (name) => {
  const refusals: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  const calls = server.http.mountedEndpoints.filter(
    ({ base = 'dashboard' }) => base === 'dashboard',
  )
  for (const endpoint of calls) {
    const isQuery = endpoint.query !== undefined
    const isBody = endpoint.body !== undefined && !endpoint.isMultipart
    // The body parser refuses `__proto__` before any key is checked.
    if (!isQuery && (!isBody || name === '__proto__')) continue
    const [address = ''] = pathsOf(endpoint)
    // This id is valid both as a slug and as an id.
    const path = address.replace(/:\w+/g, 'a'.repeat(24))
    const answer = await server.http.inject({
      method: endpoint.method,
      url: isQuery ? `${path}?${name}=1` : path,
      headers: {
        ...(isOfUser(endpoint) && { authorization: `Bearer ${person.token}` }),
        ...(!isQuery && { 'content-type': 'application/json' }),
      },
      ...(!isQuery && { payload: `{"${name}":1}` }),
    })
    const { details } = answer.json<{ details?: { path: string; rule: string }[] }>()
    refusals[endpoint.id] = details?.find(({ rule }) => rule === 'unknown_key')?.path
    expected[endpoint.id] = name
  }
  expect(refusals).toEqual(expected)
})
