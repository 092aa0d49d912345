import { duplicateBucket } from '@typecase/contract/buckets'
import { addInvite, resendInvite, updateInvite } from '@typecase/contract/invites'
import { deleteObjects } from '@typecase/contract/objects'
import {
  addBucket,
  addProjectWithBucket,
  deleteProject,
  moveProject,
} from '@typecase/contract/projects'
import { addProjectMember } from '@typecase/contract/teams'
import { addWorkspace } from '@typecase/contract/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createColumnIndexes } from '../../columns/column-indexes.ts'
import { addType } from '../../testing/content.ts'
import { codeIn, mailTo } from '../../testing/outbox.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinWorkspace,
  type Owner,
} from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { callsOf, fill, FREE, refused } from './limits.fixture.ts'
import { objectsIn } from './usage.ts'

// The tests add thousands of objects.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on' }, { clock })
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
})

const { add, buy, slugOf, usage } = callsOf(() => ({ server, owner }))

describe('the limit of buckets', () => {
  const addOne = (project_id = owner.project.id, title = 'Second') =>
    server.send(addBucket, { body: { project_id, data: { title } } }, owner)

  test('applies to new buckets and to copies', async () => {
    expect((await addOne()).error()).toMatchObject(
      refused('buckets', /allows 1 bucket, and it is used\./),
    )
    const copy = { slug: slugOf(), data: {} }
    expect((await server.send(duplicateBucket, { body: copy }, owner)).error()).toMatchObject(
      refused('buckets'),
    )
    expect(await usage()).toMatchObject({ buckets: 1 })
  })

  test('counts the buckets of all projects of a workspace', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    const body = {
      project_title: 'First',
      bucket_title: 'First',
      template: 'blog',
      workspace: workspace.id,
    }
    ;(await server.send(addProjectWithBucket, { body }, owner)).ok()
    expect((await server.send(addProjectWithBucket, { body }, owner)).error()).toMatchObject(
      refused('buckets', /^The Free plan of this workspace allows 1 bucket/),
    )
    const move = { project_id: owner.project.id, workspace_id: workspace.id }
    expect((await server.send(moveProject, { body: move }, owner)).error()).toMatchObject(
      refused('buckets', /^The Free plan of this workspace/),
    )
  })

  test('lets only one of two simultaneous requests take the last place', async () => {
    await buy('starter')
    ;(await addOne()).ok()
    const answers = await Promise.all([addOne(undefined, 'A'), addOne(undefined, 'B')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(await usage()).toMatchObject({ buckets: 3 })
  })

  test('counts the objects of all buckets of a project together, even in simultaneous requests', async () => {
    await buy('starter')
    const { bucket } = (await addOne()).ok() as Pick<Owner, 'bucket'>
    const second = { ...owner, bucket }
    await addType(server, owner, 'posts')
    await addType(server, second, 'posts')
    await fill(server, owner, 10_000)
    await fill(server, second, 9999)
    const answers = await Promise.all([add(), add('Post', owner, second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(await usage()).toMatchObject({ objects: 20_000 })
    // Simulates a process that has not loaded the indexes yet.
    const cold = { db: server.app.db, columns: createColumnIndexes(Infinity) }
    const scope = { resource: 'project', id: owner.project.id } as const
    expect(await objectsIn(cold, server.app.db.read, scope)).toBe(20_000)
    expect(cold.columns.count).toBe(0)
  })

  test('lets a project move into a workspace with all its content once that fits', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    await addType(server, owner, 'posts')
    await fill(server, owner, FREE.objects + 1)
    const move = { project_id: owner.project.id, workspace_id: workspace.id }
    expect((await server.send(moveProject, { body: move }, owner)).error()).toMatchObject(
      refused('objects', /: 0 are used, and this would add 1,001\./),
    )
    const one = { slug: slugOf(), object_ids: [] as string[] }
    const rows = await server.app.db.read
      .selectFrom('objects')
      .select('id')
      .where('bucket_id', '=', owner.bucket.id)
      .limit(1)
      .execute()
    one.object_ids = rows.map(({ id }) => id)
    ;(await server.send(deleteObjects, { body: one }, owner)).ok()
    ;(await server.send(moveProject, { body: move }, owner)).ok()
    expect(await usage({ workspace_id: workspace.id })).toMatchObject({
      buckets: 1,
      objects: FREE.objects,
    })
  })
})

describe('the limit of free projects and workspaces', () => {
  const addProject = (workspace?: string) => {
    const body = { project_title: 'More', bucket_title: 'More', template: 'blog', workspace }
    return server.send(addProjectWithBucket, { body }, owner)
  }
  const addOneWorkspace = () => server.send(addWorkspace, { body: { title: 'Workspace' } }, owner)
  const words = /^You have 3 projects and workspaces on the Free plan, /

  test('is three for an account, and does not count paid ones', async () => {
    ;(await addProject()).ok()
    const { id } = await addWorkspaceOf(server, owner)
    expect((await addProject()).error()).toMatchObject(refused('free_places', words))
    expect((await addOneWorkspace()).error()).toMatchObject(refused('free_places', words))
    // The workspace has a plan.
    ;(await addProject(id)).ok()
    await buy('starter')
    ;(await addOneWorkspace()).ok()
    expect((await addProject()).error()).toMatchObject(refused('free_places', words))
  })

  test('applies to a project that leaves a workspace', async () => {
    const { id } = await addWorkspaceOf(server, owner)
    const { project } = (await addProject(id)).ok() as Pick<Owner, 'project'>
    ;(await addProject()).ok()
    const out = { project_id: project.id, workspace_id: 'default' }
    expect((await server.send(moveProject, { body: out }, owner)).error()).toMatchObject(
      refused('free_places', words),
    )
    ;(await server.send(deleteProject, { query: { project_id: owner.project.id } }, owner)).ok()
    ;(await server.send(moveProject, { body: out }, owner)).ok()
  })

  test('lets only one of two simultaneous requests take the last place', async () => {
    ;(await addProject()).ok()
    const answers = await Promise.all([addProject(), addOneWorkspace()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
  })
})

describe('the limit of a team', () => {
  const invite = (email: string) =>
    server.send(
      addInvite,
      { body: { resource: 'project', resource_id: owner.project.id, email, role: 'user' } },
      owner,
    )
  test('counts open invitations, so that everyone invited can join', async () => {
    const guest = await addPerson(server)
    ;(await invite(guest.email)).ok()
    expect(await usage()).toMatchObject({ team: 2 })
    const body = { project_id: owner.project.id, email: 'other@example.org', role: 'user' }
    for (const answer of [
      await invite('other@example.org'),
      await server.send(addProjectMember, { body }, owner),
    ])
      expect(answer.error()).toMatchObject(
        refused('team', /allows 2 members, counting open invitations, and all are used\./),
      )
    // Inviting the same person again takes no further seat.
    expect((await invite(guest.email)).status).toBe(201)
    const invite_id = codeIn(await mailTo(server, guest.email, 2))
    const accepted = { invite_id, resource: 'project', status: 'confirmed' }
    ;(await server.send(updateInvite, { body: accepted }, guest)).ok()
    expect(await usage()).toMatchObject({ team: 2 })
    expect((await invite('other@example.org')).error()).toMatchObject(refused('team'))
  })

  test('does not count an expired invitation, and refuses to send that again if the team is full', async () => {
    const { invite: sent } = (await invite('a@example.org')).ok() as { invite: { id: string } }
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('invites')
          .set({ expires_at: clock.now() })
          .where('id', '=', sent.id)
          .execute(),
      'serializable',
    )
    expect(await usage()).toMatchObject({ team: 1 })
    ;(await invite('b@example.org')).ok()
    expect(
      (await server.send(resendInvite, { body: { id: sent.id } }, owner)).error(),
    ).toMatchObject(refused('team'))
  })

  test('lets only one of two simultaneous invitations take the last seat', async () => {
    const answers = await Promise.all([invite('a@example.org'), invite('b@example.org')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
  })

  test('counts each member of a workspace once for all its projects', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    const move = { project_id: owner.project.id, workspace_id: workspace.id }
    ;(await server.send(moveProject, { body: move }, owner)).ok()
    const colleague = await addPerson(server)
    await joinWorkspace(server, colleague, workspace, 'user')
    const body = { project_id: owner.project.id, user_id: colleague.id, role: 'user' }
    ;(await server.send(addProjectMember, { body }, owner)).ok()
    expect(await usage({ workspace_id: workspace.id })).toMatchObject({ team: 2 })
    expect((await invite('c@example.org')).error()).toMatchObject(
      refused('team', /^The Free plan of this workspace/),
    )
    const other = await addOwner(server)
    await joinWorkspace(server, other, workspace, 'admin')
    const theirs = { project_id: other.project.id, workspace_id: workspace.id }
    expect((await server.send(moveProject, { body: theirs }, other)).error()).toMatchObject({
      status: 403,
    })
  })
})
