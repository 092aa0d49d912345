import { answerAuthorization, getAuthorization } from '@typecase/contract/assistants'
import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets } from '@typecase/contract/change-sets'
import { addObject, publishObjects } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { auditActions } from '../../testing/accounts.ts'
import { addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { connect, internally, REDIRECT, registerClient, requestOf } from './oauth-client.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const clock = createTestClock()
let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({}, { clock })
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const readBucket = (token: string, more = internally(server)) =>
  server.call(getBucket, { query: { slug: slug() } }, { token, ...more })

async function post(url: string, body: Record<string, string> | object, isJson = false) {
  const answer = await server.http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    payload: isJson
      ? JSON.stringify(body)
      : new URLSearchParams(body as Record<string, string>).toString(),
  })
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

test('reading and answering an OAuth request return 401 without a session', async () => {
  const { request } = await requestOf(server, await registerClient(server))
  expect((await server.call(getAuthorization, { query: request })).status).toBe(401)
  expect((await server.call(answerAuthorization, { body: request })).status).toBe(401)
})

test('an assistant cannot grant itself more access', async () => {
  const { token } = await connect(server, owner, { scope: 'admin', bucket_ids: null })
  const { request } = await requestOf(server, await registerClient(server))
  const body = { ...request, permit: { scope: 'admin' as const, bucket_ids: null } }
  const refused = await server.call(answerAuthorization, { body }, { token, ...internally(server) })
  expect(refused.error()).toMatchObject({ status: 403, code: 'forbidden' })
})

test('the token of an assistant works only through the MCP server', async () => {
  const { token } = await connect(server, owner)
  expect((await readBucket(token)).status).toBe(200)
  const others = [{}, { headers: { 'x-typecase-internal': 'guess' } }]
  for (const more of others)
    expect((await readBucket(token, more as never)).error()).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('/mcp'),
    })
})

describe('an invalid OAuth request', () => {
  test.each([
    ['no address', { redirect_uris: [] }],
    ['plain HTTP', { redirect_uris: ['http://example.com/cb'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['data', { redirect_uris: ['data:text/html,x'] }],
    ['a fragment', { redirect_uris: ['https://example.com/cb#x'] }],
    ['a user name', { redirect_uris: ['https://a@example.com/cb'] }],
    ['eleven addresses', { redirect_uris: Array.from({ length: 11 }, () => REDIRECT) }],
  ])('is rejected with 400 when it registers with %s', async (_name, body) => {
    const answer = await post('/oauth/register', body, true)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_target', { resource: 'https://other.example.com/mcp' }],
  ])('sends the error %s back to the client: %j', async (error, more) => {
    const { request, state } = await requestOf(server, await registerClient(server))
    const body = { ...request, ...more, permit: { scope: 'read' as const, bucket_ids: null } }
    const { redirect_to } = (await server.call(answerAuthorization, { body }, owner)).ok()
    expect(Object.fromEntries(new URL(redirect_to).searchParams)).toMatchObject({
      error,
      state,
      iss: server.app.settings.PUBLIC_URL,
    })
  })

  test('is rejected without a redirect when the client or redirect address is unknown', async () => {
    const { request } = await requestOf(server, await registerClient(server))
    const query = { ...request, redirect_uri: 'https://evil.example.com' }
    expect((await server.call(getAuthorization, { query }, owner)).error()).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [{ path: 'redirect_uri' }],
    })
    const unknown = { ...request, client_id: newId() }
    expect((await server.call(getAuthorization, { query: unknown }, owner)).status).toBe(404)
  })

  test('is rejected when it names a bucket that the person cannot open', async () => {
    const { request } = await requestOf(server, await registerClient(server))
    const permit = { scope: 'read' as const, bucket_ids: [newId()] }
    const body = { ...request, permit }
    expect((await server.call(answerAuthorization, { body }, owner)).error()).toMatchObject({
      status: 400,
      details: [{ path: 'permit.bucket_ids.0' }],
    })
  })

  test.each([
    ['invalid_request', {}],
    ['invalid_client', { client_id: 'x', grant_type: 'refresh_token', refresh_token: 'x' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_grant', { grant_type: 'refresh_token', refresh_token: 'x' }],
    ['invalid_target', { grant_type: 'refresh_token', resource: 'https://example.com' }],
  ])('gets %s from the token endpoint: %j', async (error, more) => {
    const { client_id } = (await registerClient(server)).clientMetadata()
    const form = Object.keys(more).length === 0 ? {} : { client_id, ...more }
    const status = error === 'invalid_client' ? 401 : 400
    expect(await post('/oauth/token', form)).toMatchObject({ status, body: { error } })
  })

  test('gets invalid_request for a repeated parameter and for a JSON body', async () => {
    const twice = await server.http.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=a&client_id=b',
    })
    expect(twice.json()).toMatchObject({ error: 'invalid_request' })
    expect((await post('/oauth/token', {}, true)).body).toMatchObject({ error: 'invalid_request' })
  })
})

test('a client registers, asks for access, and acts within the scope that the person granted', async () => {
  const { url, request } = await requestOf(server, await registerClient(server), 'read draft admin')
  expect(url.pathname).toBe('/oauth/authorize')
  expect((await server.call(getAuthorization, { query: request }, owner)).ok()).toEqual({
    client: { id: request.client_id, name: 'Claude', host: '127.0.0.1' },
    scope: 'draft',
  })
  const connection = await connect(server, owner, { scope: 'draft', bucket_ids: [owner.bucket.id] })
  expect(connection).toMatchObject({ expiresIn: 3600, scope: 'draft' })
  expect(connection.token).toMatch(/^coa_[\w-]{43}$/)
  const as = { token: connection.token, ...internally(server) }
  const data = { type: 'posts', title: 'By an assistant' }
  ;(await server.call(addObject, { body: { slug: slug(), data } }, as)).ok()
  const query = { slug: slug(), limit: 1 }
  const { change_sets } = (await server.call(listChangeSets, { query }, owner)).ok()
  expect(change_sets).toMatchObject([{ client: 'Claude', created_by: owner.id }])
  const publish = { slug: slug(), object_ids: [newId()] }
  expect((await server.call(publishObjects, { body: publish }, as)).error().message).toContain(
    '(draft)',
  )
  const stored = await server.app.db.read.selectFrom('assistant_tokens').selectAll().execute()
  for (const secret of [connection.token, connection.refreshToken])
    expect(JSON.stringify(stored)).not.toContain(secret)
  expect((await auditActions(server, owner))[0]).toEqual(['account.assistant_add', 'Claude'])
})

test('an assistant never sees the keys of a bucket', async () => {
  const { token } = await connect(server, owner, { scope: 'admin', bucket_ids: null })
  expect((await readBucket(token)).ok().bucket.api_access.write_key).toBe('')
})

test('an assistant loses access to a bucket when the person is removed from it', async () => {
  const person = await addPerson(server)
  await join(server, person, owner, 'editor')
  const { token } = await connect(server, person, { scope: 'admin', bucket_ids: null })
  expect((await readBucket(token)).ok().bucket.role).toBe('editor')
  await server.app.db.write(
    ({ db }) => db.deleteFrom('bucket_members').where('user_id', '=', person.id).execute(),
    'serializable',
  )
  expect((await readBucket(token)).status).toBe(403)
})

test('a denied request sends the client back with access_denied and without a code', async () => {
  const { request, state } = await requestOf(server, await registerClient(server))
  const { redirect_to } = (await server.call(answerAuthorization, { body: request }, owner)).ok()
  expect(Object.fromEntries(new URL(redirect_to).searchParams)).toEqual({
    error: 'access_denied',
    state,
    iss: server.app.settings.PUBLIC_URL,
  })
})

describe('single-use secrets', () => {
  test('a refresh token is replaced on use, and a second use revokes all tokens', async () => {
    const connection = await connect(server, owner)
    const next = await client.refreshTokenGrant(connection.config, connection.refreshToken)
    expect((await readBucket(next.access_token)).status).toBe(200)
    await expect(
      client.refreshTokenGrant(connection.config, connection.refreshToken),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await readBucket(next.access_token)).status).toBe(401)
    await expect(
      client.refreshTokenGrant(connection.config, next.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('a code works once, with its verifier, redirect address and client, within two minutes', async () => {
    const config = await registerClient(server)
    const { client_id } = config.clientMetadata()
    const { request, verifier } = await requestOf(server, config)
    const body = { ...request, permit: { scope: 'draft' as const, bucket_ids: null } }
    const { redirect_to } = (await server.call(answerAuthorization, { body }, owner)).ok()
    const code = new URL(redirect_to).searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }
    const other = (await registerClient(server)).clientMetadata().client_id
    const wrong = [
      { code_verifier: client.randomPKCECodeVerifier() },
      { redirect_uri: `${REDIRECT}/other` },
      { client_id: other },
    ]
    for (const more of wrong)
      expect((await post('/oauth/token', { ...form, ...more })).body).toMatchObject({
        error: 'invalid_grant',
      })
    const tokens = await post('/oauth/token', form)
    expect(tokens.status).toBe(200)
    expect((await post('/oauth/token', form)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await readBucket(String(tokens.body['access_token']))).status).toBe(401)
    const second = (await server.call(answerAuthorization, { body }, owner)).ok()
    clock.advance(121_000)
    const lateInput = { ...form, code: new URL(second.redirect_to).searchParams.get('code') ?? '' }
    expect((await post('/oauth/token', lateInput)).body).toMatchObject({ error: 'invalid_grant' })
  })
})

test('a client can revoke its own token, but not the token of another client', async () => {
  const connection = await connect(server, owner)
  const stranger = await registerClient(server)
  await client.tokenRevocation(stranger, connection.refreshToken)
  expect((await readBucket(connection.token)).status).toBe(200)
  await client.tokenRevocation(connection.config, connection.refreshToken)
  expect((await readBucket(connection.token)).status).toBe(401)
  await client.tokenRevocation(connection.config, connection.refreshToken)
})

test('an answer can redirect to any loopback port and to private schemes, and carries the state', async () => {
  const uris = ['http://localhost:1/cb', 'cursor://mcp/cb', 'https://claude.ai/cb']
  const { body } = await post('/oauth/register', { redirect_uris: uris }, true)
  const { request } = await requestOf(server, await registerClient(server))
  for (const redirect_uri of ['http://localhost:49152/cb', 'cursor://mcp/cb'])
    expect(
      (
        await server.call(
          answerAuthorization,
          { body: { ...request, client_id: String(body['client_id']), redirect_uri } },
          owner,
        )
      ).ok().redirect_to,
    ).toMatch(new RegExp(`^${redirect_uri}\\?error=access_denied&state=`))
})

test('the name of a client is reduced to one line of plain text', async () => {
  const body = { client_name: `Cl\u202Eaude\n\u0007 ${'x'.repeat(100)}`, redirect_uris: [REDIRECT] }
  const answer = await post('/oauth/register', body, true)
  expect(answer.body['client_name']).toBe(`Claude ${'x'.repeat(73)}`)
})

test('pages of any origin can make all OAuth calls, after a preflight request', async () => {
  const metadata = [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
  ]
  const calls = ['/oauth/register', '/oauth/token', '/oauth/revoke']
  for (const url of [...metadata, ...calls]) {
    const method = calls.includes(url) ? 'POST' : 'GET'
    const headers = {
      origin: 'https://a.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type, mcp-protocol-version',
    }
    const preflight = await server.http.inject({ method: 'OPTIONS', url, headers })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-methods']).toContain(method)
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase()
    expect(allowed.split(', ')).toEqual(
      expect.arrayContaining(['content-type', 'mcp-protocol-version']),
    )
    const answer = await server.http.inject({ method, url, headers: { origin: headers.origin } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  }
})

test('the OAuth metadata names the resource and its server', async () => {
  const at = async (url: string) => server.http.inject({ url })
  const { PUBLIC_URL } = server.app.settings
  for (const path of ['', '/mcp']) {
    const answer = await at(`/.well-known/oauth-protected-resource${path}`)
    expect(answer.json()).toMatchObject({
      resource: `${PUBLIC_URL}/mcp`,
      authorization_servers: [PUBLIC_URL],
    })
  }
  expect((await at('/.well-known/oauth-authorization-server')).json()).toMatchObject({
    issuer: PUBLIC_URL,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

/** This test comes last, since it ends every session. */
test('an access token lasts an hour and a refresh token thirty days, after which all is deleted', async () => {
  const person = await addPerson(server)
  await join(server, person, owner, 'editor')
  const connection = await connect(server, person)
  clock.advance(HOUR)
  expect((await readBucket(connection.token)).status).toBe(401)
  const next = await client.refreshTokenGrant(connection.config, connection.refreshToken)
  expect((await readBucket(next.access_token)).status).toBe(200)
  clock.advance(30 * DAY)
  await expect(
    client.refreshTokenGrant(connection.config, next.refresh_token ?? ''),
  ).rejects.toMatchObject({ error: 'invalid_grant' })
  await deleteExpired(server.app)
  const { read } = server.app.db
  const grants = read.selectFrom('assistant_grants').selectAll().where('user_id', '=', person.id)
  expect(await grants.execute()).toEqual([])
  const { client_id } = connection.config.clientMetadata()
  const clients = read
    .selectFrom('assistant_clients')
    .selectAll()
    .where('id', '=', client_id ?? '')
  expect(await clients.execute()).toEqual([])
})
