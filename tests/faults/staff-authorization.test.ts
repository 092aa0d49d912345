import { addToken } from '@typecase/contract/access-tokens'
import type { Endpoint } from '@typecase/contract/endpoint'
import { startSupport } from '@typecase/contract/staff'
import { logout } from '@typecase/contract/users'
import { pathsOf } from '@typecase/server/http/mount'
import { addPerson, type Owner, type Person } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Row } from './authorization-rows.ts'
import { table } from './authorization-table.ts'
import { makeTenant, type Tenant } from './tenant.ts'

let server: TestServer
let owner: Owner
let tenant: Tenant
let helper: Person
/** A support session, in which the helper sees the owner's account. */
let support: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ owner, tenant } = await makeTenant(server))
  helper = await addPerson(server)
  await server.app.db.write(
    ({ db }) => db.updateTable('users').set({ is_staff: 1 }).where('id', '=', helper.id).execute(),
    'serializable',
  )
  const body = { user_id: owner.id, reason: 'Asked by e-mail' }
  support = (await server.call(startSupport, { body }, helper)).ok().token
})
afterAll(() => server.remove())

const ofKind = (...kinds: Row['kind'][]) =>
  server.http.mountedEndpoints.flatMap((endpoint) => {
    const row = table[endpoint.id]
    return row && kinds.includes(row.kind) ? [{ endpoint, row }] : []
  })

async function statusOf(endpoint: Endpoint, path: string, row: Row, token: string) {
  const { params = {}, query = {}, body } = row.about?.(tenant) ?? { body: {} }
  const { statusCode } = await server.http.inject({
    method: endpoint.method,
    url: path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? 'x'),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  return statusCode
}

test('staff endpoints answer 403 to admins, other people, access tokens and support sessions', async () => {
  const stranger = await addPerson(server)
  const body = { title: 'Terminal', scope: 'write' as const, days: 1 }
  const { secret } = (await server.call(addToken, { body }, helper)).ok()
  const wrong: string[] = []
  for (const { endpoint, row } of ofKind('staff')) {
    for (const path of pathsOf(endpoint)) {
      for (const token of [owner.token, stranger.token, secret, support]) {
        const status = await statusOf(endpoint, path, row, token)
        if (status !== 403) wrong.push(`${endpoint.method} ${path}: ${status}`)
      }
      const status = await statusOf(endpoint, path, row, helper.token)
      if (status !== (endpoint.status ?? 200)) wrong.push(`${path} for staff: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a support session gets 403 from every call that is not a read', async () => {
  const wrong: string[] = []
  for (const { endpoint, row } of ofKind('tenant', 'self', 'code')) {
    const isRead = endpoint.auth === 'user' && endpoint.method === 'GET'
    if (endpoint.id === logout.id || isRead) continue
    for (const path of pathsOf(endpoint)) {
      const status = await statusOf(endpoint, path, row, support)
      if (status !== 403) wrong.push(`${endpoint.method} ${path}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
