import { listPeople } from '@typecase/contract/people'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())
beforeEach(async () => {
  owner = await addOwner(server)
  await name(owner, 'Ada', 'Byron')
})

async function name({ id }: Person, first_name: string, last_name: string) {
  await server.app.db.write(async ({ db }) => {
    await db
      .updateTable('users')
      .set({ first_name, last_name, avatar: `${first_name}.png` })
      .where('id', '=', id)
      .execute()
  }, 'serializable')
}

/** Removes a member from the project. */
async function leave({ id }: Person) {
  await server.app.db.write(async ({ db }) => {
    await db.deleteFrom('team_members').where('user_id', '=', id).execute()
    await db.deleteFrom('bucket_members').where('user_id', '=', id).execute()
  }, 'serializable')
}

async function member(first = 'Mary', last = 'Somerville'): Promise<Person> {
  const person = await addPerson(server)
  await name(person, first, last)
  await join(server, person, owner, 'editor')
  return person
}

const ask = (query: object, by: { token?: string } = owner) =>
  server.send(listPeople, { query: { slug: owner.bucket.slug, ...query } }, by)
const people = async (by: { token: string } = owner) =>
  (await server.call(listPeople, { query: { slug: owner.bucket.slug } }, by)).ok().people

test('listing people returns 401 without a session, 404 to a stranger and 400 for a bad query', async () => {
  expect((await ask({}, {})).status).toBe(401)
  expect((await ask({}, await addOwner(server))).status).toBe(404)
  expect((await ask({ slug: 'Not A Slug' })).status).toBe(400)
  expect((await ask({ other: 1 })).status).toBe(400)
})

test('the list names everyone who may open the bucket, even to a contributor', async () => {
  const contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  const mary = await member()
  const seen = await people(contributor)
  expect(seen).toEqual(await people())
  expect(seen).toHaveLength(3)
  expect(seen).toContainEqual({
    id: mary.id,
    first_name: 'Mary',
    last_name: 'Somerville',
    avatar_url: `${server.app.settings.PUBLIC_URL}/media/Mary.png`,
    status: 'member',
  })
})

test('the list omits project members who may not open the bucket, and strangers', async () => {
  const elsewhere = await addPerson(server)
  await server.app.db.write(async ({ db }) => {
    const team = { resource: 'project', team_id: owner.project.id } as const
    await db
      .insertInto('team_members')
      .values({ ...team, user_id: elsewhere.id, role: 'user' })
      .execute()
  }, 'serializable')
  await addOwner(server)
  expect((await people()).map(({ id }) => id)).toEqual([owner.id])
})

test('the list keeps a former member who changed content, and omits one who did not', async () => {
  const [mary, grace] = [await member(), await member('Grace', 'Hopper')]
  await addType(server, owner, 'posts')
  const { id: object_id } = await addOneObject(server, owner, { type: 'posts', title: 'One' })
  const body = { slug: owner.bucket.slug, object_id, data: { title: 'Two' } }
  await server.call(updateObject, { body }, mary)
  // This caches the result while they are members; the cache must not hide them later.
  expect(await people()).toHaveLength(3)
  await leave(mary)
  await leave(grace)
  expect(await people()).toEqual([
    expect.objectContaining({ id: owner.id, status: 'member' }),
    expect.objectContaining({ id: mary.id, last_name: 'Somerville', status: 'left' }),
  ])
  expect((await ask({}, mary)).status).toBe(404)
})

test('the list shows a closed account without a name and an avatar', async () => {
  const mary = await member()
  await closeAccount(server, mary)
  expect(await people()).toContainEqual({
    id: mary.id,
    first_name: '',
    last_name: '',
    avatar_url: null,
    status: 'closed',
  })
})
