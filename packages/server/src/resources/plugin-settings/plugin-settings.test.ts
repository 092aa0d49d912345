import { getPluginSettings, updatePluginSettings } from '@typecase/contract/plugin-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let contributor: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
type By = { token?: string }
const read = (by: By = owner, query: object = {}) =>
  server.send(getPluginSettings, { query: { slug: slug(), plugin_id: 'notes', ...query } }, by)
/** Reads the stored settings. */
const stored = async (by: By & { token: string } = owner, query: object = {}) =>
  (
    await server.call(
      getPluginSettings,
      { query: { slug: slug(), plugin_id: 'notes', ...query } },
      by,
    )
  ).ok()
const update = (data: object, by: By = owner, more: object = {}) =>
  server.send(
    updatePluginSettings,
    { body: { slug: slug(), plugin_id: 'notes', data, ...more } },
    by,
  )

test('both calls answer 401 without a session', async () => {
  expect((await read({})).status).toBe(401)
  expect((await update({ size: 1 }, {})).status).toBe(401)
})

test('reading and writing answer 404 for another tenant’s bucket', async () => {
  const stranger = await addOwner(server)
  expect((await read(stranger)).status).toBe(404)
  expect((await update({ size: 1 }, stranger)).status).toBe(404)
})

describe('an update is refused', () => {
  test.each([
    [{ plugin_id: 'No Plugin' }, 'plugin_id'],
    [{ data: { '9lives': 1 } }, 'data.9lives'],
    [{ data: 'big' }, 'data'],
    [{ other: 1 }, 'other'],
  ])('for %j, naming %s', async (more, path) => {
    const answer = await update({}, owner, more)
    expect(answer.status).toBe(400)
    expect(answer.error().details?.map((one) => one.path)).toContain(path)
  })

  test('if the settings exceed the limit together with the stored ones, and stores nothing', async () => {
    await update({ a: 'x'.repeat(40_000) })
    const answer = await update({ b: 'x'.repeat(30_000) })
    expect(answer.status).toBe(400)
    expect(answer.error().details).toEqual([
      {
        path: 'data',
        message: 'data must be at most 64000 bytes together with what is stored',
        rule: 'max',
      },
    ])
    expect(Object.keys((await stored()).settings)).toEqual(['a'])
  })

  test('with 412 if the settings have changed since the sent rev', async () => {
    await update({ size: 1 })
    const answer = await update({ size: 2 }, owner, { rev: 0 })
    expect(answer.status).toBe(412)
    expect(answer.error()).toMatchObject({ current: { settings: { size: 1 }, rev: 1 } })
  })
})

test('an update merges values by key: unsent keys are kept, null removes a key', async () => {
  expect(await stored()).toEqual({ settings: {}, rev: 0 })
  await update({ size: 'large', tags: ['a', { b: false }] })
  await update({ size: 'small', order: 0 }, owner, { rev: 1 })
  expect((await update({ order: null })).ok()).toEqual({
    settings: { size: 'small', tags: ['a', { b: false }] },
    rev: 3,
  })
  expect((await stored()).rev).toBe(3)
})

describe('settings are separate', () => {
  test('for each user of a bucket, in any role', async () => {
    await update({ size: 'large' })
    expect(await stored(contributor)).toEqual({ settings: {}, rev: 0 })
    await update({ size: 'small' }, contributor)
    expect((await stored()).settings).toEqual({ size: 'large' })
  })

  test('for each plugin and each bucket', async () => {
    await update({ size: 'large' })
    expect((await stored(owner, { plugin_id: 'other' })).settings).toEqual({})
    const elsewhere = await addOwner(server)
    expect((await stored(elsewhere, { slug: elsewhere.bucket.slug })).settings).toEqual({})
  })
})

test('keys that are names of built-in properties are stored like any others', async () => {
  await update({ constructor: 'mine', toString: 1 })
  expect((await stored()).settings).toEqual({ constructor: 'mine', toString: 1 })
})

test('simultaneous updates lose nothing', async () => {
  await Promise.all(Array.from({ length: 8 }, (_one, index) => update({ [`k${index}`]: index })))
  const { settings, rev } = await stored()
  expect([Object.keys(settings).length, rev]).toEqual([8, 8])
})
