import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { updateBucket } from '@typecase/contract/buckets'
import { listChangeSets } from '@typecase/contract/change-sets'
import { updateObject } from '@typecase/contract/objects'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startAssistantServer, tokenOf } from './assistant-client.ts'

let server: TestServer & { url: string }
let owner: Owner
let client: Client
let secret: string
const connect = async (mode: 'auto' | 'legacy'): Promise<Client> => {
  const info = { name: 'Test assistant', version: '1.0.0' }
  const connected = new Client(info, { versionNegotiation: { mode } })
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['dist-server/typecase.js', 'mcp', '--bucket', owner.bucket.slug, '--url', server.url],
      cwd: join(import.meta.dirname, '../..'),
      env: { TYPECASE_TOKEN: secret },
    }),
  )
  return connected
}
beforeAll(async () => {
  server = await startAssistantServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'year', type: 'number' }])
  ;({ secret } = await tokenOf(server, owner))
  client = await connect('auto')
})
afterAll(async () => {
  await client.close()
  await server.remove()
})

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { content } = await client.callTool({ name, arguments: args })
  const [part] = content
  return JSON.parse(part?.type === 'text' ? part.text : '') as Record<string, unknown>
}

test('the official client reads, plans, applies and undoes over stdio', async () => {
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Fog' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('plan')
  expect(await call('schema', { type: 'posts' })).toMatchObject({ fields: [{ key: 'year' }] })
  const { resources } = await client.listResources()
  expect(resources.map(({ name }) => name)).toContain(id)
  expect((await client.listPrompts()).prompts).toHaveLength(2)
  const args = { scope: { ids: [id] }, field: 'title', op: 'append', value: '!' }
  const { plan_id } = await call('plan', { command: 'objects.set-field', args })
  expect(await call('apply', { plan_id })).toMatchObject({ state: 'done' })
  expect(await call('query', { fields: ['title'] })).toMatchObject({ objects: [{ title: 'Fog!' }] })
  expect(await call('undo', { plan_id })).toMatchObject({ state: 'undone' })
  expect(await call('query', { fields: ['title'] })).toMatchObject({ objects: [{ title: 'Fog' }] })
})

test('history names the assistant, and the setting of the bucket turns it off and on', async () => {
  const { slug } = owner.bucket
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Rain' })
  const args = { scope: { ids: [id] }, field: 'title', op: 'append', value: '!' }
  await call('run_command', { command: 'objects.set-field', args })
  const { change_sets } = (await server.call(listChangeSets, { query: { slug } }, owner)).ok()
  expect(change_sets[0]).toMatchObject({ client: 'Assistant' })
  const set = (assistants: 'on' | 'off') =>
    server.call(updateBucket, { body: { slug, data: { assistants } } }, owner)
  await set('off')
  expect(JSON.stringify(await call('query'))).toContain('turned off')
  await set('on')
  expect(await call('query')).toMatchObject({ total: 2 })
})

test.each(['auto', 'legacy'] as const)(
  'a client is notified only of the object it subscribed to, protocol %s',
  async (mode) => {
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Snow' })
    const { id: other } = await addOneObject(server, owner, { type: 'posts', title: 'Hail' })
    const uri = `typecase://${owner.bucket.slug}/objects/${id}`
    const listener = await connect(mode)
    const events: string[] = []
    listener.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      events.push(params.uri)
    })
    if (mode === 'legacy') await listener.subscribeResource({ uri })
    else await listener.listen({ resourceSubscriptions: [uri] })
    const rename = (object_id: string) =>
      server.call(
        updateObject,
        { body: { slug: owner.bucket.slug, object_id, data: { title: 'Sleet' } } },
        owner,
      )
    await rename(other)
    await rename(id)
    await vi.waitFor(() => expect(events).toEqual([uri]), 10_000)
    await listener.close()
  },
)
