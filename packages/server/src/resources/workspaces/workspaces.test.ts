import { getBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import {
  addProjectWithBucket,
  deleteProject,
  getProject,
  listProjects,
  moveProject,
} from '@typecase/contract/projects'
import {
  addWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
} from '@typecase/contract/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinProject,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let user: Person
let workspace: { id: string; rev: number }
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  workspace = await addWorkspaceOf(server, owner, 'Press')
  user = await addPerson(server)
  await joinWorkspace(server, user, workspace, 'user')
})
afterAll(() => server.remove())

type By = { token?: string }
const get = (workspace_id: string, by: By = owner) =>
  server.call(getWorkspace, { query: { workspace_id } }, by)
const update = (change: object, by: By = owner) =>
  server.send(updateWorkspace, { body: { workspace_id: workspace.id, ...change } }, by)
const remove = (by: By = owner, workspace_id: string | undefined = workspace.id) =>
  server.send(deleteWorkspace, { query: { workspace_id } }, by)
const move = (workspace_id: string, by: By = owner) =>
  server.call(moveProject, { body: { project_id: owner.project.id, workspace_id } }, by)
const titlesIn = async (workspace_id: string, by: Person = owner) => {
  const headers = { workspace: workspace_id }
  const { projects } = (await server.call(listProjects, {}, { ...by, headers })).ok()
  return projects.map(({ title }) => title)
}

describe('listing and reading workspaces', () => {
  test('need a session (401), and answer the same 404 for another user’s as for a missing one', async () => {
    expect((await server.call(listWorkspaces, {})).status).toBe(401)
    expect((await get(workspace.id, {})).status).toBe(401)
    const [theirs, missing] = [await get(workspace.id, stranger), await get(newId(), stranger)]
    expect(theirs.status).toBe(404)
    expect({ ...theirs.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
    expect((await get('x')).status).toBe(400)
  })

  test('include the default workspace, which comes first', async () => {
    const { workspaces, total } = (await server.call(listWorkspaces, {}, user)).ok()
    expect(total).toBe(2)
    expect(workspaces).toMatchObject([
      { id: 'default', role: 'manager', total_projects: 0 },
      { id: workspace.id, title: 'Press', slug: 'press', role: 'user', total_users: 2 },
    ])
    expect((await get('default')).ok().workspace).toMatchObject({ total_projects: 1 })
  })
})

describe('adding a workspace', () => {
  test('needs a session (401), a title and a valid logo (400)', async () => {
    const add = (body: object, by: By = owner) => server.send(addWorkspace, { body }, by)
    expect((await add({ title: 'W' }, {})).status).toBe(401)
    expect((await add({ title: '' })).status).toBe(400)
    expect((await add({ title: 'W', logo: 'javascript:alert(1)' })).error()).toMatchObject({
      details: [{ path: 'logo', message: 'logo must be a valid URL' }],
    })
    expect((await add({ title: 'W', role: 'admin' })).status).toBe(400)
    expect((await add({ data: { title: 'W', role: 'admin' } })).status).toBe(400)
    expect((await add({ data: ['W'] })).status).toBe(400)
    expect((await add({ data: { title: 'W' } })).ok()).toMatchObject({ workspace: { title: 'W' } })
    const created = (await add({ title: 'Ä W', logo: 'https://example.org/logo.png' })).ok()
    expect(created).toMatchObject({
      workspace: { slug: 'a-w', logo: 'https://example.org/logo.png', role: 'admin' },
    })
  })
})

describe('updating and deleting a workspace', () => {
  test('need a session (401), the workspace (404) and its admin (403)', async () => {
    expect((await update({ title: 'New' }, {})).status).toBe(401)
    expect((await update({ title: 'New' }, stranger)).status).toBe(404)
    expect((await update({ title: 'New' }, user)).status).toBe(403)
    expect((await remove({})).status).toBe(401)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(user)).status).toBe(403)
  })

  test.each([undefined, 'default'])('answer 400 without an active workspace: %s', async (id) => {
    const body = { workspace_id: id, title: 'New' }
    for (const answer of [
      await server.send(updateWorkspace, { body }, owner),
      await server.send(deleteWorkspace, { query: { workspace_id: id } }, owner),
    ]) {
      expect(answer.error()).toMatchObject({ status: 400, message: 'No active workspace' })
    }
  })

  test('answer 404 to the id of a project', async () => {
    const { id } = owner.project
    expect((await get(id)).status).toBe(404)
    expect((await update({ workspace_id: id, title: 'Press' })).status).toBe(404)
    expect((await remove(owner, id)).status).toBe(404)
    expect((await server.call(getProject, { query: { project_id: id } }, owner)).status).toBe(200)
  })

  test('keep what was not sent, and answer 412 to an outdated rev', async () => {
    const changed = (await update({ logo: 'https://example.org/l.svg', rev: workspace.rev })).ok()
    expect(changed).toMatchObject({ workspace: { title: 'Press', rev: workspace.rev + 1 } })
    expect((await update({ title: 'Late', rev: workspace.rev })).status).toBe(412)
    expect((await update({ logo: '' })).ok()).toMatchObject({ workspace: { logo: null } })
  })

  test('refuse to delete a workspace with projects, and name them (409)', async () => {
    ;(await move(workspace.id)).ok()
    expect((await remove()).error()).toMatchObject({
      status: 409,
      message: 'This workspace still holds “Project”. Move or delete its projects first.',
      details: [{ path: `projects.${owner.project.id}`, rule: 'not_empty' }],
    })
    const query = { project_id: owner.project.id }
    ;(await server.call(deleteProject, { query }, owner)).ok()
    expect((await remove()).status).toBe(200)
    expect((await get(workspace.id)).status).toBe(404)
    expect((await get(workspace.id, user)).status).toBe(404)
  })
})

describe('the projects of a workspace', () => {
  test('are added to the workspace in the header by its admin (403, 404 for others)', async () => {
    const body = { project_title: 'Inside', bucket_title: 'B' }
    const add = (by: Person, workspace_id: string) =>
      server.call(addProjectWithBucket, { body }, { ...by, headers: { workspace: workspace_id } })
    expect((await add(user, workspace.id)).status).toBe(403)
    expect((await add(stranger, workspace.id)).status).toBe(404)
    const { project } = (await add(owner, workspace.id)).ok()
    expect(project).toMatchObject({ workspace: workspace.id, workspace_id: workspace.id })
    expect(await titlesIn(workspace.id)).toEqual(['Inside'])
    expect(await titlesIn('default')).toEqual(['Project'])
  })

  test('move only with the admin role in the project and a role that may add to the workspace', async () => {
    expect((await move(workspace.id, {})).status).toBe(401)
    expect((await move(workspace.id, stranger)).status).toBe(404)
    const manager = await addPerson(server)
    await joinProject(server, manager, owner, 'manager')
    expect((await move(workspace.id, manager)).status).toBe(403)
    expect((await move(newId())).status).toBe(404)
    const elsewhere = await addWorkspaceOf(server, stranger)
    expect((await move(elsewhere.id)).status).toBe(404)
    await joinWorkspace(server, owner, elsewhere, 'user')
    expect((await move(elsewhere.id)).status).toBe(403)

    expect((await move(workspace.id)).ok().project.workspace_id).toBe(workspace.id)
    expect(await titlesIn('default', manager)).toEqual(['Project'])
    expect((await move('default')).ok().project.workspace_id).toBeNull()
  })

  test('are gone at once for all members when they are deleted', async () => {
    ;(await move(workspace.id)).ok()
    const admin = await addPerson(server)
    await joinWorkspace(server, admin, workspace, 'admin')
    const query = { project_id: owner.project.id }
    expect((await server.call(getProject, { query }, admin)).status).toBe(200)
    ;(await server.call(deleteProject, { query }, admin)).ok()
    for (const by of [owner, admin]) {
      expect((await server.call(getProject, { query }, by)).status).toBe(404)
      expect((await server.call(deleteProject, { query }, by)).status).toBe(404)
      const bucket = { query: { slug: owner.bucket.slug } }
      expect((await server.call(getBucket, bucket, by)).status).toBe(404)
    }
    expect(await titlesIn(workspace.id, admin)).toEqual([])
  })

  test('keep the user who moves them out as an admin', async () => {
    ;(await move(workspace.id)).ok()
    const admin = await addPerson(server)
    await joinWorkspace(server, admin, workspace, 'admin')
    ;(await move('default', admin)).ok()
    const query = { project_id: owner.project.id }
    expect((await server.call(getProject, { query }, admin)).ok().project.role).toBe('admin')
  })
})
