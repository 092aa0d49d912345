import { findObject, findRevision, findRevisions } from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { beforeEach, afterEach, expect, test } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readContent, type ContentAnswer } from '../testing/read-content.ts'

let server: TestServer
let owner: Owner
let id: string
beforeEach(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'next', type: 'object', object_type: 'posts' },
    { key: 'cover', type: 'file' },
  ])
  id = (await addOneObject(server, owner, { type: 'posts', title: 'One' })).id
  for (const title of ['Two', 'Three']) {
    const body = { slug: owner.bucket.slug, object_id: id, data: { title } }
    ;(await server.call(updateObject, { body }, owner)).ok()
  }
})
afterEach(() => server.remove())

const preview = ({ bucket }: Owner) => ({ read_key: bucket.api_access.preview_key })
const list = (query: Record<string, unknown> = {}, objectId = id) =>
  readContent(server, owner, findRevisions, { ...preview(owner), ...query }, { id: objectId })
const one = (revision_id: string, query: Record<string, unknown> = {}, of = id) =>
  readContent(server, owner, findRevision, { ...preview(owner), ...query }, { id: of, revision_id })

test('revisions are listed newest first, in the form of objects', async () => {
  const answer = (await list()).ok() as { revisions: ContentAnswer[]; total: number }
  expect(answer).toMatchObject({ total: 2, skip: 0 })
  expect(answer.revisions.map(({ title }) => title)).toEqual(['Two', 'One'])
  const [newest] = answer.revisions
  expect(newest).toMatchObject({
    object_id: id,
    type: 'posts',
    status: 'draft',
    bucket: owner.bucket.id,
    slug: 'one',
    metadata: {},
  })
  expect(newest?.id).not.toBe(id)
  expect(newest).not.toHaveProperty('published')
  expect(newest).not.toHaveProperty('deleted_at')
})

test('revisions can be paged and limited to props', async () => {
  const answer = (await list({ limit: 1, skip: 1, props: 'object_id,title' })).ok()
  expect(answer).toEqual({
    revisions: [{ object_id: id, title: 'One' }],
    total: 2,
    limit: 1,
    skip: 1,
  })
})

test('files and relations of revisions are read as in objects', async () => {
  const other = await addOneObject(server, owner, { type: 'posts', title: 'Other' })
  const [mediaId] = await addMedia(server, owner, [{}])
  const metadata = { next: other.id, cover: `${mediaId}.png` }
  const data = { type: 'posts', title: 'With', metadata }
  const { id: withNext } = await addOneObject(server, owner, data)
  const body = { slug: owner.bucket.slug, object_id: withNext, data: { title: 'New' } }
  ;(await server.call(updateObject, { body }, owner)).ok()
  const answer = (await list({ depth: 1 }, withNext)).ok() as { revisions: ContentAnswer[] }
  const query = { ...preview(owner), status: 'any', depth: 1 }
  const read = await readContent(server, owner, findObject, query, { id: withNext })
  const { object } = read.ok() as { object: ContentAnswer }
  expect(answer.revisions[0]?.metadata).toEqual(object.metadata)
  expect(object.metadata).toMatchObject({
    next: { title: 'Other' },
    cover: { url: expect.stringContaining(`/${mediaId}.png`) },
  })
})

test('a revision is found by its id', async () => {
  const { revisions } = (await list()).ok() as { revisions: ContentAnswer[] }
  const revision = (await one(revisions[1]?.id ?? '')).ok()
  expect(revision).toMatchObject({ revision: { title: 'One', object_id: id } })
})

test('a revision that is missing, another object’s or bucket’s or of an object in the trash answers 404', async () => {
  const { revisions } = (await list()).ok() as { revisions: ContentAnswer[] }
  const revisionId = revisions[0]?.id ?? ''
  expect((await one(newId())).error().message).toBe('Revision not found')
  expect((await list({}, newId())).error().message).toBe('Object not found')
  const another = await addOneObject(server, owner, { type: 'posts', title: 'Another' })
  expect((await one(revisionId)).status).toBe(200)
  expect((await one(revisionId, {}, another.id)).status).toBe(404)
  const other = await addOwner(server)
  const foreign = await readContent(server, other, findRevision, preview(other), {
    id,
    revision_id: revisionId,
  })
  expect(foreign.status).toBe(404)
  const body = { slug: owner.bucket.slug, object_ids: [id] }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  expect((await list()).status).toBe(404)
  expect((await one(revisionId)).status).toBe(404)
})
