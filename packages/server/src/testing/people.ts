import { addProjectWithBucket } from '@typecase/contract/projects'
import type { Bucket } from '@typecase/contract/buckets'
import type { Project } from '@typecase/contract/projects'
import { newId } from '@typecase/contract/ids'

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

/** Puts a verified person straight into the database, signed in: the account's own tests cover the long way. */
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
  })
  return { id, email, token }
}

/** A person with a project and an empty bucket, made through the API. */
export async function addOwner(server: TestServer, name?: string): Promise<Owner> {
  const person = await addPerson(server, name)
  const answer = await server.call(
    addProjectWithBucket,
    { body: { project_title: 'Project', bucket_title: `Bucket ${person.id}` } },
    person,
  )
  return { ...person, ...answer.ok() }
}

/** Gives a person a role in someone's bucket. */
export async function join(
  { app }: TestServer,
  person: Person,
  { project, bucket }: Owner,
  role: 'developer' | 'editor' | 'contributor',
): Promise<void> {
  await app.db.write(async ({ db }) => {
    await db
      .insertInto('project_members')
      .values({ project_id: project.id, user_id: person.id, role: 'user', rank: 1 })
      .execute()
    await db
      .insertInto('bucket_members')
      .values({ bucket_id: bucket.id, user_id: person.id, role })
      .execute()
  })
}
