import { deleteToken } from '@typecase/contract/access-tokens'
import { listAudit } from '@typecase/contract/audit'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import {
  addManyObjects,
  addOneObject,
  addType,
  readOneObject,
} from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { createTestClock } from '@typecase/server/testing/test-clock'
import type { TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type Assistant, connect, startAssistantServer, tokenOf } from './assistant-client.ts'

let server: TestServer & { url: string }
let owner: Owner
let secret: string
let assistant: Assistant
beforeAll(async () => {
  server = await startAssistantServer({ TRUSTED_PROXIES: '127.0.0.1' })
})
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'text', type: 'textarea', required: true },
    { key: 'year', type: 'number', min: 1900 },
  ])
  ;({ secret } = await tokenOf(server, owner))
  assistant = await connect(server.url, secret)
})
afterAll(() => server.remove())

const addPost = (title: string, metadata: object = { text: 'Fog over the bay' }) =>
  addOneObject(server, owner, { type: 'posts', title, metadata })
const titleOf = async (id: string) => (await readOneObject(server, owner, id)).title
const everyPost = { query: { type: 'posts' } }
const append = { scope: everyPost, field: 'title', op: 'append', value: '!' }

describe('connecting an assistant', () => {
  test.each([
    ['no token', undefined],
    ['a token of no one', 'Bearer cos_nothing'],
    ['another scheme', 'Basic abc'],
  ])('answers 401 with %s, and says where to sign in', async (_, authorization) => {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain(
      '/.well-known/oauth-protected-resource/mcp',
    )
  })

  test('fails as soon as the token is deleted', async () => {
    const token = await tokenOf(server, owner)
    const second = await connect(server.url, token.secret)
    expect((await second.call('buckets')).isError).toBe(false)
    await server.call(deleteToken, { query: { token_id: token.id } }, owner)
    await expect(second.call('buckets')).rejects.toThrow()
  })

  test('allows reading but no plans with a read-only token', async () => {
    const { id } = await addPost('One')
    const reader = await connect(server.url, (await tokenOf(server, owner, 'read')).secret)
    expect((await reader.call('get', { id })).json.object.title).toBe('One')
    const { isError, json } = await reader.call('plan', {
      command: 'objects.set-field',
      args: append,
    })
    expect(isError).toBe(true)
    expect(json.error).toContain('can only read')
  })

  test('does not reveal the buckets of another tenant', async () => {
    const stranger = await addOwner(server)
    const { isError, json } = await assistant.call('schema', { bucket: stranger.bucket.slug })
    expect(isError).toBe(true)
    expect(JSON.stringify(json)).not.toContain(stranger.bucket.title)
  })
})

describe.each(['auto', 'legacy'] as const)('reading, protocol %s', (mode) => {
  test('returns buckets, object types, queries with exact totals, search results and objects', async () => {
    const { id } = await addPost('Fog', { text: 'x'.repeat(1000), year: 1950 })
    await addManyObjects(server, owner, 'posts', 70)
    const reader = await connect(server.url, secret, { mode })
    expect((await reader.call('buckets')).json.buckets).toMatchObject([{ slug: owner.bucket.slug }])
    const { fields } = (await reader.call('schema', { type: 'posts' })).json
    expect(fields).toEqual([
      { key: 'text', title: 'text', kind: 'textarea', required: true },
      { key: 'year', title: 'year', kind: 'number', min: 1900 },
    ])
    const query = { query: { type: 'posts' }, limit: 3, skip: 68, sort: 'title' }
    expect((await reader.call('query', query)).json).toMatchObject({
      total: 71,
      objects: [{}, {}, {}],
    })
    const fog = { query: { 'metadata.year': { $gt: 1900 } }, fields: ['title', 'metadata.text'] }
    const { objects } = (await reader.call('query', fog)).json
    expect(objects).toEqual([{ id, title: 'Fog', 'metadata.text': `${'x'.repeat(300)}…` }])
    expect((await reader.call('search', { words: 'fog' })).json.objects).toMatchObject([{ id }])
    expect((await reader.call('get', { id })).json.object.metadata.year).toBe(1950)
  })
})

test('the audit log has the IP address of the client instead of the server’s', async () => {
  const address = '203.0.113.7'
  const distant = await connect(server.url, secret, { address })
  const { plan_id } = (await distant.call('plan', { command: 'backups.add' })).json
  expect((await distant.call('apply', { plan_id })).json).toMatchObject({ state: 'done' })
  const query = { project_id: owner.project.id }
  const { entries } = (await server.call(listAudit, { query }, owner)).ok()
  expect(entries[0]).toMatchObject({ kind: 'bucket.add_backup', ip: address, client: 'Assistant' })
})

test('an assistant with a draft token undoes the draft that it added', async () => {
  const drafter = await connect(server.url, (await tokenOf(server, owner, 'draft')).secret)
  const args = { type: 'posts', title: 'Fog', metadata: { text: 'Grey' } }
  const { json: plan } = await drafter.call('plan', { command: 'objects.add', args })
  const { json: done } = await drafter.call('apply', { plan_id: plan.plan_id })
  expect(done).toMatchObject({ state: 'done', can_be_undone: true })
  const { json: undone } = await drafter.call('undo', { plan_id: plan.plan_id })
  expect(undone).toMatchObject({ state: 'undone' })
  expect((await drafter.call('query', everyPost)).json.total).toBe(0)
})

describe('a plan', () => {
  test('changes nothing until it is applied, is applied only once, and its undo restores the titles', async () => {
    const ids = await addManyObjects(server, owner, 'posts', 150)
    const { json: plan } = await assistant.call('plan', {
      command: 'objects.set-field',
      args: append,
    })
    expect(plan).toMatchObject({ total: 150, title: 'Change 150 objects', can_be_undone: true })
    expect(plan.examples).toHaveLength(3)
    expect(await titleOf(ids[0] ?? '')).toBe('Object 0')
    const progress: number[] = []
    const { json: done } = await assistant.call(
      'apply',
      { plan_id: plan.plan_id },
      { onprogress: ({ progress: now }: { progress: number }) => progress.push(now) },
    )
    expect(done).toMatchObject({ state: 'done', can_be_undone: true })
    expect(await titleOf(ids[149] ?? '')).toBe('Object 149!')
    const secondAnswer = await assistant.call('apply', { plan_id: plan.plan_id })
    expect(secondAnswer.json).toMatchObject({ code: 'conflict' })
    const { json: undone } = await assistant.call('undo', { plan_id: plan.plan_id })
    expect(undone.state).toBe('undone')
    expect(await titleOf(ids[149] ?? '')).toBe('Object 149')
  })

  test('names the invalid argument or leaves the invalid object out with the reason', async () => {
    const { id } = await addPost('One')
    for (const [args, words] of [
      [{ updates: [{ object_id: id, metadata: { year: 'x' } }] }, 'number'],
      [{ updates: [] }, 'updates'],
      [{}, 'updates'],
      [{ updated: 1 }, 'has no argument “updated”'],
    ] as const) {
      const { isError, text } = await assistant.call('plan', { command: 'objects.update', args })
      // An object that breaks a rule is left out with the reason, as in the sheet.
      expect(text).toContain(words)
      expect(isError || text.includes('left_out')).toBe(true)
    }
  })

  test('goes stale when the objects it would change have changed', async () => {
    const { id } = await addPost('One')
    await addPost('Two')
    const { json: plan } = await assistant.call('plan', {
      command: 'objects.set-field',
      args: append,
    })
    const body = { slug: owner.bucket.slug, object_id: id, data: { title: 'Another' } }
    await server.call(updateObject, { body }, owner)
    const { isError, json } = await assistant.call('apply', { plan_id: plan.plan_id })
    expect(isError).toBe(true)
    expect(json).toMatchObject({ code: 'stale' })
    expect(await titleOf(id)).toBe('Another')
  })

  test('stays valid when other objects have changed', async () => {
    const { id } = await addPost('One')
    const { json: plan } = await assistant.call('plan', {
      command: 'objects.set-field',
      args: { ...append, scope: { ids: [id] } },
    })
    await addPost('Two')
    expect((await assistant.call('apply', { plan_id: plan.plan_id })).json.state).toBe('done')
    expect(await titleOf(id)).toBe('One!')
  })

  test('cannot be applied by another person', async () => {
    await addPost('One')
    const { json: plan } = await assistant.call('plan', {
      command: 'objects.set-field',
      args: append,
    })
    const stranger = await addOwner(server)
    const other = await connect(server.url, (await tokenOf(server, stranger)).secret)
    const { isError } = await other.call('apply', { plan_id: plan.plan_id })
    expect(isError).toBe(true)
  })
})

describe('run_command', () => {
  test('writes the draft of one object at once, and can be undone', async () => {
    const { json: added } = await assistant.call('run_command', {
      command: 'objects.add',
      args: { type: 'posts', title: 'Written here', metadata: { text: 'x' } },
    })
    expect(added).toMatchObject({ state: 'done', message: 'Added “Written here”.' })
    const { objects } = (await assistant.call('query', { query: { title: 'Written here' } })).json
    expect(objects).toMatchObject([{ status: 'draft' }])
    const updates = [{ object_id: objects[0].id, metadata: { year: 1960 } }]
    const { json } = await assistant.call('run_command', {
      command: 'objects.update',
      args: { updates },
    })
    expect(json.state).toBe('done')
    expect((await readOneObject(server, owner, objects[0].id)).metadata['year']).toBe(1960)
    // The draft has been edited since, so undoing would lose the edit.
    const { json: early } = await assistant.call('undo', { plan_id: added.plan_id })
    expect(early.error).toContain('changed since')
    await assistant.call('undo', { plan_id: json.plan_id })
    await assistant.call('undo', { plan_id: added.plan_id })
    expect((await assistant.call('query', { query: { title: 'Written here' } })).json.total).toBe(0)
  })

  test.each([
    ['publishes', 'objects.publish', (id: string) => ({ scope: { ids: [id] } })],
    ['deletes', 'objects.delete', (id: string) => ({ scope: { ids: [id] } })],
    ['changes several', 'objects.set-field', () => append],
    [
      'goes live',
      'objects.update',
      (id: string) => ({ publish: true, updates: [{ object_id: id, title: 'x' }] }),
    ],
  ])('returns a plan instead of running a command that %s', async (_, command, argsOf) => {
    const { id } = await addPost('One')
    await addPost('Two')
    const { json } = await assistant.call('run_command', { command, args: argsOf(id) })
    expect(json.plan_id).toBeDefined()
    expect(json.state).toBeUndefined()
    expect(await titleOf(id)).toBe('One')
  })
})

describe('a command that cannot be undone', () => {
  const emptyTrash = { command: 'trash.empty', args: { confirmation: 'empty trash' } }
  const inTrash = async () => {
    const { id } = await addPost('Gone')
    const body = { slug: owner.bucket.slug, object_ids: [id] }
    await server.call(deleteObjects, { body }, owner)
  }

  test('runs when the person confirms it in the client', async () => {
    await inTrash()
    const asking = await connect(server.url, secret, { agrees: true })
    const { json: plan } = await asking.call('plan', emptyTrash)
    expect(plan.confirmed_by).toContain('a person')
    expect((await asking.call('apply', { plan_id: plan.plan_id })).json.state).toBe('done')
    expect(asking.asked).toHaveLength(1)
  })

  test('does not run when the person declines it in the client', async () => {
    await inTrash()
    const asking = await connect(server.url, secret, { agrees: false })
    const { json: plan } = await asking.call('plan', emptyTrash)
    expect((await asking.call('apply', { plan_id: plan.plan_id })).json.state).toBe('declined')
    expect((await asking.call('apply', { plan_id: plan.plan_id })).json.code).toBe('conflict')
  })

  test.each(['auto', 'legacy'] as const)(
    'waits for the dashboard when the client cannot ask, protocol %s',
    async (mode) => {
      await inTrash()
      const silent = await connect(server.url, secret, { mode })
      const { json: plan } = await silent.call('plan', emptyTrash)
      for (let turn = 0; turn < 2; turn += 1) {
        const { json } = await silent.call('apply', { plan_id: plan.plan_id })
        expect(json).toMatchObject({
          state: 'waiting',
          message: expect.stringContaining('dashboard'),
        })
      }
      expect((await silent.call('job', { plan_id: plan.plan_id })).json.state).toBe('waiting')
    },
  )
})

describe('the search for commands', () => {
  test('finds commands by words and by id', async () => {
    const { commands } = (await assistant.call('find_commands', { words: 'publish' })).json
    expect(commands[0]).toMatchObject({ command: 'objects.publish' })
    const exact = (await assistant.call('find_commands', { words: 'objects.update' })).json
    expect(exact.commands[0].command).toBe('objects.update')
  })

  test('finds the values of an argument', async () => {
    const { values } = (
      await assistant.call('find_values', {
        command: 'objects.set-field',
        argument: 'field',
        words: 'year',
      })
    ).json
    expect(values).toMatchObject([{ value: 'metadata.year' }])
  })

  test('the plan of an unknown command is refused', async () => {
    const { json } = await assistant.call('plan', { command: 'objects.explode' })
    expect(json.error).toContain('There is no command “objects.explode”')
  })
})

describe('limits', () => {
  const clock = createTestClock()
  let limited: TestServer & { url: string }
  let tokens: string[]
  beforeAll(async () => {
    limited = await startAssistantServer({ RATE_LIMITS: 'on' }, { clock })
    const person = await addOwner(limited)
    const newTokens = [await tokenOf(limited, person), await tokenOf(limited, person)]
    tokens = newTokens.map((token) => token.secret)
  })
  afterAll(() => limited.remove())

  const post = (token?: string, body = '{}') =>
    fetch(`${limited.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    })
  const statuses = async (count: number, token?: string) =>
    new Set(
      await Promise.all(Array.from({ length: count }, async () => (await post(token)).status)),
    )

  test('requests without a token are rate-limited by address', async () => {
    expect(await statuses(400)).toEqual(new Set([401, 429]))
  })

  test('a token is rate-limited without affecting another token of the same person', async () => {
    const [one = '', other = ''] = tokens
    expect(await statuses(200, one)).not.toContain(429)
    const refusal = await post(one)
    expect(refusal.status).toBe(429)
    expect(await refusal.json()).toMatchObject({ code: 'limited' })
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(other)).status).not.toBe(429)
    clock.advance(1000)
    expect((await post(one)).status).not.toBe(429)
  })

  test('a request is limited in size and nesting, and the body of a stranger is not read', async () => {
    clock.advance(60_000)
    const [token] = tokens
    expect((await post(token, JSON.stringify('x'.repeat(2_000_000)))).status).toBe(413)
    expect((await post(token, `${'['.repeat(65)}${']'.repeat(65)}`)).status).toBe(400)
    // The server does not read a stranger's body.
    expect((await post('cos_nothing', '{ this is no JSON')).status).not.toBe(400)
  })
})
