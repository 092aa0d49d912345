import { addBucket, deleteProject, getProject, listProjects } from '@typecase/contract/projects'
import { getBucket } from '@typecase/contract/buckets'
import { newId } from '@typecase/contract/ids'
import {
  addProjectMember,
  deleteProjectMember,
  deleteWorkspaceMember,
  listProjectTeam,
  listWorkspaceTeam,
  searchProjectMember,
  updateProjectMember,
  updateWorkspaceMember,
} from '@typecase/contract/teams'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addType } from '../../testing/content.ts'
import { mailsOf, mailTo } from '../../testing/outbox.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  join,
  joinProject,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person

beforeEach(async () => {
  server ??= await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
})
afterAll(() => server?.remove())

type By = { token?: string }
const project_id = () => owner.project.id
const list = (by: By = owner) =>
  server.call(listProjectTeam, { query: { project_id: project_id() } }, by)
const rolesOf = async (by: By = owner) =>
  Object.fromEntries((await list(by)).ok().members.map(({ user_id, role }) => [user_id, role]))
const update = (user_id: string, change: object, by: By = owner) =>
  server.send(updateProjectMember, { body: { project_id: project_id(), user_id, ...change } }, by)
const remove = (user_id: string, by: By = owner) =>
  server.call(deleteProjectMember, { query: { project_id: project_id(), user_id } }, by)
const open = (by: Person) => server.call(getBucket, { query: { slug: owner.bucket.slug } }, by)

async function member(role: 'admin' | 'manager' | 'user'): Promise<Person> {
  const person = await addPerson(server)
  await joinProject(server, person, owner, role)
  return person
}

describe('listTeam', () => {
  test('needs a session (401) and the project (404)', async () => {
    expect((await list({})).status).toBe(401)
    expect((await list(stranger)).status).toBe(404)
  })

  test('shows roles and buckets to all members, but addresses only to those who may change the team', async () => {
    const { members, total } = (await list()).ok()
    expect(total).toBe(2)
    expect(members.find(({ user_id }) => user_id === contributor.id)).toMatchObject({
      email: contributor.email,
      role: 'user',
      project_role: 'user',
      from_workspace: false,
      bucket_roles: [{ bucket_id: owner.bucket.id, role: 'contributor' }],
      may_change: true,
    })
    const seen = (await list(contributor)).ok().members
    expect(seen.find(({ user_id }) => user_id === owner.id)).toMatchObject({
      email: null,
      role: 'admin',
      may_change: false,
    })
    expect(seen.find(({ user_id }) => user_id === contributor.id)?.email).toBe(contributor.email)
  })

  test('omits closed accounts', async () => {
    const leaver = await member('manager')
    await closeAccount(server, leaver)
    expect(await rolesOf()).not.toHaveProperty(leaver.id)
  })
})

describe('updateTeamMember', () => {
  test('needs a session (401), the project (404) and a role that may grant both roles (403)', async () => {
    const manager = await member('manager')
    expect((await update(contributor.id, { role: 'manager' }, {})).status).toBe(401)
    expect((await update(contributor.id, { role: 'manager' }, stranger)).status).toBe(404)
    expect((await update(contributor.id, { role: 'manager' }, contributor)).status).toBe(403)
    expect((await update(contributor.id, { role: 'admin' }, manager)).status).toBe(403)
    expect((await update(owner.id, { role: 'user' }, manager)).status).toBe(403)
    expect((await update(manager.id, { role: 'admin' }, manager)).status).toBe(403)
    expect((await update(contributor.id, { role: 'manager' }, manager)).status).toBe(200)
  })

  test('refuses invalid roles, unknown members, and foreign or repeated buckets', async () => {
    expect((await update(contributor.id, { role: 'owner' })).status).toBe(400)
    expect((await update(newId(), { role: 'user' })).status).toBe(404)
    expect((await update(stranger.id, { role: 'user' })).status).toBe(404)
    const grants = [
      { bucket_id: stranger.bucket.id, role: 'editor' },
      { bucket_id: owner.bucket.id, role: 'editor' },
      { bucket_id: owner.bucket.id, role: 'editor' },
    ]
    const { details } = (await update(contributor.id, { bucket_roles: grants })).error()
    expect(details?.map(({ path }) => path)).toEqual([
      'bucket_roles.0.bucket_id',
      'bucket_roles.2.bucket_id',
    ])
  })

  test('accepts only the options that the bucket role has', async () => {
    await addType(server, owner, 'posts')
    const bucket_id = owner.bucket.id
    const grant = async (more: object) =>
      (await update(contributor.id, { bucket_roles: [{ bucket_id, ...more }] })).status
    expect(await grant({ role: 'developer', publishing_restrictions: 'draft_only' })).toBe(400)
    expect(await grant({ role: 'editor', object_types: ['posts'] })).toBe(400)
    expect(await grant({ role: 'contributor', object_types: ['none'] })).toBe(400)
    expect(await grant({ role: 'contributor', additional_permissions: ['types:write'] })).toBe(400)
    // Clients send unused options like this.
    const unused = { additional_permissions: [], object_types: null, publishing_restrictions: null }
    expect(await grant({ role: 'admin', ...unused })).toBe(200)
    expect(await grant({ role: 'contributor', object_types: ['posts'] })).toBe(200)
    expect((await open(contributor)).ok().bucket).toMatchObject({
      role: 'contributor',
      role_options: { object_types: ['posts'] },
    })
  })

  test('takes effect with the next call, does not restore earlier bucket roles, and sends an e-mail', async () => {
    ;(await update(contributor.id, { role: 'manager' })).ok()
    expect((await open(contributor)).ok().bucket.role).toBe('admin')
    ;(await update(contributor.id, { role: 'user' })).ok()
    const closed = await open(contributor)
    expect([closed.status, closed.error().message]).toEqual([
      403,
      'You have no role in this bucket. Ask an admin or a manager of its project.',
    ])
    const mail = await mailTo(server, contributor.email, 2)
    expect(mail.subject).toBe('Your access to Project has changed')
    expect(mail.text).toContain('is now user')
  })

  test('answers 400 to bucket roles for a stronger project role', async () => {
    const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'editor' }]
    const answer = await update(contributor.id, { role: 'manager', bucket_roles })
    expect(answer.error()).toMatchObject({ status: 400, details: [{ path: 'bucket_roles' }] })
  })

  test('does not demote the last admin (409)', async () => {
    const refused = await update(owner.id, { role: 'user' })
    expect(refused.error()).toMatchObject({
      status: 409,
      details: [{ path: `projects.${project_id()}`, rule: 'last_admin' }],
    })
    await member('admin')
    expect((await update(owner.id, { role: 'user' })).status).toBe(200)
  })
})

describe('deleteTeamMember', () => {
  test('needs a session (401), the project (404) and a sufficient role (403); all members may leave', async () => {
    const manager = await member('manager')
    expect((await remove(contributor.id, {})).status).toBe(401)
    expect((await remove(contributor.id, stranger)).status).toBe(404)
    expect((await remove(manager.id, contributor)).status).toBe(403)
    expect((await remove(owner.id, manager)).status).toBe(403)
    expect((await remove(contributor.id, contributor)).ok().message).toBe('You left.')
    expect(mailsOf(server, contributor.email)).toEqual([])
  })

  test('tells removed members that they were removed (403); strangers get 404', async () => {
    ;(await remove(contributor.id)).ok()
    const closed = await open(contributor)
    expect([closed.status, closed.error().message]).toEqual([
      403,
      'You are no longer a member of the project that this bucket belongs to.',
    ])
    expect((await list(contributor)).error()).toMatchObject({
      status: 403,
      message: 'You are no longer a member of this project.',
    })
    expect((await open(stranger)).status).toBe(404)
    expect((await mailTo(server, contributor.email)).subject).toBe(
      'You are no longer a member of Project',
    )
    const rows = await server.app.db.read
      .selectFrom('bucket_members')
      .selectAll()
      .where('user_id', '=', contributor.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('answers 404 to removed members once the project is deleted', async () => {
    ;(await remove(contributor.id)).ok()
    ;(await server.call(deleteProject, { query: { project_id: project_id() } }, owner)).ok()
    expect((await list(contributor)).status).toBe(404)
  })

  test('does not remove the last admin; admins with a closed account do not count', async () => {
    const other = await member('admin')
    await closeAccount(server, other)
    expect((await remove(owner.id)).error().details?.[0]?.rule).toBe('last_admin')
    expect(await rolesOf()).toHaveProperty(owner.id)
  })

  test('lets one remain if two admins remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      owner = await addOwner(server)
      const other = await member('admin')
      const answers = await Promise.all([remove(other.id, owner), remove(owner.id, other)])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403])
      const winner = statuses[0] === 200 ? owner : other
      expect(await rolesOf(winner)).toEqual({ [winner.id]: 'admin' })
    }
  })

  test('lets one remain if two admins leave at once', async () => {
    const other = await member('admin')
    const answers = await Promise.all([remove(owner.id, owner), remove(other.id, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('addTeamMember', () => {
  const add = (body: object, by: By = owner) =>
    server.send(addProjectMember, { body: { project_id: project_id(), ...body } }, by)

  test('needs a session (401), the project (404), a sufficient role (403) and an address or an id (400)', async () => {
    const body = { email: 'new@example.org', role: 'user' }
    expect((await add(body, {})).status).toBe(401)
    expect((await add(body, stranger)).status).toBe(404)
    expect((await add(body, contributor)).status).toBe(403)
    expect((await add({ role: 'user' })).status).toBe(400)
    expect((await add({ ...body, user_id: newId() })).status).toBe(400)
  })

  test('answers the same 404 to the id of a stranger as to an unknown id', async () => {
    const [existing, unknown] = [
      await add({ user_id: stranger.id, role: 'user' }),
      await add({ user_id: newId(), role: 'user' }),
    ]
    expect(existing.status).toBe(404)
    expect({ ...existing.error(), request_id: '' }).toEqual({ ...unknown.error(), request_id: '' })
  })

  test('adds members of the workspace at once, and invites others', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    const colleague = await addPerson(server)
    await joinWorkspace(server, colleague, workspace, 'user')
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('projects')
          .set({ workspace_id: workspace.id })
          .where('id', '=', project_id())
          .execute(),
      'serializable',
    )
    const query = { project_id: project_id(), q: colleague.email.slice(0, 8) }
    const members = (await server.call(searchProjectMember, { query }, owner)).ok().members
    expect(members).toContainEqual(
      expect.objectContaining({ user_id: colleague.id, is_member: false }),
    )
    const renamed = { first_name: 'Zoë'.normalize('NFD'), last_name: 'ÅS' }
    await server.app.db.write(
      ({ db }) => db.updateTable('users').set(renamed).where('id', '=', colleague.id).execute(),
      'serializable',
    )
    const byName = { project_id: project_id(), q: 'zoë å' }
    expect((await server.call(searchProjectMember, { query: byName }, owner)).ok().total).toBe(1)
    const bucket_roles = [{ bucket_id: owner.bucket.id, role: 'editor' }]
    const added = await add({ user_id: colleague.id, project_role: 'user', bucket_roles })
    expect(added.status).toBe(201)
    expect(added.ok()).toMatchObject({ member: { user_id: colleague.id, bucket_roles } })
    expect((await open(colleague)).ok().bucket.role).toBe('editor')
    expect((await add({ user_id: colleague.id, role: 'user' })).error()).toMatchObject({
      status: 409,
      details: [{ rule: 'member' }],
    })
    const invited = (await add({ email: 'new@example.org', role: 'user' })).ok()
    expect(invited).toMatchObject({ invite: { email: 'new@example.org', status: 'pending' } })
  })

  test('finds and adds only people who share a team with the caller', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    const colleague = await addPerson(server)
    await joinWorkspace(server, colleague, workspace, 'user')
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('projects')
          .set({ workspace_id: workspace.id })
          .where('id', '=', project_id())
          .execute(),
      'serializable',
    )
    const find = async (by: By, q = '') => {
      const query = { project_id: project_id(), q }
      return (await server.call(searchProjectMember, { query }, by)).ok().members
    }
    const { email } = colleague
    const namesOf = (members: Awaited<ReturnType<typeof find>>) =>
      members.find(({ user_id }) => user_id === colleague.id)

    // A manager of the project alone does not see the workspace’s people, except for those who work in the project.
    const manager = await member('manager')
    expect(namesOf(await find(manager))).toBeUndefined()
    expect(await find(manager, email)).toEqual([])
    expect(await find(manager, owner.email)).toMatchObject([{ user_id: owner.id, is_member: true }])
    const wish = { user_id: colleague.id, role: 'user' }
    expect((await add(wish, manager)).error().code).toBe('not_found')
    expect((await update(colleague.id, { role: 'user' }, manager)).error().code).toBe('not_found')

    // A manager who also belongs to the workspace sees its people, but no addresses that its team does not show.
    await joinWorkspace(server, manager, workspace, 'user')
    expect(namesOf(await find(manager))).toMatchObject({ email: null, is_member: false })
    expect(await find(manager, email)).toEqual([])
    expect(namesOf(await find(owner))).toMatchObject({ email })
    expect((await add(wish, manager)).status).toBe(201)
  })
})

describe('a workspace team', () => {
  let workspace: { id: string }
  beforeEach(async () => {
    workspace = await addWorkspaceOf(server, owner)
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('projects')
          .set({ workspace_id: workspace.id })
          .where('id', '=', project_id())
          .execute(),
      'serializable',
    )
  })

  const updateRole = (user_id: string, role: 'admin' | 'manager' | 'user', by: By = owner) =>
    server.call(updateWorkspaceMember, { body: { workspace_id: workspace.id, user_id, role } }, by)
  const removeFrom = (user_id: string, by: By = owner) =>
    server.call(deleteWorkspaceMember, { query: { workspace_id: workspace.id, user_id } }, by)

  test('needs a session (401) and the workspace (404)', async () => {
    const query = { workspace_id: workspace.id }
    expect((await server.call(listWorkspaceTeam, { query })).status).toBe(401)
    expect((await server.call(listWorkspaceTeam, { query }, stranger)).status).toBe(404)
    expect((await updateRole(owner.id, 'user', stranger)).status).toBe(404)
  })

  test('gives managers access to all projects of the workspace, and users to none', async () => {
    const person = await addPerson(server)
    await joinWorkspace(server, person, workspace, 'manager')
    expect((await open(person)).ok().bucket.role).toBe('admin')
    const headers = { workspace: workspace.id }
    const { projects } = (await server.call(listProjects, {}, { ...person, headers })).ok()
    expect(projects).toMatchObject([{ id: project_id(), role: 'manager', total_users: 3 }])
    const body = { project_id: project_id(), data: { title: 'More' } }
    expect((await server.call(addBucket, { body }, person)).status).toBe(201)
    const seen = (await list()).ok().members.find(({ user_id }) => user_id === person.id)
    expect(seen).toMatchObject({ role: 'manager', from_workspace: true, may_change: false })
    expect((await remove(person.id)).error().details?.[0]?.rule).toBe('from_workspace')

    ;(await updateRole(person.id, 'user')).ok()
    expect((await open(person)).status).toBe(403)
    const query = { project_id: project_id() }
    expect((await server.call(getProject, { query }, person)).status).toBe(403)
  })

  test('removes a member from the projects as well, but not if they are the only admin there', async () => {
    await joinWorkspace(server, contributor, workspace, 'user')
    ;(await removeFrom(contributor.id)).ok()
    expect((await open(contributor)).status).toBe(403)

    const other = await addPerson(server)
    await joinWorkspace(server, other, workspace, 'admin')
    const refused = (await removeFrom(owner.id, other)).error()
    expect(refused).toMatchObject({
      status: 409,
      details: [{ path: `projects.${project_id()}`, rule: 'last_admin' }],
    })
    await joinProject(server, other, owner, 'admin')
    expect((await removeFrom(owner.id, other)).status).toBe(200)
    expect((await open(owner)).status).toBe(403)
  })

  test('lets one remain if two admins remove each other at once', async () => {
    const other = await addPerson(server)
    await joinWorkspace(server, other, workspace, 'admin')
    await joinProject(server, other, owner, 'admin')
    const answers = await Promise.all([removeFrom(other.id, owner), removeFrom(owner.id, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })
})
