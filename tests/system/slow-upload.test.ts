import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'

import { importBucket } from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { listObjects } from '@typecase/contract/objects'
import { addOwner, type Owner } from '@typecase/server/testing/people'
import { startTestServer, type TestServer, urlOf } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let owner: Owner
let origin: string

beforeAll(async () => {
  // Bodies in memory must arrive quickly; a stored one may take as long as bytes keep arriving.
  server = await startTestServer({}, { timeouts: { body: 300, idle: 3000 } })
  origin = await server.http.listen({ port: 0, host: '127.0.0.1' })
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const mapping = {
  format: 'ndjson',
  object_type: 'notes',
  columns: [{ from: 'title', to: 'title' }],
}
const uploads = () => readdirSync(join(server.dataDir, 'tmp'))

interface Upload {
  request: ClientRequest
  answer: Promise<{ status: number | undefined; json: unknown }>
}

/** Begins an import and sends everything except the file. */
function beginUpload(): Upload {
  const request = httpRequest(origin + urlOf(importBucket, { slug: owner.bucket.slug }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'multipart/form-data; boundary=part',
    },
  })
  const field = (name: string, value: string) =>
    `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  request.write(field('import_mode', 'merge') + field('mapping', JSON.stringify(mapping)))
  request.write(
    '--part\r\ncontent-disposition: form-data; name="import_file"; filename="notes.ndjson"\r\n\r\n',
  )
  return { request, answer: answerOf(request) }
}

async function answerOf(request: ClientRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  let text = ''
  for await (const part of response) text += String(part)
  return { status: response.statusCode, json: JSON.parse(text) as unknown }
}

describe('an upload over a slow connection', () => {
  test('arrives completely even if it takes longer than other requests may', async () => {
    const { request, answer } = beginUpload()
    let sent = 0
    for await (const _ of setInterval(50)) {
      request.write(`${JSON.stringify({ title: `Note ${(sent += 1)}` })}\n`)
      if (sent === 30) break
    }
    request.end('\r\n--part--\r\n')
    const { status, json } = await answer
    expect(status).toBe(202)
    const { job } = json as { job: Job }
    const query = { job_id: job.id }
    const { status: outcome } = await waitFor(
      async () => (await server.call(getJob, { query }, owner)).ok().job,
      ({ finished_at: end }) => end !== null,
    )
    expect(outcome).toBe('done')
    const list = { query: { slug: owner.bucket.slug, limit: 1 } }
    expect((await server.call(listObjects, list, owner)).ok().total).toBe(30)
    await waitFor(uploads, (names) => names.length === 0)
  })

  test('ends with 408 when it stalls, and leaves no file behind', async () => {
    const { request, answer } = beginUpload()
    request.write(`${JSON.stringify({ title: 'The first of many' })}\n`)
    await waitFor(uploads, (names) => names.length === 1)
    expect(await answer).toMatchObject({ status: 408, json: { code: 'timeout' } })
    await waitFor(uploads, (names) => names.length === 0)
  })
})
