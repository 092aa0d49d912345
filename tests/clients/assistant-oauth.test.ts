import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { answerAuthorization, revokeAssistant, listAssistants } from '@typecase/contract/assistants'
import { listChangeSets } from '@typecase/contract/change-sets'
import { updateBucket } from '@typecase/contract/buckets'
import type { BodyOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import { addOneObject, addType } from '@typecase/server/testing/content'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { connect, startAssistantServer, tokenOf } from './assistant-client.ts'

let server: TestServer & { url: string }
let owner: Owner
beforeAll(async () => {
  server = await startAssistantServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts')
})
afterAll(() => server.remove())

type Permit = NonNullable<BodyOf<typeof answerAuthorization>['permit']>

/** Signs the official client in, as it does when the server refuses it. The person agrees to `permit`. */
async function signIn(permit: Permit): Promise<Client> {
  const memory: Partial<Record<'client' | 'tokens' | 'verifier' | 'page', unknown>> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1/callback',
    clientMetadata: { client_name: 'Claude', redirect_uris: ['http://127.0.0.1/callback'] },
    clientInformation: () => memory.client as never,
    saveClientInformation: (client) => void (memory.client = client),
    tokens: () => memory.tokens as never,
    saveTokens: (tokens) => void (memory.tokens = tokens),
    redirectToAuthorization: (page) => void (memory.page = page),
    saveCodeVerifier: (verifier) => void (memory.verifier = verifier),
    codeVerifier: () => memory.verifier as string,
  }
  const address = new URL('/mcp', server.url)
  const open = () => new StreamableHTTPClientTransport(address, { authProvider: provider })
  const first = open()
  await expect(new Client({ name: 'Claude', version: '1' }).connect(first)).rejects.toThrow()
  // Answers like the dashboard's page, with the parameters of its address.
  const request = Object.fromEntries((memory.page as URL).searchParams)
  const body = { ...request, permit } as never as BodyOf<typeof answerAuthorization>
  const { redirect_to } = (await server.call(answerAuthorization, { body }, owner)).ok()
  await first.finishAuth(new URL(redirect_to).searchParams)
  const client = new Client({ name: 'Claude', version: '1' })
  await client.connect(open())
  return client
}

const answerOf = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { content } = await client.callTool({ name, arguments: args })
  const [part] = content
  return JSON.parse(part?.type === 'text' ? part.text : '') as Record<string, never>
}

test('the official client signs in, writes a draft as the person, may not publish, and is revoked', async () => {
  const { slug } = owner.bucket
  const client = await signIn({ scope: 'draft', bucket_ids: null })
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'One' })
  const updates = [{ object_id: id, title: 'Two' }]
  expect(
    await answerOf(client, 'run_command', { command: 'objects.update', args: { updates } }),
  ).toMatchObject({ state: 'done' })
  const {
    change_sets: [change],
  } = (await server.call(listChangeSets, { query: { slug } }, owner)).ok()
  expect(change).toMatchObject({ created_by: owner.id, client: 'Claude' })

  const scope = { ids: [id] }
  const publish = await answerOf(client, 'plan', { command: 'objects.publish', args: { scope } })
  expect(publish['error']).toContain('token (draft) may not publish')

  const {
    assistants: [assistant],
  } = (await server.call(listAssistants, { query: { slug } }, owner)).ok()
  const revoke = { slug, assistant_id: assistant?.id ?? '' }
  await server.send(revokeAssistant, { body: revoke, query: revoke }, owner)
  await expect(client.callTool({ name: 'buckets', arguments: {} })).rejects.toThrow()
})

test('a personal access token appears as “Assistant” in the history and obeys the bucket’s setting', async () => {
  const { slug } = owner.bucket
  const { secret } = await tokenOf(server, owner)
  const { call } = await connect(server.url, secret, { bucket: slug })
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'One' })
  const updates = [{ object_id: id, title: 'Two' }]
  const run = () => call('run_command', { command: 'objects.update', args: { updates } })
  expect((await run()).json).toMatchObject({ state: 'done' })
  const { change_sets: changes } = (
    await server.call(listChangeSets, { query: { slug } }, owner)
  ).ok()
  expect(changes[0]).toMatchObject({ created_by: owner.id, client: 'Assistant' })

  const body = { slug, data: { assistants: 'off' as const } }
  ;(await server.call(updateBucket, { body }, owner)).ok()
  expect((await run()).json.error).toContain('Assistants are turned off')
  // Programs can still use the API with the token.
  const query = { slug, object_id: id }
  expect((await server.call(getObject, { query }, { token: secret })).ok().object.title).toBe('Two')
})

test('an assistant reaches only the buckets that the person chose', async () => {
  const client = await signIn({ scope: 'admin', bucket_ids: [owner.bucket.id] })
  expect(await answerOf(client, 'buckets')).toMatchObject({
    buckets: [{ slug: owner.bucket.slug }],
  })
  const other = await addOwner(server)
  const refusal = await answerOf(client, 'schema', { bucket: other.bucket.slug })
  expect(refusal['error']).toBeDefined()
})
