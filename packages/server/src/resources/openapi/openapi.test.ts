import { openApiDocument } from '@typecase/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import type { describeApi } from './document.ts'

type Document = ReturnType<typeof describeApi>

let server: TestServer
let document: Document
beforeAll(async () => {
  server = await startTestServer()
  const answer = await server.http.inject('/v3/openapi.json')
  document = answer.json<Document>()
})
afterAll(() => server.remove())

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

test('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone({ ...document }))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('is open to everyone, under both bases', async () => {
  const answer = await server.call(openApiDocument, {})
  expect(answer.ok()).toEqual(document)
})

test('names every mounted route, and no other', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    for (const name of Object.keys(methods)) {
      const method = name.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE'
      expect(server.http.hasRoute({ method, url }), `${method} ${url}`).toBe(true)
    }
  }
  const mounted = server.http.mountedEndpoints
  const named = new Set(operations().map((operation) => Reflect.get(operation, 'operationId')))
  expect(mounted.length).toBeGreaterThan(20)
  for (const { id } of mounted) expect(named).toContain(id)
})

test('gives every operation an id of its own', () => {
  const ids = operations().map((operation) => Reflect.get(operation, 'operationId'))
  expect(new Set(ids).size).toBe(ids.length)
})

test('says what a call takes and answers', () => {
  expect(document.paths['/v3/buckets/get']?.['get']).toMatchObject({
    operationId: 'buckets.get',
    tags: ['buckets'],
    security: [{ session: [] }, { accessToken: [] }],
    parameters: [{ name: 'slug', in: 'query', required: true, schema: { type: 'string' } }],
    responses: {
      200: { content: { 'application/json': { schema: { required: ['bucket'] } } } },
      404: { description: '`not_found`' },
    },
  })
  expect(document.paths['/v3/admin/objectTypes/update']?.['patch']).toMatchObject({
    operationId: 'objectTypes.update.admin',
    parameters: [{ name: 'If-Match', in: 'header' }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['data', 'slug', 'type_slug'] } } },
    },
    responses: { 409: {}, 412: {} },
  })
})
