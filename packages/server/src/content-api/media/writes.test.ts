import { listChangeSets } from '@typecase/contract/change-sets'
import { findOneMedia } from '@typecase/contract/content'
import { deleteMedia, updateMedia } from '@typecase/contract/content-writes'
import type { Endpoint } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import { addMediaFolder } from '@typecase/contract/media-folders'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sendForm } from '../../testing/uploads.ts'
import { readContent } from '../testing/read-content.ts'
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
  id = await uploaded(owner)
})

/** Uploads a media with the write key. */
async function uploaded({ bucket }: Owner): Promise<string> {
  const { status, json } = await sendForm(
    server,
    `/v3/buckets/${bucket.slug}/media`,
    bucket.api_access.write_key,
    [
      ['media', { bytes: 'Hello', name: 'a.txt' }],
      ['trigger_webhook', 'true'],
      ['metadata', '{"a":1,"b":2}'],
    ],
  )
  expect(status).toBe(201)
  return (json['media'] as { id: string }).id
}

const send = (endpoint: Endpoint, body?: object, of = id) =>
  writeContent(server, owner, endpoint, { params: { id: of }, ...(body && { body }) })
const read = () => readContent(server, owner, findOneMedia, {}, { id })

describe.each<[string, Endpoint, object | undefined]>([
  ['update', updateMedia, { title: 'New' }],
  ['delete', deleteMedia, undefined],
])('writing media: %s', (_name, endpoint, body) => {
  test('answers 401 for a session, 403 for a reading key and 404 for a missing media', async () => {
    const input = { params: { slug: owner.bucket.slug, id }, ...(body && { body }) }
    expect((await server.send(endpoint, input, owner)).status).toBe(401)
    const { preview_key: token } = owner.bucket.api_access
    expect((await server.send(endpoint, input, { token })).status).toBe(403)
    const theirs = await uploaded(await addOwner(server))
    for (const missing of [newId(), theirs])
      expect((await send(endpoint, body, missing)).error()).toMatchObject({
        status: 404,
        message: `Media with id '${missing}' not found`,
      })
    expect((await read()).ok()).toMatchObject({ media: { title: '' } })
  })
})

test('a refused update answers 400 and names fields as they were sent', async () => {
  const bad: [object, string][] = [
    [{ wibble: 1 }, 'wibble'],
    [{ title: 1 }, 'title'],
    [{ folder: 'none' }, 'folder'],
    [{ metadata: [] }, 'metadata'],
  ]
  for (const [body, path] of bad) {
    const { status, details, message } = (await send(updateMedia, body)).error()
    expect({ status, details }).toMatchObject({ status: 400, details: [{ path }] })
    expect(message).not.toContain('data.')
  }
})

test('an update merges metadata by key, and is recorded as a change set', async () => {
  const slug = owner.bucket.slug
  const folder = { body: { slug, data: { title: 'Covers' } } }
  ;(await server.call(addMediaFolder, folder, owner)).ok()
  const body = { title: 'T', alt_text: 'A', folder: 'covers', metadata: { a: null, b: 3 } }
  const answer = await send(updateMedia, { ...body, trigger_webhook: true })
  expect(answer.ok()).toMatchObject({
    media: { id, title: 'T', alt_text: 'A', folder: 'covers', metadata: { b: 3 } },
  })
  expect(answer.ok()).not.toHaveProperty('change_set_id')
  expect((await read()).ok()).toMatchObject({ media: { alt_text: 'A', metadata: { b: 3 } } })
  const { change_sets } = (await server.call(listChangeSets, { query: { slug } }, owner)).ok()
  expect(change_sets[0]).toMatchObject({
    title: 'Edit “a.txt”',
    subject: 'media',
    created_by: null,
  })
})

test('a deletion moves a media to the trash, from where it can be restored', async () => {
  expect((await send(deleteMedia)).ok()).toEqual({
    message: `Media with id '${id}' deleted successfully from bucket.`,
  })
  expect((await read()).status).toBe(404)
  expect((await send(deleteMedia)).status).toBe(404)
  expect((await send(updateMedia, { title: 'T' })).status).toBe(404)
  const body = { slug: owner.bucket.slug, media_ids: [id] }
  ;(await server.call(restoreTrash, { body }, owner)).ok()
  expect((await read()).status).toBe(200)
})
