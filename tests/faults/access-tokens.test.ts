import { addToken, type TokenScope } from '@typecase/contract/access-tokens'
import type { Endpoint } from '@typecase/contract/endpoint'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { table } from './authorization-table.ts'
import { makeTenant, type Tenant } from './tenant.ts'

let server: TestServer
let tenant: Tenant
/** Tokens of an owner, who may do all that is tried here. */
let tokens: Record<TokenScope, string>

beforeAll(async () => {
  server = await startTestServer()
  const made = await makeTenant(server)
  tenant = made.tenant
  const tokenOf = async (scope: TokenScope) => {
    const body = { title: scope, scope, days: 1 }
    return (await server.call(addToken, { body }, made.owner)).ok().secret
  }
  tokens = { read: await tokenOf('read'), write: await tokenOf('write') }
})
afterAll(() => server.remove())

/** Calls of people and their programs. */
const calls = () =>
  server.http.mountedEndpoints.filter(({ auth }) => auth === 'user' || auth === 'session')

async function statusOf(endpoint: Endpoint, token: string): Promise<number> {
  const input = table[endpoint.id]?.about?.(tenant) ?? { body: {} }
  const { body, ...rest } = input
  const sent = endpoint.method === 'GET' ? rest : { ...rest, ...(body !== undefined && { body }) }
  return (await server.send(endpoint, sent, { token })).status
}

test('every call that asks for a session refuses a token: 403', async () => {
  const asking = calls().filter(({ auth }) => auth === 'session')
  expect(asking.length).toBeGreaterThan(20)
  for (const endpoint of asking)
    expect([endpoint.id, await statusOf(endpoint, tokens.write)]).toEqual([endpoint.id, 403])
})

test('a token that may only read makes GET calls alone: 403', async () => {
  const writing = calls().filter(({ method }) => method !== 'GET')
  for (const endpoint of writing)
    expect([endpoint.id, await statusOf(endpoint, tokens.read)]).toEqual([endpoint.id, 403])
})

test('calls about the account and about billing ask for a session', () => {
  const open = calls().filter(
    ({ id, path, auth }) =>
      /^\/users\/|billing/i.test(path) && id !== 'users.get' && auth === 'user',
  )
  expect(open.map(({ id }) => id)).toEqual([])
})
