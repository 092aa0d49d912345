import type { Endpoint } from '@typecase/contract/endpoint'
import { pathsOf } from '@typecase/server/http/mount'
import { EXTENSIONS } from '@typecase/server/testing/extensions'
import { createTestClock } from '@typecase/server/testing/test-clock'
import { startTestServer, type TestServer } from '@typecase/server/testing/test-server'
import { startTestVercel } from '@typecase/server/testing/vercel-server'

import { lateness, type Row } from '../../tests/faults/authorization-rows.ts'
import { table } from '../../tests/faults/authorization-table.ts'
import { curlText, type ExampleCaller } from './curl-text.ts'
import type { ExampleInput } from './example-input.ts'
import { exampleInputs, unanswered } from './example-inputs.ts'
import { type Fixture, makeFixture } from './fixture.ts'
import { jsonText } from './json-text.ts'
import { StableText } from './stable-text.ts'

/** A request to the real server and its response. */
export interface Example {
  readonly request: string
  readonly status?: number
  readonly answer?: string
  /** The reason for a missing response. */
  readonly reason?: string
}

/** The server's endpoints, and an example of each by its id. */
export interface Examples {
  readonly endpoints: readonly Endpoint[]
  readonly byId: ReadonlyMap<string, Example>
}

/**
 * Calls every endpoint once. Each page starts from the same fixture, so calls of one page do not affect another.
 * @param pagesOf returns the endpoints of each page
 * @throws when a call fails that is expected to succeed
 */
export async function runExamples(
  pagesOf: (endpoints: readonly Endpoint[]) => Iterable<readonly Endpoint[]>,
): Promise<Examples> {
  const vercel = await startTestVercel()
  const clock = createTestClock()
  const start = clock.now()
  const server = await startTestServer(vercel.settings, { clock, extensions: EXTENSIONS })
  try {
    const endpoints = server.http.mountedEndpoints
    const byId = new Map<string, Example>()
    const failures: string[] = []
    for (const page of pagesOf(endpoints)) {
      const stable = new StableText(
        [[server.app.settings.PUBLIC_URL, 'https://cms.example.com']],
        clock.now() - start,
      )
      const fixture = await makeFixture(server, vercel)
      for (const endpoint of page.toSorted((a, b) => orderOf(a) - orderOf(b))) {
        clock.advance(1000)
        try {
          byId.set(endpoint.id, await run(server, fixture, stable, endpoint))
        } catch (reason) {
          failures.push(String(reason))
        }
      }
    }
    if (failures.length > 0) throw new Error(failures.join('\n'))
    return { endpoints, byId }
  } finally {
    await server.remove()
    vercel.close()
  }
}

/** Orders calls: those that change the data of others come later, and those that delete it come last. */
const orderOf = ({ id, method }: Endpoint): number => lateness(id) + (method === 'DELETE' ? 0.5 : 0)

async function run(
  server: TestServer,
  fixture: Fixture,
  stable: StableText,
  endpoint: Endpoint,
): Promise<Example> {
  const row = table[endpoint.id]
  if (!row) throw new Error(`${endpoint.id} has no row in the authorization table`)
  const input: ExampleInput =
    (await exampleInputs[endpoint.id]?.(fixture)) ?? row.about?.(fixture.tenant) ?? {}
  const { caller, headers, query } = callerOf(endpoint, row, fixture, input)
  const request = stable.text(curlText(endpoint, input, caller))
  const reason = unanswered[endpoint.id]
  if (reason) return { request, reason }
  const [payload, type] = await payloadOf(input)
  const url = (pathsOf(endpoint)[0] ?? '').replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const texts = Object.entries({ ...input.query, ...query }).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const answer = await server.http.inject({
    method: endpoint.method,
    url,
    query: Object.fromEntries(texts),
    headers: { ...headers, ...input.headers, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
  if (answer.statusCode >= 300)
    throw new Error(`${endpoint.id}: ${answer.statusCode} ${answer.body}`)
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    request,
    status: answer.statusCode,
    ...(isJson && { answer: jsonText(stable.json(answer.json(), input.measured)) }),
  }
}

async function payloadOf({
  body,
  form,
  file,
}: ExampleInput): Promise<[Buffer | object | undefined, string?]> {
  if (file) return [file.bytes]
  if (!form) return [body as object | undefined]
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, new Blob([new Uint8Array(value.bytes)]), value.name)
  }
  const encoded = new Response(data)
  return [Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '']
}

function callerOf(
  { auth }: Endpoint,
  { kind, drafts = [] }: Row,
  { owner, staffToken }: Fixture,
  { token }: ExampleInput,
): { caller: ExampleCaller; headers?: Record<string, string>; query?: Record<string, string> } {
  const { read_key, preview_key, write_key } = owner.bucket.api_access
  if (auth === 'read') {
    const needsPreview = drafts.some((query) => Object.keys(query).length === 0)
    return needsPreview
      ? { caller: { query: 'read_key=$PREVIEW_KEY' }, query: { read_key: preview_key } }
      : { caller: { query: 'read_key=$READ_KEY' }, query: { read_key } }
  }
  if (auth === 'write')
    return {
      caller: { header: 'Authorization: Bearer $WRITE_KEY' },
      headers: { authorization: `Bearer ${write_key}` },
    }
  if (auth === 'none') return { caller: {} }
  const bearer = token ?? (kind === 'staff' ? staffToken : owner.token)
  return {
    caller: { header: 'Authorization: Bearer $TOKEN' },
    headers: { authorization: `Bearer ${bearer}` },
  }
}
