import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addTestCard } from '../../testing/billing.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

// Requests of the public command line, which has the bucket in each URL, data next to the id, and its own shapes.
let server: TestServer
let owner: Owner
let id: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }])
  id = (await addOneObject(server, owner, { type: 'posts', title: 'One' })).id
})
afterAll(() => server.remove())

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  {
    query = {},
    ...options
  }: { query?: Record<string, string>; payload?: object | Buffer; headers?: object } = {},
) => {
  const answer = await server.http.inject({
    method,
    url: `/v3${path}`,
    query: { slug: owner.bucket.slug, ...query },
    ...options,
    headers: {
      authorization: `Bearer ${owner.token}`,
      origin: 'https://app.cosmicjs.com',
      'user-agent': 'CosmicCLI/1.0.0',
      ...options.headers,
    },
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const project = () => ({ project_id: owner.project.id })

describe('objects', () => {
  test('are listed and read by queries with a status', async () => {
    const query = JSON.stringify({ type: 'posts', status: 'any', limit: 5 })
    expect(await send('GET', '/objects/list', { query: { query } })).toMatchObject({
      status: 200,
      body: { total: 1, objects: [{ main_object_status: 'draft', object: { id } }] },
    })
    const one = { id, query: '{"status":"any"}' }
    expect(await send('GET', '/objects/get', { query: one })).toMatchObject({
      status: 200,
      body: { object: { id, title: 'One' } },
    })
  })

  test('are changed by fields next to the id, including a slug', async () => {
    const payload = { id, title: 'Two', slug: 'second', metadata: { text: 'b' } }
    expect(await send('PATCH', '/objects/update', { payload })).toMatchObject({
      status: 200,
      body: { object: { title: 'Two', slug: 'second', metadata: { text: 'b' } } },
    })
    expect(await send('PATCH', '/objects/update', { payload: { id, wibble: 1 } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'data.wibble', rule: 'unknown_key' }] },
    })
    const data = { slug: owner.bucket.slug, object_id: id, data: { title: 'One' } }
    expect(await send('PATCH', '/objects/update', { payload: data })).toMatchObject({ status: 200 })
  })

  test('are published and deleted by ids, in the bucket of the URL', async () => {
    const payload = { ids: [id] }
    expect(await send('POST', '/objects/publishByIds', { payload })).toMatchObject({
      body: { modified: 1 },
    })
    expect((await send('POST', '/objects/deleteByIds', { payload })).status).toBe(200)
    const foreign = await addOwner(server)
    const query = { slug: foreign.bucket.slug }
    expect((await send('POST', '/objects/deleteByIds', { payload, query })).status).toBe(404)
  })
})

test('an upload returns its media as one object, and media can be listed by folder', async () => {
  const boundary = 'typecase'
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const form = `${part('folder', 'notes')}${part('files', 'Foggy.', '; filename="a.txt"')}--${boundary}--\r\n`
  const upload = (headers: object) =>
    send('POST', `/buckets/${owner.bucket.slug}/media-upload`, {
      payload: Buffer.from(form),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    })
  expect(await upload({})).toMatchObject({
    status: 201,
    body: { media: { original_name: 'a.txt', folder: 'notes' } },
  })
  expect(await upload({ 'user-agent': 'Mozilla/5.0' })).toMatchObject({
    body: { media: [{ original_name: 'a.txt' }] },
  })
  expect(await send('GET', '/media/list', { query: { folder: 'notes' } })).toMatchObject({
    body: { total: 2 },
  })
  expect((await send('GET', '/media/list', { query: { folder: 'none' } })).body).toMatchObject({
    total: 0,
  })
})

describe('the team', () => {
  test('is listed as `team`', async () => {
    const answer = await send('GET', '/projects/listTeam', { query: project() })
    expect(answer).toMatchObject({
      status: 200,
      body: { team: [{ id: owner.id, project_role: 'admin' }], total: 1 },
    })
  })

  test('rejects `users` next to an address with 400, and empty `users` as well', async () => {
    const add = (payload: object) =>
      send('POST', '/projects/addTeamMember', { payload: { ...project(), ...payload } })
    const users = [{ email: 'a@example.org', project_role: 'user' }]
    expect((await add({ data: { users }, email: 'b@example.org' })).status).toBe(400)
    expect((await add({ data: { users: [] } })).status).toBe(400)
    expect((await add({ email: 'b@example.org' })).body).toMatchObject({
      details: [{ path: 'role', rule: 'required' }],
    })
  })

  test('is extended by all of `data.users` or none of them', async () => {
    const add = (...emails: string[]) => {
      const users = emails.map((email) => ({ email, project_role: 'user' }))
      return send('POST', '/projects/addTeamMember', { payload: { ...project(), data: { users } } })
    }
    expect(await add('c@example.org', owner.email)).toMatchObject({ status: 409 })
    expect(mailsOf(server, 'c@example.org')).toEqual([])
    expect(await add('c@example.org', 'd@example.org')).toMatchObject({
      status: 201,
      body: { message: 'Invitation sent.', invites: [{}, {}] },
    })
    const role = { ...project(), user_id: owner.id, data: { project_role: 'user' } }
    expect(await send('PATCH', '/projects/updateTeamMember', { payload: role })).toMatchObject({
      status: 409,
    })
  })
})

describe('billing', () => {
  const list = async (path: string) => {
    const answer = await send('GET', path, { query: project() })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('lists plans, add-ons and usage in the shapes that the command line reads', async () => {
    const { plans } = (await list('/projects/listPlans')) as { plans: object[] }
    expect(plans).toMatchObject([
      { id: 'free', is_subscribed: true, objects: expect.any(String) },
      { name: 'Starter', pricing: { month: { id: 'starter:month', amount: 299 } } },
      { id: 'pro' },
      { id: 'enterprise', pricing: {} },
    ])
    const { addons } = (await list('/projects/listAddons')) as { addons: { id: string }[] }
    expect(addons.find((one) => one.id === 'webhooks')).toMatchObject({
      name: 'Webhooks',
      pricing: { month: { id: 'webhooks:month', amount: 99, is_subscribed: false } },
    })
    expect(await list('/projects/usage')).toMatchObject({
      usage: { total_object_types: 1 },
      plan_info: { max_object_types: '50' },
    })
  })

  test('adds and cancels subscriptions to a plan and an add-on', async () => {
    const post = (path: string, payload: object) =>
      send('POST', path, { payload: { ...project(), ...payload } })
    const add = (price_id: string) => post('/projects/addPlanSubscription', { price_id })
    expect(await add('starter:week')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'price_id' }] },
    })
    await addTestCard(server, owner)
    expect(await add('starter:month')).toMatchObject({ status: 200 })
    expect(
      (
        await post('/projects/addAddonSubscription', {
          addon_id: 'webhooks',
          price_id: 'webhooks:month',
        })
      ).status,
    ).toBe(200)
    const { addons } = (await list('/projects/listAddons')) as { addons: { id: string }[] }
    expect(addons.find((one) => one.id === 'webhooks')).toMatchObject({ is_subscribed: true })
    const end = { ...project(), addon_id: 'webhooks' }
    expect((await send('DELETE', '/projects/cancelAddonSubscription', { query: end })).status).toBe(
      200,
    )
    expect(
      (await send('DELETE', '/projects/cancelPlanSubscription', { query: project() })).status,
    ).toBe(200)
    expect(await post('/projects/billing-portal', {})).toMatchObject({
      body: { url: expect.stringContaining(`/projects/${owner.project.id}/billing/addons`) },
    })
  })
})
