import { addToken } from '@typecase/contract/access-tokens'
import { getBucket, listBuckets, updateBucket } from '@typecase/contract/buckets'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { addComment } from '@typecase/contract/comments'
import { findObject } from '@typecase/contract/content'
import { getJob } from '@typecase/contract/jobs'
import {
  addObject,
  deleteObjects,
  getObject,
  publishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { addObjectType } from '@typecase/contract/object-types'
import { addProjectWithBucket, getProject, listProjects } from '@typecase/contract/projects'
import { permissionsIn, type TokenScope } from '@typecase/contract/roles'
import { listProjectTeam } from '@typecase/contract/teams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [{ key: 'text', type: 'text' }])
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
async function tokenOf(
  scope: TokenScope,
  as: { token: string } = owner,
  bucket_ids: string[] | null = null,
) {
  const body = { title: scope, scope, days: 1, bucket_ids }
  return { token: (await server.call(addToken, { body }, as)).ok().secret }
}
const publish = (as: { token: string }, id: string) =>
  server.call(publishObjects, { body: { slug: slug(), object_ids: [id] } }, as)

describe('a token with the scope draft', () => {
  test('cannot publish, delete, or change types or settings, and the message names the scope', async () => {
    const draft = await tokenOf('draft')
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    const refusals = [
      await publish(draft, id),
      await server.call(deleteObjects, { body: { slug: slug(), object_ids: [id] } }, draft),
      await server.call(addObjectType, { body: { slug: slug(), data: { title: 'New' } } }, draft),
      await server.call(updateBucket, { body: { slug: slug(), data: { title: 'New' } } }, draft),
    ]
    expect(refusals.map((one) => one.error().message)).toEqual([
      'The scope of this token (draft) may not publish objects; it needs publish.',
      'The scope of this token (draft) may not delete objects; it needs publish.',
      'The scope of this token (draft) may not change object types; it needs admin.',
      'The scope of this token (draft) may not change the settings of this bucket; it needs admin.',
    ])
  })

  test('edits drafts of any author and adds comments, but cannot publish', async () => {
    const draft = await tokenOf('draft')
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    ;(await publish(owner, id)).ok()
    const edit = (status: 'draft' | 'published') =>
      server.call(
        updateObject,
        { body: { slug: slug(), object_id: id, data: { title: 'Edited', status } } },
        draft,
      )
    expect((await edit('published')).error().message).toBe(
      'Your role (admin, with a “draft” token) may only save drafts; only others can publish them.',
    )
    ;(await edit('draft')).ok()
    const query = { slug: slug(), object_id: id }
    const { object } = (await server.call(getObject, { query }, owner)).ok()
    expect(object).toMatchObject({ title: 'Edited', status: 'draft' })
    expect(object.published_at).not.toBeNull()
    const comment = { slug: slug(), object_id: id, text: 'Better?' }
    ;(await server.call(addComment, { body: comment }, draft)).ok()
  })

  test('can undo its drafts', async () => {
    const draft = await tokenOf('draft')
    const data = { type: 'posts', title: 'New' }
    ;(await server.call(addObject, { body: { slug: slug(), data } }, draft)).ok()
    const query = { slug: slug(), limit: 1 }
    const { change_sets } = (await server.call(listChangeSets, { query }, draft)).ok()
    const body = { slug: slug(), change_set_id: change_sets[0]?.id ?? '' }
    expect((await server.call(undoChangeSet, { body }, draft)).ok()).toMatchObject({ restored: 1 })
  })

  test('can start a job that edits objects as drafts', async () => {
    const draft = await tokenOf('draft')
    const ids = await addManyObjects(server, owner, 'posts', 150)
    ;(await publish(owner, ids[0] ?? '')).ok()
    const scope = { slug: slug(), object_ids: ids }
    const data = { fields: { title: { op: 'append', value: '!' } } } as const
    const answer = (
      await server.call(bulkEditObjects, { body: { ...scope, data } }, draft)
    ).ok() as { job?: { id: string } }
    const read = async () =>
      (await server.call(getJob, { query: { job_id: answer.job?.id ?? '' } }, owner)).ok().job
    const job = await waitFor(read, ({ status }) => status === 'done' || status === 'failed')
    expect(job).toMatchObject({ status: 'done', done: 150, client: null })
    const query = { slug: slug(), object_id: ids[0] ?? '' }
    const { object } = (await server.call(getObject, { query }, owner)).ok()
    expect(object).toMatchObject({ title: 'Object 0!', status: 'draft' })
    const params = { slug: slug(), id: object.id }
    const read_key = owner.bucket.api_access.read_key ?? ''
    const live = (await server.call(findObject, { params, query: { read_key } })).ok()
    expect(live.object).toMatchObject({ title: 'Object 0', status: 'published' })
  })
})

test('a token with the scope publish does what an editor does', async () => {
  const as = await tokenOf('publish')
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Post' }, as)
  ;(await publish(as, id)).ok()
  ;(await server.call(deleteObjects, { body: { slug: slug(), object_ids: [id] } }, as)).ok()
  const refused = await server.call(
    updateBucket,
    { body: { slug: slug(), data: { title: 'New' } } },
    as,
  )
  expect(refused.error().message).toContain('(publish)')
  const body = { project_title: 'New', bucket_title: 'New' }
  expect((await server.call(addProjectWithBucket, { body }, as)).error().message).toBe(
    'The scope of this token (publish) may not add buckets to a project, and projects to a workspace; it needs admin.',
  )
  const team = { query: { project_id: owner.project.id } }
  expect((await server.call(listProjectTeam, team, as)).status).toBe(200)
})

test('a scope adds nothing to the role of its user', async () => {
  const person = await addPerson(server)
  await join(server, person, owner, 'contributor')
  const as = await tokenOf('admin', person)
  const { id } = await addOneObject(server, owner, { type: 'posts', title: 'Post' })
  expect((await publish(as, id)).error().message).toBe(
    'Your role (contributor) may not publish objects.',
  )
})

test('a bucket tells a client the permissions of its token', async () => {
  const query = { slug: slug() }
  const { bucket } = (await server.call(getBucket, { query }, await tokenOf('draft'))).ok()
  const { role, role_options = {}, api_access } = bucket
  const may = permissionsIn({ role, ...role_options })
  expect(may).toEqual(expect.arrayContaining(['objects:write', 'media:write', 'comments:write']))
  for (const beyond of [
    'objects:publish',
    'objects:delete',
    'media:delete',
    'types:write',
  ] as const)
    expect(may).not.toContain(beyond)
  expect(api_access.write_key).toBe('')
})

test('a token for one bucket can open and list only that bucket', async () => {
  const body = { project_title: 'Second', bucket_title: 'Second' }
  const second = (await server.call(addProjectWithBucket, { body }, owner)).ok()
  const as = await tokenOf('admin', owner, [second.bucket.id])
  const bucketOf = (name: string) => server.call(getBucket, { query: { slug: name } }, as)
  expect((await bucketOf(second.bucket.slug)).status).toBe(200)
  expect((await bucketOf(slug())).error()).toMatchObject({
    code: 'not_found',
    message: (await bucketOf('missing')).error().message,
  })
  const listed = (await server.call(listBuckets, {}, as)).ok()
  expect(listed.buckets.map(({ id }) => id)).toEqual([second.bucket.id])
  const { projects } = (await server.call(listProjects, {}, as)).ok()
  expect(projects.map(({ id }) => id)).toEqual([second.project.id])
  const query = { project_id: second.project.id }
  const { project } = (await server.call(getProject, { query }, as)).ok()
  expect(project.buckets).toHaveLength(1)
  expect(project.billing).toBeUndefined()
})
