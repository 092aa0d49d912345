import { type AuditKind, listAudit } from '@typecase/contract/audit'
import { deleteBucket, updateBucket } from '@typecase/contract/buckets'
import { exportObjects } from '@typecase/contract/object-export'
import { updateProject } from '@typecase/contract/projects'
import { deleteProjectMember, updateProjectMember } from '@typecase/contract/teams'
import { emptyTrash } from '@typecase/contract/trash'
import { authenticate } from '@typecase/contract/users'
import { updateWorkspace } from '@typecase/contract/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { addAccount } from '../../testing/accounts.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  join,
  joinProject,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { audit } from './audit-log.ts'

const DAY = 24 * 3600 * 1000
// The database keeps entries for 400 days by its clock.
const clock = createTestClock(Date.now() - 500 * DAY)

let server: TestServer
let owner: Owner
let person: Person
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  person = await addPerson(server)
  await join(server, person, owner, 'developer')
})
afterAll(() => server.remove())

const list = (query: object = {}, by: { token?: string } = owner) =>
  server.send(listAudit, { query: { project_id: owner.project.id, ...query } }, by)
async function entries(query: object = {}) {
  // The cast is safe: this is the endpoint's response on success.
  return (await list(query)).ok() as {
    entries: { kind: AuditKind; user: { id: string } | null; details: object; subject: object }[]
    total: number
  }
}
const kinds = async (query: object = {}) => (await entries(query)).entries.map(({ kind }) => kind)

describe('listing the audit log', () => {
  test('returns 401 without a session, 404 to a stranger and 403 to a manager or developer', async () => {
    const manager = await addPerson(server)
    await joinProject(server, manager, owner, 'manager')
    expect((await list({}, {})).status).toBe(401)
    expect((await list({}, await addOwner(server))).status).toBe(404)
    expect((await list({}, manager)).status).toBe(403)
    expect((await list({}, person)).status).toBe(403)
  })

  test('returns 400 for an invalid kind, time, bucket or limit, and for two places at once', async () => {
    expect((await list({ kind: 'nothing' })).status).toBe(400)
    expect((await list({ since: 'yesterday' })).status).toBe(400)
    expect((await list({ workspace_id: owner.project.id })).status).toBe(400)
    expect((await list({ bucket_id: 'none' })).status).toBe(400)
    expect((await list({ limit: 0 })).status).toBe(400)
  })

  test('shows changes of roles, keys and settings, exports and deletions: who, when and from where', async () => {
    const { slug } = owner.bucket
    const { id: project_id } = owner.project
    const call = server.call.bind(server)
    const from = { ...owner, headers: { 'user-agent': 'a browser' } }
    await addType(server, owner, 'posts')
    await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    ;(await call(updateProject, { body: { project_id, data: { title: 'New' } } }, owner)).ok()
    const keys = { slug, data: { reset_api_access_keys: true } }
    ;(await call(updateBucket, { body: keys }, owner)).ok()
    const settings = { slug, data: { settings: { theme: 'a secret theme' } } }
    ;(await call(updateBucket, { body: settings }, owner)).ok()
    const file = await server.http.inject({
      method: 'POST',
      url: `/v3${exportObjects.path}`,
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { slug, query: {}, format: 'json' },
    })
    expect(file.statusCode).toBe(200)
    ;(await call(emptyTrash, { body: { slug } }, owner)).ok()
    const role = { project_id, user_id: person.id, role: 'manager' as const }
    ;(await call(updateProjectMember, { body: role }, from)).ok()
    const grant = { project_id, user_id: person.id }
    ;(await call(deleteProjectMember, { query: grant }, owner)).ok()
    ;(await call(deleteBucket, { query: { slug } }, owner)).ok()

    expect(await kinds()).toEqual([
      'bucket.delete',
      'team.remove',
      'team.update',
      'bucket.empty_trash',
      'bucket.export',
      'bucket.update',
      'bucket.keys',
      'project.update',
      'project.add',
    ])
    expect((await entries({ kind: 'team.update' })).entries[0]).toMatchObject({
      user: { id: owner.id },
      created_at: clock.iso(),
      ip: '127.0.0.1',
      agent: 'a browser',
      project_id,
      subject: { id: person.id, title: person.email },
      details: { role: { from: 'user', to: 'manager' } },
    })
    expect(JSON.stringify(await entries())).not.toContain('a secret theme')
  })

  test('filters by kind, bucket, person and time, and returns pages', async () => {
    const { id: project_id } = owner.project
    const body = (title: string) => ({ body: { project_id, data: { title } } })
    clock.advance(1000)
    const since = clock.iso()
    ;(await server.call(updateProject, body('One'), owner)).ok()
    clock.advance(1000)
    const until = clock.iso()
    ;(await server.call(updateProject, body('Two'), owner)).ok()
    expect(await kinds({ kind: 'project' })).toEqual([
      'project.update',
      'project.update',
      'project.add',
    ])
    expect(await kinds({ kind: 'bucket' })).toEqual([])
    const bucket = { slug: owner.bucket.slug, data: { title: 'Renamed' } }
    clock.advance(1000)
    ;(await server.call(updateBucket, { body: bucket }, owner)).ok()
    expect(await kinds({ bucket_id: owner.bucket.id })).toEqual(['bucket.update'])
    expect(await kinds({ bucket_id: (await addOwner(server)).bucket.id })).toEqual([])
    expect(await kinds({ user_id: person.id })).toEqual([])
    expect(await kinds({ since, until })).toEqual(['project.update'])
    const page = await entries({ limit: 1, skip: 1 })
    expect([page.total, page.entries[0]?.details]).toEqual([4, { title: 'Two' }])
  })

  test('for a workspace includes the entries of its projects', async () => {
    const workspace = await addWorkspaceOf(server, owner)
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('projects')
          .set({ workspace_id: workspace.id })
          .where('id', '=', owner.project.id)
          .execute(),
      'serializable',
    )
    const data = { title: 'Within' }
    const project = { body: { project_id: owner.project.id, data } }
    ;(await server.call(updateProject, project, owner)).ok()
    const title = { body: { workspace_id: workspace.id, title: 'New' } }
    ;(await server.call(updateWorkspace, title, owner)).ok()
    const query = { workspace_id: workspace.id }
    const answer = (await server.call(listAudit, { query }, owner)).ok()
    expect(answer.entries.map(({ kind }) => kind)).toEqual([
      'workspace.update',
      'project.update',
      'workspace.add',
    ])
  })

  test('without a place shows people the sign-ins to their own account only', async () => {
    const account = await addAccount(server)
    const { email, password } = account
    await server.call(authenticate, { body: { email, password } })
    const answer = (await server.call(listAudit, { query: {} }, account)).ok()
    expect(answer.entries.map(({ kind }) => kind)).toEqual(['account.sign_in', 'account.sign_in'])
    expect((await server.call(listAudit, { query: {} }, owner)).ok().entries).toEqual([])
  })
})

describe('the audit log', () => {
  const write = () =>
    server.app.db.write(
      (write) =>
        audit(
          write,
          server.app,
          { userId: owner.id, ip: '', agent: '' },
          {
            kind: 'project.update',
            projectId: owner.project.id,
          },
        ),
      'serializable',
    )
  const remove = () =>
    server.app.db.write(
      ({ db }) => db.deleteFrom('audit_log').where('project_id', '=', owner.project.id).execute(),
      'serializable',
    )
  const rewrite = () =>
    server.app.db.write(
      ({ db }) =>
        db
          .updateTable('audit_log')
          .set({ subject: 'Nothing' })
          .where('project_id', '=', owner.project.id)
          .execute(),
      'serializable',
    )

  test('has no entry for a change that was refused', async () => {
    const { id: project_id } = owner.project
    const before = (await entries()).total
    const body = { project_id, data: { title: 'Stale' }, rev: 99 }
    expect((await server.call(updateProject, { body }, owner)).status).toBe(412)
    const last = { project_id, user_id: owner.id }
    expect((await server.call(deleteProjectMember, { query: last }, owner)).status).toBe(409)
    expect((await entries()).total).toBe(before)
  })

  test('rejects changes of its entries, and deletion before 400 days', async () => {
    // The age comes from the database’s own clock, not the server’s.
    clock.advance(450 * DAY)
    await write()
    await expect(rewrite()).rejects.toThrow('not changed')
    await expect(remove()).rejects.toThrow('400 days')
    clock.advance(-450 * DAY)
  })

  test('deletes its entries after 400 days', async () => {
    await write()
    const total = async () => {
      const { read } = server.app.db
      const rows = await read
        .selectFrom('audit_log')
        .select('id')
        .where('project_id', '=', owner.project.id)
        .execute()
      return rows.length
    }
    expect(await total()).toBe(2)
    clock.advance(399 * DAY)
    await deleteExpired(server.app)
    expect(await total()).toBe(2)
    clock.advance(2 * DAY)
    await deleteExpired(server.app)
    expect(await total()).toBe(0)
  })
})
