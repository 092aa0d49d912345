import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint, OutputOf } from '@typecase/contract/endpoint'
import * as legacy from '@typecase/contract/legacy'
import { getProject } from '@typecase/contract/projects'
import { authenticate } from '@typecase/contract/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addAccount, addTwoStepAccount, otpAt } from '../../testing/accounts.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { type RawInput, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

/** Older clients send the token without a scheme. */
const send = (endpoint: Endpoint, input: RawInput = {}, { token } = owner) =>
  server.send(endpoint, input, { headers: { authorization: token } })
const project_id = () => owner.project.id
const bucket_slug = () => owner.bucket.slug

describe('access to the legacy endpoints', () => {
  const calls = () =>
    [
      [legacy.legacyUpdateProject, { params: { project_id: project_id() }, body: { title: 'X' } }],
      [legacy.legacyDeleteProject, { params: { project_id: project_id() } }],
      [legacy.legacyUpdateBucket, { params: { bucket_slug: bucket_slug() }, body: { title: 'X' } }],
      [legacy.legacyDeleteBucket, { params: { bucket_slug: bucket_slug() } }],
      [legacy.legacyAddBucket, { body: { project: project_id(), title: 'X' } }],
    ] as const

  test('returns 401 without a session and with a bucket key', async () => {
    for (const [endpoint, input] of calls()) {
      expect((await server.send(endpoint, input)).status).toBe(401)
      const { write_key: token } = owner.bucket.api_access
      expect((await send(endpoint, input, { ...owner, token })).status).toBe(401)
    }
  })

  test('returns 404 to another tenant and 403 to a developer', async () => {
    const stranger = { ...owner, ...(await addPerson(server)) }
    for (const [endpoint, input] of calls())
      expect((await send(endpoint, input, stranger)).status).toBe(404)
    await join(server, stranger, owner, 'developer')
    for (const [endpoint, input] of calls())
      expect((await send(endpoint, input, stranger)).status).toBe(403)
  })
})

test('the legacy endpoints return 400 for malformed ids and slugs, and missing or unknown fields', async () => {
  const bad: [Endpoint, RawInput][] = [
    [legacy.legacyGetProject, { params: { project_id: 'x' } }],
    [legacy.legacyGetBucket, { params: { bucket_slug: 'A b' } }],
    [legacy.legacyAddBucket, { body: { title: 'No project' } }],
    [legacy.legacyAddProject, { body: { title: 'X', wibble: 1 } }],
    [legacy.legacyUpdateBucket, { params: { bucket_slug: bucket_slug() }, body: { wibble: 1 } }],
    [legacy.legacyAuthenticate, { body: { email: 'x' } }],
  ]
  for (const [endpoint, input] of bad) expect((await send(endpoint, input)).status).toBe(400)
})

test('projects can be listed, read, changed, added and deleted', async () => {
  const list = (await send(legacy.legacyListProjects)).ok()
  expect(list).toMatchObject({ projects: [{ id: project_id() }], total: 1 })
  const params = { project_id: project_id() }
  const edited = await send(legacy.legacyUpdateProject, { params, body: { title: 'New' } })
  expect(edited.ok()).toMatchObject({ project: { title: 'New' } })
  const got = (await send(legacy.legacyGetProject, { params })).ok()
  const query = { project_id: project_id() }
  expect(got).toEqual((await server.call(getProject, { query }, owner)).ok())

  const added = await send(legacy.legacyAddProject, { body: { title: 'Second' } })
  expect(added.status).toBe(201)
  const { project, bucket } = added.ok() as OutputOf<typeof legacy.legacyAddProject>
  expect([project.title, bucket.title]).toEqual(['Second', 'Second'])
  await send(legacy.legacyDeleteProject, { params: { project_id: project.id } })
  expect((await send(legacy.legacyListProjects)).ok()).toMatchObject({ total: 1 })
})

test('buckets can be listed, read, changed, added and deleted', async () => {
  const params = { bucket_slug: bucket_slug() }
  const body = { title: 'Second', slug: `second-${owner.id}`, project: project_id() }
  expect((await send(legacy.legacyAddBucket, { body })).ok()).toMatchObject({
    bucket: { title: 'Second', slug: body.slug },
  })
  expect((await send(legacy.legacyListBuckets)).ok()).toMatchObject({
    buckets: [{ slug: bucket_slug(), project: project_id() }, { slug: body.slug }],
    total: 2,
  })
  const edited = await send(legacy.legacyUpdateBucket, { params, body: { title: 'New' } })
  expect(edited.ok()).toMatchObject({ bucket: { title: 'New' } })
  const query = { slug: bucket_slug() }
  expect((await send(legacy.legacyGetBucket, { params })).ok()).toEqual(
    (await server.call(getBucket, { query }, owner)).ok(),
  )
  await send(legacy.legacyDeleteBucket, { params: { bucket_slug: body.slug } })
  expect((await send(legacy.legacyListBuckets)).ok()).toMatchObject({ total: 1 })
})

test('the people of a bucket can be listed and read, and a stranger’s id returns 404', async () => {
  const params = { bucket_slug: bucket_slug() }
  const list = (await send(legacy.legacyListUsers, { params })).ok()
  expect(list).toMatchObject({ users: [{ id: owner.id, status: 'member' }], total: 1 })
  const one = (user_id: string) => send(legacy.legacyGetUser, { params: { ...params, user_id } })
  expect((await one(owner.id)).ok()).toMatchObject({ user: { id: owner.id } })
  expect((await one((await addPerson(server)).id)).status).toBe(404)
})

test('adding a project twice with the same Idempotency-Key adds one', async () => {
  const add = () =>
    server.send(
      legacy.legacyAddProject,
      { body: { title: 'Once' } },
      { headers: { authorization: owner.token, 'idempotency-key': 'k' } },
    )
  expect((await add()).ok()).toEqual((await add()).ok())
  expect((await send(legacy.legacyListProjects)).ok()).toMatchObject({ total: 2 })
})

test('signing in returns a valid token, or 206 to ask for the second step', async () => {
  const signIn = (body: object) => server.send(legacy.legacyAuthenticate, { body })
  const { email, password } = await addAccount(server)
  expect((await signIn({ email, password: 'not the one' })).error().code).toBe('unauthenticated')
  const { token } = (await signIn({ email, password })).ok() as { token: string }
  expect((await send(legacy.legacyUser, {}, { ...owner, token })).ok()).toMatchObject({
    user: { email },
  })

  const safe = await addTwoStepAccount(server)
  const answer = await signIn({ email: safe.email, password })
  expect([answer.status, answer.ok()]).toEqual([206, {}])
  const otp = otpAt(server, 0)
  expect((await signIn({ email: safe.email, password, otp })).ok()).toHaveProperty('token')
})

test('wrong passwords count towards one limit for the legacy and the current endpoint', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on' })
  try {
    const { email, password } = await addAccount(limited)
    const signIn = async (endpoint: Endpoint, tried: string) =>
      (await limited.send(endpoint, { body: { email, password: tried } })).status
    const { legacyAuthenticate } = legacy
    for (const endpoint of [legacyAuthenticate, authenticate, legacyAuthenticate, authenticate])
      expect(await signIn(endpoint, 'not the one')).toBe(401)
    // Signing up was the first of five attempts.
    expect(await signIn(legacyAuthenticate, password)).toBe(429)
    expect(await signIn(authenticate, password)).toBe(429)
  } finally {
    await limited.remove()
  }
})
