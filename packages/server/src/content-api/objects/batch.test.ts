import { batchObjects } from '@typecase/contract/content-writes'
import type { OutputOf } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { objectsOf, type ContentAnswer } from '../testing/read-content.ts'
import { writeContent } from '../testing/write-content.ts'

let server: TestServer
let owner: Owner
let id: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'number', type: 'number' },
    { key: 'code', type: 'text', unique: true },
  ])
  id = (await addOneObject(server, owner, { type: 'posts', title: 'One', status: 'published' })).id
})

const send = (operations: unknown, headers?: Record<string, string>) =>
  writeContent(server, owner, batchObjects, { body: { operations } }, headers)
async function run(operations: readonly object[]) {
  return ((await send(operations)).ok() as OutputOf<typeof batchObjects>).operations
}
const titles = async () => (await objectsOf(server, owner)).map(({ title }) => title)
const post = (title: string, more: object = {}) => ({ title, type: 'posts', ...more })

test('a batch answers 401 without a key, and 403 with a reading key', async () => {
  const input = { params: { slug: owner.bucket.slug }, body: { operations: [] } }
  expect((await server.send(batchObjects, input)).status).toBe(401)
  const { preview_key: token } = owner.bucket.api_access
  expect((await server.send(batchObjects, input, { token })).status).toBe(403)
})

test('a batch without operations, with more than 25 or with an unknown method is refused', async () => {
  const many = Array.from({ length: 26 }, () => ({ method: 'add', object: post('New') }))
  for (const operations of [undefined, 'x', [], many, [{ method: 'move' }], [{}]])
    expect((await send(operations)).error().code).toBe('invalid')
  expect(await titles()).toEqual(['One'])
})

test('a batch adds, edits and deletes in order', async () => {
  const { id: old } = await addOneObject(server, owner, { ...post('Old'), status: 'published' })
  const done = await run([
    { method: 'add', object: post('Two', { metadata: { number: 2 } }), trigger_webhook: true },
    { method: 'edit', object_id: id, object: { title: 'First' } },
    { method: 'delete', object_id: old },
  ])
  expect(done).toMatchObject([
    { method: 'add', status: 'success', object: { title: 'Two', metadata: { number: 2 } } },
    { method: 'edit', status: 'success', object: { id, title: 'First' } },
    {
      method: 'delete',
      status: 'success',
      message: `Object with id '${old}' deleted successfully from bucket.`,
    },
  ])
  expect(await titles()).toEqual(['Two', 'First'])
})

test('a refused operation reports its error in its place, and the others are done', async () => {
  const none = newId()
  const done = await run([
    { method: 'add', object: post('Two') },
    { method: 'add', object: { title: 'No type' } },
    { method: 'add', object: post('Bad', { metadata: { number: 'x' } }) },
    { method: 'add', object: post('Strange', { wibble: 1 }) },
    { method: 'edit', object: { title: 'Which?' } },
    { method: 'edit', object_id: none, object: { title: 'None' } },
    { method: 'edit', object_id: 'x', object: { title: 'None' } },
    { method: 'delete', object_id: none },
    { method: 'add' },
    { method: 'edit', object_id: id, object: { title: 'First' } },
  ])
  expect(done.map(({ status, code, message }) => [status, code, message])).toEqual([
    ['success', undefined, undefined],
    ['error', 'invalid', 'type is a required field'],
    [
      'error',
      'invalid',
      expect.stringMatching(/^Metafield validation: invalid 'value' .* 'number'/),
    ],
    ['error', 'invalid', 'wibble is not a known field'],
    ['error', 'invalid', 'object_id is a required field'],
    ['error', 'not_found', `Object with id '${none}' not found`],
    ['error', 'not_found', "Object with id 'x' not found"],
    ['error', 'not_found', `Object with id '${none}' not found`],
    ['error', 'invalid', expect.stringContaining('title is a required field')],
    ['success', undefined, undefined],
  ])
  expect(await titles()).toEqual(['Two', 'First'])
})

test('each operation sees the effect of those before it: unique values, slugs and objects', async () => {
  const coded = (title: string) => ({
    method: 'add',
    object: post(title, { metadata: { code: 'x' } }),
  })
  const done = await run([
    coded('Two'),
    coded('Three'),
    { method: 'add', object: post('Two') },
    { method: 'edit', object_id: id, object: { metadata: { number: 1 } } },
    { method: 'edit', object_id: id, object: { title: 'First' } },
    { method: 'delete', object_id: id },
    { method: 'edit', object_id: id, object: { title: 'Gone' } },
  ])
  expect(done.map(({ status, code }) => code ?? status)).toEqual([
    'success',
    'conflict',
    'success',
    'success',
    'success',
    'success',
    'not_found',
  ])
  const slugs = done.flatMap(({ object }) => (object ? (object as ContentAnswer).slug : []))
  expect(slugs).toEqual(['two', 'two-2', 'one', 'one'])
})

test('a batch may have 25 operations, and a retry repeats none of them', async () => {
  const operations = Array.from({ length: 25 }, (_, n) => ({ method: 'add', object: post(`${n}`) }))
  const key = { 'idempotency-key': 'batch' }
  const first = await send(operations, key)
  expect(first.status).toBe(200)
  expect((await send(operations, key)).ok()).toEqual(first.ok())
  expect(await titles()).toHaveLength(26)
  expect((await send(operations.slice(1), key)).error().code).toBe('key_reused')
})

test('objects of another bucket are not found', async () => {
  const other = await addOwner(server)
  await addType(server, other, 'posts')
  const { id: theirs } = await addOneObject(server, other, post('Theirs'))
  const done = await run([
    { method: 'edit', object_id: theirs, object: { title: 'Mine' } },
    { method: 'delete', object_id: theirs },
  ])
  expect(done.map(({ code }) => code)).toEqual(['not_found', 'not_found'])
  expect(await readOneObject(server, other, theirs)).toMatchObject({ title: 'Theirs', rev: 1 })
})
