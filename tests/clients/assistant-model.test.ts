import { getBucket } from '@typecase/contract/buckets'
import { listSmartViews } from '@typecase/contract/smart-views'
import { listWebhooks } from '@typecase/contract/webhooks'
import { addOneObject } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Assistant, connect, startAssistantServer, tokenOf } from './assistant-client.ts'

let server: TestServer & { url: string }
let owner: Owner
let assistant: Assistant
beforeAll(async () => {
  server = await startAssistantServer()
  owner = await addOwner(server)
  assistant = await connect(server.url, (await tokenOf(server, owner)).secret)
})
afterAll(() => server.remove())

/** Plans a command and applies the plan. */
async function carryOut(command: string, args: object) {
  const { json: plan } = await assistant.call('plan', { command, args })
  const { json: done } = await assistant.call('apply', { plan_id: plan.plan_id })
  expect(done.state, JSON.stringify({ plan, done })).toBe('done')
  return { plan_id: plan.plan_id as string, plan, done }
}
const undo = async (plan_id: string) => (await assistant.call('undo', { plan_id })).json
const refusalOf = async (command: string, args: object) => {
  const { isError, text } = await assistant.call('plan', { command, args })
  const { plan_id } = JSON.parse(text)
  if (isError) return text
  const { json } = await assistant.call('apply', { plan_id })
  return JSON.stringify(json)
}

const query = () => ({ query: { slug: owner.bucket.slug } })
const types = async () =>
  (await server.call(getBucket, query(), owner)).ok().bucket.object_types.map((type) => ({
    slug: type.slug,
    fields: type.metafields.map(({ key, type: kind }) => `${key} ${kind}`),
    required: type.metafields.filter(({ required }) => required).map(({ key }) => key),
    options: type.metafields.map(({ options }) => options).filter(Boolean),
  }))
const views = async () => (await server.call(listSmartViews, query(), owner)).ok().smart_views
const webhooks = async () => (await server.call(listWebhooks, query(), owner)).ok().webhooks

test('adds an object type, changes its fields, adds a smart view and a webhook, and undoes all of it', async () => {
  const { commands } = (await assistant.call('find_commands', { words: 'object-types.add' })).json
  expect(commands[0]).toMatchObject({ command: 'object-types.add' })

  const fields = [
    { title: 'Lead', type: 'textarea', required: true },
    { title: 'Held on', type: 'date' },
    { title: 'Kind', type: 'select', options: [{ value: 'Talk' }, { value: 'Show' }] },
  ]
  const created = await carryOut('object-types.add', { title: 'Events', fields })
  expect(created.plan).toMatchObject({
    title: 'Add object type “Events” with 3 fields',
    can_be_undone: true,
  })
  expect(created.done.message).toBe('Added object type “Events” with 3 fields.')
  const whole = {
    slug: 'events',
    fields: ['lead textarea', 'held_on date', 'kind select'],
    required: ['lead'],
    options: [[{ value: 'Talk' }, { value: 'Show' }]],
  }
  expect(await types()).toEqual([whole])

  const place = { type_slug: 'events', title: 'Place', type: 'text', settings: { unique: true } }
  const added = await carryOut('object-types.add-field', place)
  const gone = await carryOut('object-types.remove-field', { type_slug: 'events', field: 'kind' })
  expect((await types())[0]?.fields).toEqual(['lead textarea', 'held_on date', 'place text'])

  const view = { title: 'Drafts', query: { type: 'events', status: 'draft' }, sort: '-created_at' }
  const saved = await carryOut('smart-views.add', view)
  expect(await views()).toMatchObject([
    { title: 'Drafts', type: 'events', sort: '-created_at', is_shared: false, unsupported: [] },
  ])

  const hook = { endpoint: 'https://example.com/hook', events: ['published'] }
  const hooked = await carryOut('webhooks.create', { ...hook, object_types: ['events'] })
  expect(await webhooks()).toMatchObject([
    { ...hook, title: 'example.com', object_types: ['events'] },
  ])
  expect(JSON.stringify(hooked)).not.toMatch(/whsec|secret":/)

  for (const { plan_id } of [hooked, saved, gone, added]) {
    expect((await undo(plan_id)).state, plan_id).toBe('undone')
  }
  expect([await webhooks(), await views(), await types()]).toEqual([[], [], [whole]])
  expect((await undo(created.plan_id)).state).toBe('undone')
  expect(await types()).toEqual([])
})

test('refuses to undo an object type that has objects', async () => {
  const { plan_id } = await carryOut('object-types.add', { title: 'Notes' })
  await addOneObject(server, owner, { type: 'notes', title: 'First' })
  const { isError, text } = await assistant.call('undo', { plan_id })
  expect([isError, text]).toEqual([
    true,
    expect.stringContaining('“Notes” has 1 object. Delete the object type instead.'),
  ])
})

test.each([
  [
    'webhooks.create',
    { endpoint: 'ftp://x', events: ['published'] },
    'Endpoint must be an address',
  ],
  ['webhooks.create', { endpoint: 'https://x.org', events: [] }, 'Choose at least one event'],
  ['smart-views.add', { title: 'X', query: { nothing: 1 } }, 'nothing'],
  ['object-types.add', { title: 'X', fields: [{ title: 'A', type: 'movie' }] }, 'must be'],
  [
    'object-types.add-field',
    { type_slug: 'none', title: 'A', type: 'text' },
    'There is no object type',
  ],
  ['object-types.remove-field', { type_slug: 'notes', field: 'x' }, 'has no field “x”'],
])('%s refuses %j with a message', async (command, args, words) => {
  expect(await refusalOf(command, args)).toContain(words)
})
