import { deleteBucket, getBucket } from '@typecase/contract/buckets'
import { addObjectType } from '@typecase/contract/object-types'
import {
  addBucket,
  addProjectWithBucket,
  archiveProject,
  deleteProject,
  getProject,
  listArchivedProjects,
  listProjects,
  moveProject,
  unarchiveProject,
  updateProject,
  updateProjectBilling,
  updateProjectOrder,
} from '@typecase/contract/projects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  addOwner,
  addPerson,
  join,
  type Owner,
  type Person,
  addWorkspaceOf,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const add = async (person: Person, title: string) =>
  (
    await server.call(
      addProjectWithBucket,
      { body: { project_title: title, bucket_title: title } },
      person,
    )
  ).ok()

const titles = async (person: Person) =>
  (await server.call(listProjects, {}, person)).ok().projects.map(({ title }) => title)

async function manager(owner: Owner): Promise<Person> {
  const person = await addPerson(server)
  const member = { resource: 'project', team_id: owner.project.id } as const
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('team_members')
        .values({ ...member, user_id: person.id, role: 'manager' })
        .execute(),
    'serializable',
  )
  return person
}

const none = '0'.repeat(24)

/** Calls on one project, each with a valid input. */
const calls = [
  { endpoint: getProject, input: (project_id: string) => ({ query: { project_id } }) },
  { endpoint: deleteProject, input: (project_id: string) => ({ query: { project_id } }) },
  { endpoint: archiveProject, input: (project_id: string) => ({ body: { project_id } }) },
  { endpoint: unarchiveProject, input: (project_id: string) => ({ body: { project_id } }) },
  {
    endpoint: updateProject,
    input: (project_id: string) => ({ body: { project_id, data: { title: 'X' } } }),
  },
  {
    endpoint: updateProjectBilling,
    input: (project_id: string) => ({ body: { project_id, data: { company: 'X' } } }),
  },
  {
    endpoint: addBucket,
    input: (project_id: string) => ({ body: { project_id, data: { title: 'X' } } }),
  },
]

test.each(calls)(
  '$endpoint.id answers 401 without a session, and strangers the same 404 as a missing project',
  async ({ endpoint, input }) => {
    const owner = await addOwner(server)
    const stranger = await addPerson(server)
    expect((await server.send(endpoint, input(owner.project.id))).status).toBe(401)
    const foreign = await server.send(endpoint, input(owner.project.id), stranger)
    const missing = await server.send(endpoint, input(none), stranger)
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
    expect((await server.send(endpoint, input('x'), owner)).status).toBe(400)
  },
)

test.each(calls.filter(({ endpoint }) => endpoint !== getProject))(
  '$endpoint.id answers 403 to members with the role user',
  async ({ endpoint, input }) => {
    const owner = await addOwner(server)
    const member = await addPerson(server)
    await join(server, member, owner, 'developer')
    const answer = await server.send(endpoint, input(owner.project.id), member)
    expect(answer.status).toBe(403)
    expect((await server.call(listProjects, {}, owner)).ok().projects[0]).toEqual(
      expect.objectContaining({ title: 'Project', rev: 1, total_buckets: 1 }),
    )
  },
)

describe('the list of projects', () => {
  test('needs a session', async () => {
    expect((await server.call(listProjects, {})).status).toBe(401)
  })

  test('does not include projects of others', async () => {
    await addOwner(server)
    expect(await titles(await addPerson(server))).toEqual([])
  })

  test('shows members only the buckets that they are members of', async () => {
    const owner = await addOwner(server)
    const data = { title: 'Second' }
    await server.call(addBucket, { body: { project_id: owner.project.id, data } }, owner)
    const member = await addPerson(server)
    await join(server, member, owner, 'editor')
    const [project] = (await server.call(listProjects, {}, member)).ok().projects
    expect(project).toMatchObject({ role: 'user', total_buckets: 1, total_users: 2 })
    expect(project?.buckets.map(({ slug }) => slug)).toEqual([owner.bucket.slug])
    expect(project).not.toHaveProperty('billing')
  })

  test('is limited to the workspace in the header, and answers 404 for an unknown one', async () => {
    const owner = await addOwner(server)
    const { id: workspace_id } = await addWorkspaceOf(server, owner)
    const body = { project_id: owner.project.id, workspace_id }
    ;(await server.call(moveProject, { body }, owner)).ok()
    await add(owner, 'Outside')
    const listed = async (workspace: string) => {
      const answer = await server.call(listProjects, {}, { ...owner, headers: { workspace } })
      return answer.ok().projects.map(({ title }) => title)
    }
    expect(await listed(workspace_id)).toEqual(['Project'])
    expect(await listed('default')).toEqual(['Outside'])
    expect(await titles(owner)).toEqual(['Outside'])
    const unknown = { ...owner, headers: { workspace: none } }
    expect((await server.call(listProjects, {}, unknown)).status).toBe(404)
  })
})

describe('addProjectWithBucket', () => {
  test('needs a session', async () => {
    const body = { project_title: 'P', bucket_title: 'B' }
    expect((await server.call(addProjectWithBucket, { body })).status).toBe(401)
  })

  test('refuses empty titles, unknown properties, templates and workspaces, and adds nothing', async () => {
    const person = await addPerson(server)
    const body = { project_title: 'P', bucket_title: 'B' }
    const send = async (more: object) =>
      (await server.send(addProjectWithBucket, { body: { ...body, ...more } }, person)).status
    expect(await send({ project_title: '' })).toBe(400)
    expect(await send({ template: 'forum' })).toBe(400)
    expect(await send({ owner: 'me' })).toBe(400)
    expect(await send({ workspace: none })).toBe(404)
    expect(await send({ ai_prompt: 'A blog about cats' })).toBe(424)
    expect(await titles(person)).toEqual([])
  })

  test('makes a project with its creator as admin, a default bucket and keys', async () => {
    const person = await addPerson(server)
    const { project, bucket } = await add(person, 'Cats & Dogs')
    expect(project).toMatchObject({
      title: 'Cats & Dogs',
      slug: 'cats-dogs',
      role: 'admin',
      archived: false,
      total_buckets: 1,
      total_users: 1,
      billing: {},
    })
    expect(project.buckets[0]).toMatchObject({ id: bucket.id, default: true, importing: false })
    const query = { slug: bucket.slug }
    expect((await server.call(getBucket, { query }, person)).ok().bucket).toEqual(bucket)
    expect(bucket.api_access.read_key).toMatch(/^[A-Za-z0-9]{50}$/)
    expect(bucket.api_access.write_key).not.toBe(bucket.api_access.read_key)
  })

  test('gives buckets with the same title different slugs', async () => {
    const first = await add(await addPerson(server), 'Same name')
    const second = await add(await addPerson(server), 'Same name')
    expect(first.bucket.slug).toBe('same-name')
    expect(second.bucket.slug).toBe('same-name-2')
  })

  test('returns the first response to a retry with the same idempotency key', async () => {
    const person = await addPerson(server)
    const body = { project_title: 'Once', bucket_title: 'Once' }
    const caller = { ...person, headers: { 'idempotency-key': 'k1' } }
    const first = (await server.call(addProjectWithBucket, { body }, caller)).ok()
    expect((await server.call(addProjectWithBucket, { body }, caller)).ok()).toEqual(first)
    expect(await titles(person)).toEqual(['Once'])
  })

  test.each(['blog', 'shop', 'docs'] as const)(
    'fills the bucket from the template “%s”, which follows the rules of object types',
    async (template) => {
      const person = await addPerson(server)
      const body = { project_title: 'P', bucket_title: 'B', template }
      const { bucket } = (await server.call(addProjectWithBucket, { body }, person)).ok()
      expect(bucket.object_types.length).toBeGreaterThanOrEqual(4)
      const slugs = new Set(bucket.object_types.map(({ slug }) => slug))
      for (const type of bucket.object_types) {
        for (const field of type.metafields) {
          if (field.object_type) expect(slugs).toContain(field.object_type)
          expect(field.id).toBeTruthy()
        }
        // A template must obey the rules that apply to people.
        const { title, metafields } = type
        const copy = { slug: bucket.slug, data: { title, metafields } }
        expect((await server.call(addObjectType, { body: copy }, person)).status).toBe(201)
      }
    },
  )
})

describe('addBucket', () => {
  test('is also allowed to managers', async () => {
    const owner = await addOwner(server)
    const body = {
      project_id: owner.project.id,
      data: { title: 'News', template: 'blog' as const },
    }
    const { bucket } = (await server.call(addBucket, { body }, await manager(owner))).ok()
    expect(bucket).toMatchObject({ slug: 'news', default: false, project: owner.project.id })
    expect(bucket.object_types).toHaveLength(5)
  })

  test('answers 400 to a malformed slug and 409 to one that is taken', async () => {
    const owner = await addOwner(server)
    const send = (slug: string) => {
      const body = { project_id: owner.project.id, data: { title: 'B', slug } }
      return server.send(addBucket, { body }, owner)
    }
    expect((await send('Not A Slug')).status).toBe(400)
    const taken = (await send(owner.bucket.slug)).error()
    expect(taken).toMatchObject({ status: 409, details: [{ path: 'data.slug', rule: 'unique' }] })
    expect((await send('free-slug')).status).toBe(201)
  })

  test('makes the first bucket of an emptied project its default', async () => {
    const owner = await addOwner(server)
    await server.call(deleteBucket, { query: { slug: owner.bucket.slug } }, owner)
    const body = { project_id: owner.project.id, data: { title: 'Fresh start' } }
    expect((await server.call(addBucket, { body }, owner)).ok().bucket.default).toBe(true)
  })
})

describe('updating a project', () => {
  test('changes only what is sent, and answers 403 to a manager', async () => {
    const owner = await addOwner(server)
    const body = { project_id: owner.project.id, data: { description: 'About' } }
    const { project } = (await server.call(updateProject, { body }, owner)).ok()
    expect(project).toMatchObject({ title: 'Project', description: 'About', rev: 2 })
    expect((await server.call(updateProject, { body }, await manager(owner))).status).toBe(403)
  })

  test('answers 412 to an outdated rev, from the body or If-Match', async () => {
    const owner = await addOwner(server)
    const body = { project_id: owner.project.id, data: { title: 'A' } }
    await server.call(updateProject, { body: { ...body, rev: 1 } }, owner)
    const answer = await server.call(updateProject, { body: { ...body, rev: 1 } }, owner)
    expect(answer.error()).toMatchObject({ status: 412, current: { title: 'A', rev: 2 } })
    const caller = { ...owner, headers: { 'if-match': '"1"' } }
    expect((await server.call(updateProject, { body }, caller)).status).toBe(412)
  })

  test('merges the billing details, which only admins see', async () => {
    const owner = await addOwner(server)
    const send = (data: object) =>
      server.send(updateProjectBilling, { body: { project_id: owner.project.id, data } }, owner)
    expect((await send({ billing_email: 'no one' })).status).toBe(400)
    await send({ billing_email: 'a@example.com' })
    await send({ company: 'Cats Ltd' })
    const query = { project_id: owner.project.id }
    const { project } = (await server.call(getProject, { query }, owner)).ok()
    expect(project.billing).toEqual({ billing_email: 'a@example.com', company: 'Cats Ltd' })
    const seen = await server.call(getProject, { query }, await manager(owner))
    expect(seen.ok().project).not.toHaveProperty('billing')
  })
})

test('archiving removes a project from the list, and unarchiving brings it back', async () => {
  const owner = await addOwner(server)
  const body = { project_id: owner.project.id }
  const archived = (await server.call(archiveProject, { body }, owner)).ok().project
  expect(archived.archived).toBe(true)
  expect(await titles(owner)).toEqual([])
  const listed = (await server.call(listArchivedProjects, {}, owner)).ok()
  expect(listed.projects).toEqual([archived])
  expect((await server.call(listArchivedProjects, {})).status).toBe(401)
  await server.call(unarchiveProject, { body }, owner)
  expect(await titles(owner)).toEqual(['Project'])
})

test('deleting a project also deletes its buckets', async () => {
  const owner = await addOwner(server)
  const other = await add(owner, 'Other')
  const query = { project_id: owner.project.id }
  expect((await server.call(deleteProject, { query }, owner)).status).toBe(200)
  expect(await titles(owner)).toEqual(['Other'])
  const request = { query: { slug: owner.bucket.slug } }
  expect((await server.call(getBucket, request, owner)).status).toBe(404)
  const otherBucket = { query: { slug: other.bucket.slug } }
  expect((await server.call(getBucket, otherBucket, owner)).status).toBe(200)
})

describe('updateOrder', () => {
  test('needs a session', async () => {
    expect((await server.call(updateProjectOrder, { body: { project_ids: [] } })).status).toBe(401)
  })

  test('refuses ids of other users’ projects and repeated ids', async () => {
    const owner = await addOwner(server)
    const stranger = await addOwner(server)
    for (const project_ids of [[stranger.project.id], [owner.project.id, owner.project.id]]) {
      const answer = await server.call(updateProjectOrder, { body: { project_ids } }, owner)
      expect(answer.status).toBe(400)
    }
  })

  test('reorders the named projects and leaves the others in place', async () => {
    const person = await addPerson(server)
    const [a, b, c] = [await add(person, 'a'), await add(person, 'b'), await add(person, 'c')]
    const body = { project_ids: [c.project.id, a.project.id] }
    expect((await server.call(updateProjectOrder, { body }, person)).status).toBe(200)
    expect(await titles(person)).toEqual(['c', 'b', 'a'])
    expect(b.project.order).toBe(1)
  })
})
