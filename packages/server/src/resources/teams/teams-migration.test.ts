import { getBucket } from '@typecase/contract/buckets'
import { listProjects } from '@typecase/contract/projects'
import { listProjectTeam } from '@typecase/contract/teams'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addOwner, addPerson, join } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.remove())

/** Takes back what this version's tables added, as a database of the version before has it. */
const older = [
  'DROP VIEW project_teams',
  'DROP TABLE audit_log',
  'DROP TABLE invites',
  'DROP TABLE workspace_members',
  // A table of later versions that points at workspaces.
  'DROP TABLE published_extensions',
  'DROP TABLE workspaces',
  'DROP INDEX projects_of_payer',
  'ALTER TABLE projects DROP COLUMN payer_id',
  'DROP INDEX projects_by_workspace',
  'DROP INDEX bucket_members_by_user',
  'ALTER TABLE bucket_members DROP COLUMN options',
  // A workspace that no one could make.
  "UPDATE projects SET workspace_id = 'none'",
  "DELETE FROM migrations WHERE name LIKE '%-teams' OR name LIKE '%-audit-log' OR name LIKE '%-payers'",
]

test('members and buckets of the version before stay, in projects of the default workspace', async () => {
  const owner = await addOwner(server)
  const person = await addPerson(server)
  await join(server, person, owner, 'editor')
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
  await server.app.db.write(async ({ db }) => {
    const more = isPostgres ? ['DROP FUNCTION keep_audit_log'] : []
    for (const statement of [...older, ...more]) await sql.raw(statement).execute(db)
  }, 'serializable')

  server = await restart(server)
  const { projects } = (await server.call(listProjects, {}, person)).ok()
  expect(projects).toMatchObject([{ id: owner.project.id, workspace_id: null, role: 'user' }])
  const { slug } = owner.bucket
  const { bucket } = (await server.call(getBucket, { query: { slug } }, person)).ok()
  expect([bucket.role, bucket.role_options]).toEqual(['editor', undefined])
  const query = { project_id: owner.project.id }
  const { members } = (await server.call(listProjectTeam, { query }, owner)).ok()
  expect(members.map(({ role }) => role).toSorted()).toEqual(['admin', 'user'])
})
