import { type BucketKeyName, getBucket, updateBucket } from '@typecase/contract/buckets'
import { listAudit } from '@typecase/contract/audit'
import type { BodyOf } from '@typecase/contract/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createKeyUses, readKeyUses } from './key-uses.ts'

const HOUR = 3600 * 1000
const clock = createTestClock()
let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

type Data = BodyOf<typeof updateBucket>['data']

const update = (data: Data, as: Partial<Person> = owner) =>
  server.call(updateBucket, { body: { slug: owner.bucket.slug, data } }, as)
const reset = async (key: BucketKeyName, hours: number) =>
  (await update({ reset_api_access_keys: [key], former_key_hours: { [key]: hours } })).ok().bucket
const get = async (as: Person = owner) =>
  (await server.call(getBucket, { query: { slug: owner.bucket.slug } }, as)).ok().bucket

/** Reads from the content API with a key; `status=draft` needs more than the read key. */
const readWith = async (key: string, status = 'published') =>
  (
    await server.http.inject({
      url: `/v3/buckets/${owner.bucket.slug}/objects`,
      query: { read_key: key, query: '{"type":"none"}', status },
    })
  ).statusCode

describe('replacing a single key', () => {
  test('returns 401 without a session, 403 to a developer and 404 to a stranger', async () => {
    const developer = await addPerson(server)
    await join(server, developer, owner, 'developer')
    const change: Data = { reset_api_access_keys: ['read'] }
    expect((await update(change, {})).status).toBe(401)
    expect((await update(change, developer)).status).toBe(403)
    expect((await update(change, await addPerson(server))).status).toBe(404)
    expect((await get()).api_access).toEqual(owner.bucket.api_access)
  })

  test('returns 400 for unknown or missing key names and invalid hours', async () => {
    const refused = [
      { reset_api_access_keys: [] },
      { reset_api_access_keys: ['admin'] },
      { former_key_hours: { read: 169 } },
      { former_key_hours: { read: 1.5 } },
      { former_key_hours: { read: -1 } },
      { former_key_hours: { admin: 1 } },
    ]
    for (const data of refused) {
      const body = { slug: owner.bucket.slug, data }
      expect((await server.send(updateBucket, { body }, owner)).status).toBe(400)
    }
  })

  test('keeps the other keys, and the old key stops working at once', async () => {
    const { read_key, ...others } = owner.bucket.api_access
    const bucket = (await update({ reset_api_access_keys: ['read'] })).ok().bucket
    expect(bucket.api_access).toMatchObject(others)
    expect(bucket.api_access.read_key).not.toBe(read_key)
    expect(bucket.former_keys).toBeUndefined()
    expect(await readWith(read_key)).toBe(401)
    expect(await readWith(bucket.api_access.read_key)).toBe(404)
  })

  test('lets the former key work for the given hours, and reports when they end', async () => {
    const old = owner.bucket.api_access
    const { former_keys, api_access } = await reset('preview', 48)
    expect(former_keys).toEqual([
      {
        key: 'preview',
        used_at: null,
        ending: old.preview_key.slice(-4),
        ends_at: new Date(clock.now() + 48 * HOUR).toISOString(),
      },
    ])
    expect(await readWith(old.preview_key, 'any')).toBe(404)
    expect(await readWith(api_access.preview_key, 'any')).toBe(404)
    clock.advance(48 * HOUR)
    expect(await readWith(old.preview_key, 'any')).toBe(401)
    expect(
      (await update({ title: 'T' }, { token: await tokenLater() })).ok().bucket.former_keys,
    ).toBe(undefined)
  })

  test('leaves a former key its rights: a read key cannot read drafts or write, a write key can', async () => {
    const { read_key, write_key } = owner.bucket.api_access
    await reset('read', 1)
    await reset('write', 1)
    expect(await readWith(read_key, 'any')).toBe(401)
    expect(await readWith(write_key, 'any')).toBe(404)
    const write = (key: string) =>
      server.http.inject({
        method: 'POST',
        url: `/v3/buckets/${owner.bucket.slug}/objects`,
        headers: { authorization: `Bearer ${key}` },
        payload: { title: 'A', type: 'none' },
      })
    expect((await write(read_key)).statusCode).toBe(403)
    expect([400, 404]).toContain((await write(write_key)).statusCode)
  })

  test('allows the hours of the former key to be extended and ended', async () => {
    const { read_key } = owner.bucket.api_access
    await reset('read', 1)
    await update({ former_key_hours: { read: 25 } })
    clock.advance(2 * HOUR)
    expect(await readWith(read_key)).toBe(404)
    await update({ former_key_hours: { read: 0 } })
    expect(await readWith(read_key)).toBe(401)
    expect((await get()).former_keys).toBeUndefined()
  })

  test('ends all earlier keys as well if the former key gets no hours', async () => {
    const { read_key } = owner.bucket.api_access
    const second = (await reset('read', 48)).api_access.read_key
    await reset('read', 0)
    for (const key of [read_key, second]) expect(await readWith(key)).toBe(401)
  })

  test('shows the former key to a developer, but not to an editor', async () => {
    await reset('read', 48)
    const developer = await addPerson(server)
    await join(server, developer, owner, 'developer')
    const editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    expect((await get(developer)).former_keys).toHaveLength(1)
    expect(await get(editor)).not.toHaveProperty('former_keys')
  })

  test('adds the name of the key to the audit log, but not the key itself', async () => {
    const { read_key } = owner.bucket.api_access
    await reset('read', 48)
    const query = { project_id: owner.project.id, kind: 'bucket.keys' }
    const { entries } = (await server.call(listAudit, { query }, owner)).ok()
    expect(entries).toMatchObject([
      { details: { replaced: ['read'], former_key_hours: { read: 48 } } },
    ])
    expect(JSON.stringify(entries)).not.toContain(read_key.slice(-4))
  })
})

/** Opens a new session, since sessions expire after a day without use. */
const tokenLater = () =>
  server.app.db.write(
    (write) => server.app.sessions.open(write, owner.id, { ip: '127.0.0.1', agent: 'test' }),
    'serializable',
  )

test('people who may see keys see when each key was last used, to the hour', async () => {
  const editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
  const { read_key, write_key } = owner.bucket.api_access
  expect((await get()).keys_used_at).toEqual({ read: null, preview: null, write: null })
  const first = clock.iso()
  await readWith(read_key)
  await readWith('no one’s key')
  await expect.poll(async () => (await get()).keys_used_at?.read).toBe(first)
  clock.advance(HOUR / 2)
  await readWith(read_key)
  await readWith(write_key)
  const second = clock.iso()
  await expect.poll(async () => (await get()).keys_used_at?.write).toBe(second)
  expect((await get()).keys_used_at).toEqual({ read: first, preview: null, write: second })
  expect((await get(editor)).keys_used_at).toBeUndefined()

  // A new key has no recorded use; uses of the replaced key are recorded until it expires.
  await reset('read', 2)
  clock.advance(HOUR)
  const third = clock.iso()
  await readWith(read_key)
  await expect.poll(async () => (await get()).former_keys?.[0]?.used_at).toBe(third)
  expect((await get()).keys_used_at?.read).toBeNull()
})

test('uses of many keys are written in batches, and a use an hour later updates the time', async () => {
  const write = vi.spyOn(server.app.db, 'write')
  const keyUses = createKeyUses(server.app)
  for (let key = 0; key < 1200; key += 1) keyUses.note(owner.bucket.id, `key ${key}`)
  for (let key = 0; key < 1200; key += 1) keyUses.note(owner.bucket.id, `key ${key}`)
  await keyUses.close()
  expect(write).toHaveBeenCalledTimes(3)
  const uses = await readKeyUses(server.app.db.read, owner.bucket.id)
  expect(uses.get('key 1199')).toBe(clock.iso())
  clock.advance(HOUR)
  keyUses.note(owner.bucket.id, 'key 7')
  await keyUses.close()
  expect((await readKeyUses(server.app.db.read, owner.bucket.id)).get('key 7')).toBe(clock.iso())
  write.mockRestore()
})
