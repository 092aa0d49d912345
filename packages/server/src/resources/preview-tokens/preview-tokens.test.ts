import { updateBucket } from '@typecase/contract/buckets'
import { findObject, findObjects, findRevisions } from '@typecase/contract/content'
import { insertObject } from '@typecase/contract/content-writes'
import { listObjects } from '@typecase/contract/objects'
import { addPreviewToken } from '@typecase/contract/preview-tokens'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import {
  addOwner,
  addPerson,
  join,
  joinProject,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const MINUTE = 60_000
const clock = createTestClock()
let server: TestServer
let owner: Owner
let id: string

beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
  id = (await addOneObject(server, owner, { type: 'posts', title: 'Draft' })).id
})

const add = (as: Person = owner) =>
  server.call(addPreviewToken, { body: { slug: owner.bucket.slug } }, as)
const tokenOf = async () => (await add()).ok().token

/** Returns the status code of reading drafts with a token in place of a read key. */
const read = async (read_key: string, of: Owner = owner) =>
  (await readContent(server, of, findObjects, { read_key, status: 'any', source: 'true' })).status

test('a new token needs a session (401)', async () => {
  const answer = await server.call(addPreviewToken, { body: { slug: owner.bucket.slug } })
  expect(answer.status).toBe(401)
})

test('a new token needs access to the bucket (404, 403); a contributor may get one', async () => {
  const person = await addPerson(server)
  expect((await add(person)).status).toBe(404)
  await joinProject(server, person, owner, 'user')
  expect((await add(person)).status).toBe(403)
  const contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  expect(await read((await add(contributor)).ok().token)).toBe(200)
})

test('an invalid slug answers 400', async () => {
  const answer = await server.send(addPreviewToken, { body: { slug: 'A B' } }, owner)
  expect(answer.error()).toMatchObject({ status: 400, details: [{ path: 'slug' }] })
})

test('a token reads drafts and revisions for 15 minutes, in the address or in a header', async () => {
  const { token, expires_at } = (await add()).ok()
  expect(Date.parse(expires_at)).toBe(clock.now() + 15 * MINUTE)
  expect(await read(token)).toBe(200)
  const { slug } = owner.bucket
  const input = { params: { slug, id }, query: { status: 'any' } }
  expect((await server.send(findObject, input, { token })).status).toBe(200)
  expect(
    (await readContent(server, owner, findRevisions, { read_key: token }, { id })).status,
  ).toBe(200)
  clock.advance(15 * MINUTE - 1000)
  expect(await read(token)).toBe(200)
  clock.advance(1000)
  expect(await read(token)).toBe(401)
  expect(await read(await tokenOf())).toBe(200)
})

test('a token with a changed time, signature or format is refused', async () => {
  const token = await tokenOf()
  const [prefix = '', seconds = '', signature = ''] = token.split('.')
  const later = (Number.parseInt(seconds, 36) + 60).toString(36)
  const forged = [
    [prefix, later, signature],
    [prefix, seconds, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
    [prefix, seconds, signature, ''],
    [prefix, seconds],
    [prefix, '', signature],
    [seconds, signature],
  ]
  for (const parts of forged) expect(await read(parts.join('.'))).toBe(401)
})

test('a token cannot read another bucket', async () => {
  const other = await addOwner(server)
  expect(await read(await tokenOf(), other)).toBe(401)
})

test('a token becomes invalid if the preview key is replaced, even while the former key still works', async () => {
  const token = await tokenOf()
  const data = { reset_api_access_keys: ['preview' as const], former_key_hours: { preview: 1 } }
  const body = { slug: owner.bucket.slug, data }
  ;(await server.call(updateBucket, { body }, owner)).ok()
  expect(await read(token)).toBe(401)
  expect(await read(owner.bucket.api_access.preview_key)).toBe(200)
  expect(await read(await tokenOf())).toBe(200)
})

test('a token cannot write, and cannot use the dashboard API', async () => {
  const token = await tokenOf()
  const { slug } = owner.bucket
  const body = { title: 'New', type: 'posts' }
  const write = { params: { slug }, body }
  expect((await server.send(insertObject, write, { token })).status).toBe(403)
  const inAddress = { ...write, query: { write_key: token } }
  expect((await server.send(insertObject, inAddress)).status).toBe(403)
  const list = await server.send(listObjects, { query: { slug } }, { token })
  expect(list.status).toBe(401)
  expect((await server.send(addPreviewToken, { body: { slug } }, { token })).status).toBe(401)
})
