import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { errorCodes } from '@typecase/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startDemo } from '../../packages/demo/src/testing/start-demo.ts'
import type { TestServer } from '../../packages/server/src/testing/test-server.ts'
import { curlLines, readCurl } from './curl.ts'
import { ROOT } from './sources.ts'

const read = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')
const page = read('api.md')
/** The pages in the order in which their examples build on each other. */
const pages = [page, ...['content-api.md', 'dashboard-api.md', 'files.md'].map(read)].join('\n')

let server: TestServer
/** The page's variables such as $URL; responses add to them. */
const variables: Record<string, string> = {}

beforeAll(async () => {
  const { demo, ...started } = await startDemo()
  server = started.server
  variables['URL'] = await server.http.listen({ port: 0, host: '127.0.0.1' })
  variables['EMAIL'] = demo.email
  variables['PASSWORD'] = demo.password
})
afterAll(() => server.remove())

/** The parts of an answer that later examples need, by the path of the request. */
const keeps: Readonly<Record<string, (answer: Answer) => Record<string, string | undefined>>> = {
  '/v3/users/authenticate': ({ token }) => ({ TOKEN: token }),
  '/v3/buckets/get': ({ bucket }) => ({
    READ_KEY: bucket?.api_access.read_key,
    WRITE_KEY: bucket?.api_access.write_key,
  }),
  '/v3/buckets/lighthouse-magazine/import-bucket': ({ job }) => ({ JOB: job?.id }),
  '/v3/objects/add': ({ object }) => ({ OBJECT: object?.id }),
  '/v3/buckets/lighthouse-magazine/objects': ({ object }) => ({ POSTED: object?.id }),
  '/v3/macros/add': ({ macro }) => ({ MACRO: macro?.id }),
  '/v3/objects/deleteByIds': ({ change_set_id }) => ({ CHANGE_SET: change_set_id }),
}

interface Answer {
  token?: string
  bucket?: { api_access: { read_key: string; write_key: string } }
  job?: { id: string }
  object?: { id: string }
  macro?: { id: string }
  change_set_id?: string
}

// In the order of the pages: an example may build on those before it.
test.each(curlLines(pages))('%s', async (line) => {
  const { method, url, headers, body, status, isStream } = readCurl(line, variables)
  const stop = new AbortController()
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal: stop.signal,
  })
  if (isStream) {
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    stop.abort()
    return
  }
  const answer = (await response.json()) as Answer
  if (status === undefined) expect(answer).not.toHaveProperty('code')
  else expect({ status: response.status, code: answer }).toMatchObject({ status })
  const remembered = Object.entries(keeps[new URL(url).pathname]?.(answer) ?? {})
  for (const [name, value] of remembered) if (value !== undefined) variables[name] = value
})

test('docs/api.md lists every error code with its status', () => {
  const rows = [...page.matchAll(/^\| (\d{3}) +\| `(\w+)`/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ])
  expect(Object.fromEntries(rows)).toEqual(errorCodes)
})
