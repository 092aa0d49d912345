import { newId } from '@typecase/contract/ids'
import { bucketOpenApiDocument, openApiDocument } from '@typecase/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
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

test('has each call once, an address of the server, words for each parameter, and at most 1.1 MB', () => {
  expect(document.servers).toEqual([{ url: server.app.settings.PUBLIC_URL }])
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/v3/admin/'))).toEqual([])
  const parameters = operations().flatMap(
    (operation) => Reflect.get(operation, 'parameters') as { name: string; description?: string }[],
  )
  const silent = parameters.filter(({ description = '' }) => description === '')
  expect(new Set(silent.map(({ name }) => name))).toEqual(new Set())
  expect(JSON.stringify(document).length).toBeLessThan(1_100_000)
})

describe('of a bucket', () => {
  let owner: Owner
  const ask = (query: object) => {
    const params = { slug: owner.bucket.slug }
    return server.send(bucketOpenApiDocument, { params, query: { ...query } })
  }
  beforeAll(async () => {
    owner = await addOwner(server)
    await addType(server, owner, 'posts', [
      { key: 'year', type: 'number', title: 'Year' },
      { key: 'hero', type: 'file' },
      { key: 'next', type: 'object', object_type: 'posts' },
      { key: 'size', type: 'select', options: [{ value: 's' }, { value: 'l' }] },
    ])
  })

  test('needs a key of the bucket', async () => {
    expect((await ask({})).status).toBe(401)
    const { read_key } = (await addOwner(server)).bucket.api_access
    expect((await ask({ read_key })).status).toBe(401)
  })

  test('is a valid document with the fields of its types', async () => {
    const { read_key } = owner.bucket.api_access
    const keyDocument = (await ask({ read_key })).ok() as Document
    const result = await new Validator().validate(structuredClone({ ...keyDocument }))
    expect(result.errors).toBeUndefined()
    const objects = `/v3/buckets/${owner.bucket.slug}/objects`
    const posts = { $ref: '#/components/schemas/object.posts' }
    expect(keyDocument.paths[objects]?.['get']).toMatchObject({
      operationId: 'content.objects.find',
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { properties: { objects: { items: { anyOf: [posts] } } } },
            },
          },
        },
      },
    })
    expect(keyDocument.components.schemas).toMatchObject({
      'object.posts': {
        properties: {
          type: { const: 'posts' },
          metadata: {
            properties: {
              year: { description: 'Year', anyOf: [{ type: 'number' }, { type: 'null' }] },
              next: { anyOf: [{ anyOf: [{ type: 'string' }, posts] }, { type: 'null' }] },
              size: { anyOf: [{ enum: ['s', 'l'] }, { type: 'null' }] },
            },
          },
        },
      },
    })
  })
})

test('is open to everyone, under both bases', async () => {
  const answer = await server.call(openApiDocument, {})
  expect(answer.ok()).toEqual(document)
})

test('names every mounted route, and no other', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const url = path.replaceAll(/\{\w+\}/g, newId())
    for (const name of Object.keys(methods)) {
      const method = name.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE'
      const route = server.http.findRoute({ method, url })
      expect(route && !('*' in route.params), `${method} ${path}`).toBe(true)
    }
  }
  const mounted = server.http.mountedEndpoints
  const named = new Set(operations().map((operation) => Reflect.get(operation, 'operationId')))
  expect(mounted.length).toBeGreaterThan(20)
  for (const { id } of mounted) expect(named).toContain(id)
})

test('gives every operation a unique id', () => {
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
      404: { $ref: '#/components/responses/not_found' },
    },
  })
  expect(document.paths['/v3/objectTypes/update']?.['patch']).toMatchObject({
    operationId: 'objectTypes.update',
    parameters: [{ name: 'If-Match', in: 'header' }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['data', 'slug', 'type_slug'] } } },
    },
    responses: { 409: {}, 412: {} },
  })
})
