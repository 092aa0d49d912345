import { addObject, listObjects } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOwner, type Owner } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer({ METRICS: 'on' })
  owner = await addOwner(server)
})
afterAll(() => server.remove())

const metrics = async ({ http }: TestServer) => http.inject({ url: '/metrics' })

/** The value of a metric, by its name and labels. */
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )

test('metrics answer 404 unless they are switched on', async () => {
  const quiet = await startTestServer()
  expect((await metrics(quiet)).statusCode).toBe(404)
  await quiet.remove()
})

test('metrics report requests by route, queues, jobs, indexes and memory', async () => {
  const { slug } = owner.bucket
  const type = { title: 'Posts', slug: 'posts', singular: 'Post', metafields: [] }
  await server.call(addObjectType, { body: { slug, data: type } }, owner)
  await server.call(addObject, { body: { slug, data: { type: 'posts', title: 'A' } } }, owner)
  const before = await metrics(server)
  expect(before.headers['content-type']).toContain('text/plain')
  const route = 'method="GET",route="/v3/admin/objects/list",status="200"'
  const line = `typecase_http_request_duration_seconds_count{${route}}`
  const requestsBefore = valueOf(before.body, line) || 0
  await server.call(listObjects, { query: { slug } }, owner)
  const { body } = await metrics(server)
  expect(valueOf(body, line)).toBe(requestsBefore + 1)
  expect(valueOf(body, 'typecase_queue_waiting{queue="long_reads"}')).toBe(0)
  expect(valueOf(body, 'typecase_jobs{status="queued"}')).toBe(0)
  expect(valueOf(body, 'typecase_column_index_bytes')).toBeGreaterThanOrEqual(0)
  expect(valueOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(body).not.toContain(slug)
})
