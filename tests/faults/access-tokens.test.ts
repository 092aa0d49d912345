import { addToken } from '@typecase/contract/access-tokens'
import type { Endpoint } from '@typecase/contract/endpoint'
import { addProjectWithBucket } from '@typecase/contract/projects'
import {
  permissionsOfScope,
  teamPermissionsOfScope,
  type TokenScope,
  tokenScopes,
} from '@typecase/contract/roles'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { table } from './authorization-table.ts'
import { makeTenant, type Tenant } from './tenant.ts'

let server: TestServer
let tenant: Tenant
/** Tokens of an owner, who may do everything that the test tries. */
let tokens: Record<TokenScope, string>
/** A token with all permissions that names a bucket of another project. */
let elsewhere: string

beforeAll(async () => {
  server = await startTestServer()
  const created = await makeTenant(server)
  tenant = created.tenant
  const tokenOf = async (scope: TokenScope, bucket_ids: string[] | null = null) => {
    const body = { title: scope, scope, days: 1, bucket_ids }
    return (await server.call(addToken, { body }, created.owner)).ok().secret
  }
  const secrets = tokenScopes.map(async (scope) => [scope, await tokenOf(scope)] as const)
  tokens = Object.fromEntries(await Promise.all(secrets)) as Record<TokenScope, string>
  const titles = { project_title: 'Elsewhere', bucket_title: 'Elsewhere' }
  const { bucket } = (await server.call(addProjectWithBucket, { body: titles }, created.owner)).ok()
  elsewhere = await tokenOf('admin', [bucket.id])
})
afterAll(() => server.remove())

/** Returns the endpoints for people and their programs. */
const calls = () =>
  server.http.mountedEndpoints.filter(({ auth }) => auth === 'user' || auth === 'session')

const statusOf = async (endpoint: Endpoint, token: string) => (await send(endpoint, token)).status

async function send(endpoint: Endpoint, token: string) {
  const input = table[endpoint.id]?.about?.(tenant) ?? { body: {} }
  const { body, ...rest } = input
  const sent = endpoint.method === 'GET' ? rest : { ...rest, ...(body !== undefined && { body }) }
  return server.send(endpoint, sent, { token })
}

test('every call that needs a session answers 403 to an access token', async () => {
  const asking = calls().filter(({ auth }) => auth === 'session')
  expect(asking.length).toBeGreaterThan(20)
  for (const endpoint of asking)
    expect([endpoint.id, await statusOf(endpoint, tokens.admin)]).toEqual([endpoint.id, 403])
})

test('a token with the read scope gets 403 from every call that is not a GET', async () => {
  const writing = calls().filter(({ method }) => method !== 'GET')
  for (const endpoint of writing)
    expect([endpoint.id, await statusOf(endpoint, tokens.read)]).toEqual([endpoint.id, 403])
})

test('calls about the account and about billing need a session', () => {
  const open = calls().filter(
    ({ id, path, auth }) =>
      /^\/users\/|billing/i.test(path) && id !== 'users.get' && auth === 'user',
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

/** Calls on items of the caller. The table names the permission that others need for them. */
const ofAuthor =
  /^((comments|macros|smartViews)\.(update|delete|run)|assistantPlans\.(get|update))$/

test.each(['draft', 'publish'] as const)(
  'a token with the scope %s gets 403 from every call that its scope does not allow',
  async (scope) => {
    const left: readonly string[] = [...permissionsOfScope[scope], ...teamPermissionsOfScope[scope]]
    const beyond = calls().filter(({ id }) => {
      const needed = table[id]?.needs
      return needed !== undefined && !left.includes(needed) && !ofAuthor.test(id)
    })
    expect(beyond.length).toBeGreaterThan(60)
    const wrong: unknown[] = []
    for (const endpoint of beyond) {
      const status = await statusOf(endpoint, tokens[scope])
      if (status !== 403) wrong.push([endpoint.id, status])
    }
    expect(wrong).toEqual([])
    const ofAccount = calls().filter(
      ({ id, method }) => table[id]?.kind === 'self' && method !== 'GET',
    )
    for (const endpoint of ofAccount)
      expect([endpoint.id, await statusOf(endpoint, tokens[scope])]).toEqual([endpoint.id, 403])
  },
)

test('a token for chosen buckets gets 404 for every other bucket', async () => {
  const about = calls().filter(({ id, auth }) => table[id]?.kind === 'tenant' && auth === 'user')
  expect(about.length).toBeGreaterThan(150)
  for (const endpoint of about)
    expect([endpoint.id, await statusOf(endpoint, elsewhere)]).toEqual([endpoint.id, 404])
})

test('a token for chosen buckets gets 403 for the account, and lists nothing outside its buckets', async () => {
  const lists = [
    'buckets.list',
    'projects.list',
    'projects.listArchived',
    'workspaces.list',
    'legacy.projects.list',
    'legacy.buckets.list',
  ]
  const ofAccount = calls().filter(({ id, auth }) => {
    const kind = table[id]?.kind
    return auth === 'user' && (kind === 'self' || kind === 'code')
  })
  expect(ofAccount.map(({ id }) => id)).toEqual(expect.arrayContaining(lists))
  for (const endpoint of ofAccount) {
    const answer = await send(endpoint, elsewhere)
    const expected = lists.includes(endpoint.id) ? 200 : 403
    expect([endpoint.id, answer.status]).toEqual([endpoint.id, expected])
    if (expected === 403) continue
    const body = JSON.stringify(answer.ok())
    for (const secret of [tenant.slug, tenant.projectId, tenant.workspaceId, tenant.ownerId])
      expect(body).not.toContain(secret)
  }
})
