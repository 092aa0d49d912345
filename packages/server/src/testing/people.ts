import { addProjectWithBucket } from '@typecase/contract/projects'
import type { Bucket } from '@typecase/contract/buckets'
import type { Project } from '@typecase/contract/projects'
import { newId } from '@typecase/contract/ids'
import type { BucketGrant, BucketRole, Grant, TeamRole } from '@typecase/contract/roles'
import { addWorkspace, type Workspace } from '@typecase/contract/workspaces'

import { setGrants } from '../resources/teams/grants.ts'
import { addTeamMember } from '../resources/teams/store.ts'

import type { TestServer } from './test-server.ts'

export interface Person {
  id: string
  email: string
  token: string
}

export interface Owner extends Person {
  project: Project
  bucket: Bucket
}

let count = 0

/** Inserts a verified person into the database, signed in. Only tests of accounts go through sign-up. */
export async function addPerson(
  { app }: TestServer,
  name = `person${(count += 1)}`,
): Promise<Person> {
  const id = newId()
  const email = `${name}@example.com`
  const now = app.clock.iso()
  const token = await app.db.write(async (write) => {
    await write.db
      .insertInto('users')
      .values({ id, email, email_key: email, status: 'active', created_at: now, modified_at: now })
      .execute()
    return app.sessions.open(write, id, { ip: '127.0.0.1', agent: 'test' })
  }, 'serializable')
  return { id, email, token }
}

/** Adds a person with a project and an empty bucket through the API. */
export async function addOwner(server: TestServer, name?: string): Promise<Owner> {
  const person = await addPerson(server, name)
  const answer = await server.call(
    addProjectWithBucket,
    { body: { project_title: 'Project', bucket_title: `Bucket ${person.id}` } },
    person,
  )
  return { ...person, ...answer.ok() }
}

/** Gives a person a role in an owner's bucket. @param options options of the role */
export async function join(
  { app }: TestServer,
  person: Person,
  { project, bucket }: Owner,
  role: BucketRole,
  options: Omit<Grant, 'role'> = {},
): Promise<void> {
  await app.db.write(async ({ db }) => {
    await addTeamMember(db, { ...project, resource: 'project' }, person.id, 'user')
    await setGrants(db, project.id, person.id, [
      { bucket_id: bucket.id, role, ...options } as BucketGrant,
    ])
  }, 'serializable')
}

/** Gives a person a role in an owner's project. */
export const joinProject = (
  { app }: TestServer,
  person: Person,
  { project }: Owner,
  role: TeamRole,
): Promise<void> =>
  app.db.write(
    ({ db }) => addTeamMember(db, { ...project, resource: 'project' }, person.id, role),
    'serializable',
  )

/** Adds a workspace through the API. */
export async function addWorkspaceOf(
  server: TestServer,
  owner: Person,
  title = 'Workspace',
): Promise<Workspace> {
  return (await server.call(addWorkspace, { body: { title } }, owner)).ok().workspace
}

/** Gives a person a role in a workspace. */
export const joinWorkspace = (
  { app }: TestServer,
  person: Person,
  { id }: Pick<Workspace, 'id'>,
  role: TeamRole,
): Promise<void> =>
  app.db.write(
    ({ db }) => addTeamMember(db, { resource: 'workspace', id }, person.id, role),
    'serializable',
  )
