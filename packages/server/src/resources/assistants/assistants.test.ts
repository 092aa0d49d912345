import { answerAuthorization, listAssistants, revokeAssistant } from '@typecase/contract/assistants'
import { getBucket, listBuckets, updateBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import { addObject, publishObjects } from '@typecase/contract/objects'
import type { AssistantSetting } from '@typecase/contract/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailTo } from '../../testing/outbox.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { connect, internally, registerClient, requestOf } from './oauth-client.fixture.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const list = (as?: { token: string }) =>
  server.call(listAssistants, { query: { slug: slug() } }, as)
const revoke = (assistant_id: string, as?: { token: string }) =>
  server.call(revokeAssistant, { query: { slug: slug(), assistant_id } }, as)
const setTo = async (assistants: AssistantSetting) =>
  (await server.call(updateBucket, { body: { slug: slug(), data: { assistants } } }, owner)).ok()
const statusWith = async (token: string) =>
  (await server.call(getBucket, { query: { slug: slug() } }, { token, ...internally(server) }))
    .status

async function addColleague() {
  const person = await addPerson(server)
  await join(server, person, owner, 'editor')
  return person
}

test('listing and revoking assistants return 401 without a session', async () => {
  expect((await list()).status).toBe(401)
  expect((await revoke(newId())).status).toBe(401)
})

test('an editor sees and revokes their own assistants, and gets 404 for those of others', async () => {
  const person = await addColleague()
  await connect(server, owner)
  await connect(server, person)
  const { assistants } = (await list(person)).ok()
  expect(assistants).toMatchObject([{ user: { id: person.id }, may_revoke: true }])
  const theirs = (await list(owner)).ok().assistants.find(({ user }) => user.id === owner.id)
  const refused = await revoke(theirs?.id ?? '', person)
  expect(refused.error()).toMatchObject({ status: 404, code: 'not_found' })
  ;(await revoke(assistants[0]?.id ?? '', person)).ok()
  expect((await list(person)).ok().total).toBe(0)
})

test('revoking an assistant with a malformed id returns 400', async () => {
  expect((await revoke('x', owner)).error()).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [{ path: 'assistant_id' }],
  })
})

test('an admin sees who connected an assistant, and revokes it with immediate effect', async () => {
  const person = await addColleague()
  const permit = { scope: 'publish' as const, bucket_ids: [owner.bucket.id] }
  const { token } = await connect(server, person, permit)
  expect(await statusWith(token)).toBe(200)
  const read = async () =>
    (await list(owner)).ok().assistants.find(({ user }) => user.id === person.id)
  const shown = await waitFor(read, (one) => one?.last_used_at !== null)
  expect(shown).toMatchObject({
    client: { name: 'Claude', host: '127.0.0.1' },
    scope: 'publish',
    buckets: 1,
    may_revoke: true,
  })
  ;(await revoke(shown?.id ?? '', owner)).ok()
  expect(await statusWith(token)).toBe(401)
  expect((await list(person)).ok().total).toBe(0)
  const mail = await mailTo(server, person.email)
  expect(mail.text).toContain('The assistant “Claude” can now act in your name.')
})

test('an assistant with access to another bucket only is not listed', async () => {
  const other = await addOwner(server)
  await join(server, other, owner, 'editor')
  await connect(server, other, { scope: 'read', bucket_ids: [other.bucket.id] })
  expect((await list(other)).ok().total).toBe(0)
})

describe('the assistants setting of a bucket', () => {
  test('“off” keeps assistants from opening and listing the bucket, but not people', async () => {
    const { token } = await connect(server, owner, { scope: 'admin', bucket_ids: null })
    await setTo('off')
    const as = { token, ...internally(server) }
    const refused = await server.call(getBucket, { query: { slug: slug() } }, as)
    expect(refused.error()).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: expect.stringContaining('turned off'),
    })
    expect((await server.call(listBuckets, {}, as)).ok().buckets).toEqual([])
    expect((await server.call(getBucket, { query: { slug: slug() } }, owner)).status).toBe(200)
    await setTo('on')
    expect(await statusWith(token)).toBe(200)
  })

  test('“drafts” lets assistants add objects, but not publish them, even with the admin scope', async () => {
    const { token } = await connect(server, owner, { scope: 'admin', bucket_ids: null })
    await setTo('drafts')
    const as = { token, ...internally(server) }
    const data = { type: 'posts', title: 'Draft' }
    ;(await server.call(addObject, { body: { slug: slug(), data } }, as)).ok()
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    const body = { slug: slug(), object_ids: [id] }
    expect((await server.call(publishObjects, { body }, as)).error()).toMatchObject({
      status: 403,
      message:
        'Assistants may only write drafts in this bucket, and not publish objects. An admin can change that in its settings.',
    })
    ;(await server.call(publishObjects, { body }, owner)).ok()
    await setTo('on')
  })
})

test('a person who connects more than 50 assistants gets 409', async () => {
  const person = await addPerson(server)
  const now = server.app.clock.now()
  await connect(server, person)
  const { client_id } = await server.app.db.read
    .selectFrom('assistant_grants')
    .select('client_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 49 }, () => ({
    id: newId(),
    client_id,
    user_id: person.id,
    scope: 'read' as const,
    bucket_ids: null,
    created_at: now,
    last_used_at: null,
  }))
  await server.app.db.write(
    ({ db }) => db.insertInto('assistant_grants').values(rows).execute(),
    'serializable',
  )
  const { request } = await requestOf(server, await registerClient(server))
  const body = { ...request, permit: { scope: 'read' as const, bucket_ids: null } }
  expect((await server.call(answerAuthorization, { body }, person)).error()).toMatchObject({
    status: 409,
    message: expect.stringContaining('50 assistants already'),
  })
})

test('closing an account revokes the access of its assistants', async () => {
  const person = await addColleague()
  const { token } = await connect(server, person)
  expect(await statusWith(token)).toBe(200)
  await closeAccount(server, person)
  expect(await statusWith(token)).toBe(401)
})
