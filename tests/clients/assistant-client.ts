import { once } from 'node:events'
import { createServer } from 'node:net'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { addToken } from '@typecase/contract/access-tokens'
import type { TokenScope } from '@typecase/contract/roles'
import type { Person } from '@typecase/server/testing/people'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'

import { mountAssistant } from '../../scripts/assistant.ts'

/** Returns a free port, which must be known before the start: the address of the server is part of its sign-in. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port.')
  return address.port
}

/** Starts a server with `/mcp` that listens on loopback. */
export async function startAssistantServer(
  settings: Record<string, string> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<TestServer & { readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startTestServer(
    { PUBLIC_URL: url, ...settings },
    { mount: mountAssistant, ...options },
  )
  await server.http.listen({ port, host: '127.0.0.1' })
  return { ...server, url }
}

/** Creates a personal access token. */
export async function tokenOf(
  server: TestServer,
  person: Person,
  scope: TokenScope = 'admin',
  bucket_ids: string[] | null = null,
): Promise<{ id: string; secret: string }> {
  const body = { title: 'Assistant', scope, bucket_ids, days: 1 }
  const { token, secret } = (await server.call(addToken, { body }, person)).ok()
  return { id: token.id, secret }
}

/** A tool's answer, parsed. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  // oxlint-disable-next-line no-explicit-any -- the JSON of a tool, of which each test knows its part
  readonly json: any
}

/** The official client, connected to a server. */
export interface Assistant {
  readonly client: Client
  call(name: string, args?: Record<string, unknown>, options?: object): Promise<ToolAnswer>
  /** Questions that the person was asked. */
  readonly asked: string[]
}

export interface AssistantOptions {
  /** `auto`: revision 2026-07-28 if the server supports it. `legacy`: the handshake of 2025. */
  readonly mode?: 'auto' | 'legacy'
  readonly bucket?: string
  /** IP address that the client’s proxy names. */
  readonly address?: string
  /** Whether the person agrees when asked. Undefined: the client cannot ask. */
  readonly agrees?: boolean
}

/** Connects the official client to `/mcp`. */
export async function connect(
  url: string,
  secret: string,
  { mode = 'auto', bucket, address, agrees }: AssistantOptions = {},
): Promise<Assistant> {
  const requests: string[] = []
  const client = new Client(
    { name: 'Test assistant', version: '1.0.0' },
    {
      capabilities: agrees === undefined ? {} : { elicitation: {} },
      versionNegotiation: { mode },
    },
  )
  if (agrees !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      requests.push(params.message)
      return agrees ? { action: 'accept', content: { agree: true } } : { action: 'decline' }
    })
  }
  const endpoint = new URL('/mcp', url)
  if (bucket !== undefined) endpoint.searchParams.set('bucket', bucket)
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(address !== undefined && { 'x-forwarded-for': address }),
  }
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }))
  return {
    client,
    asked: requests,
    async call(name, args = {}, options = {}) {
      const result = await client.callTool({ name, arguments: args }, options)
      const [part] = result.content
      const text = part?.type === 'text' ? part.text : ''
      return { isError: result.isError === true, text, json: JSON.parse(text) as unknown }
    },
  }
}
