import { getTokenBalance } from '@typecase/contract/billing'
import { deleteBucket, getBucket } from '@typecase/contract/buckets'
import { FREE_PLACES } from '@typecase/contract/plans'
import { addBucket, addProjectWithBucket, listProjects } from '@typecase/contract/projects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinProject,
  type Person,
} from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTokens } from '../billing/charges.ts'

let ai: TestAi
let server: TestServer
beforeAll(async () => {
  ai = await startTestAi()
  server = await startTestServer({ ...ai.settings, RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await server.remove()
  ai.close()
})
beforeEach(() => {
  ai.requests.length = 0
  ai.answer = undefined
})

const recipes = {
  title: 'Recipes',
  singular: 'Recipe',
  slug: 'recipes',
  emoji: '🍲',
  metafields: [
    { key: 'teaser', title: 'Teaser', type: 'textarea', maxlength: 300 },
    { key: 'level', title: 'Level', type: 'select-dropdown', options: ['Easy', 'Hard'] },
    { key: 'cook', title: 'Cook', type: 'object', object_type: 'cooks' },
  ],
}
const cooks = { title: 'Cooks', slug: 'cooks', metafields: [] }

/** Sets the texts of the next answers; the last one is repeated. */
function designs(...texts: readonly unknown[]): void {
  const left = texts.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  ai.answer = (reply) => {
    const content = left.length > 1 ? left.shift() : left[0]
    const usage = { prompt_tokens: 700, completion_tokens: 300 }
    reply.end(JSON.stringify({ choices: [{ message: { content } }], usage }))
  }
}

const prompt = { ai_prompt: 'Recipes of several cooks' }
const addTo = (person: Person, more: object = prompt) =>
  server.send(
    addProjectWithBucket,
    { body: { project_title: 'Kitchen', bucket_title: 'Kitchen', ...more } },
    person,
  )
const titles = async (person: Person) =>
  (await server.call(listProjects, {}, person)).ok().projects.map(({ title }) => title)
const typesOf = async (slug: string, person: Person) =>
  (await server.call(getBucket, { query: { slug } }, person)).ok().bucket.object_types

test('roles that may not add buckets are refused before the provider is called', async () => {
  const owner = await addOwner(server)
  const member = await addPerson(server)
  await joinProject(server, member, owner, 'user')
  const body = { project_id: owner.project.id, data: { title: 'Kitchen', ...prompt } }
  expect((await server.send(addBucket, { body }, member)).status).toBe(403)
  expect((await server.send(addBucket, { body }, await addPerson(server))).status).toBe(404)
  const { id: workspace } = await addWorkspaceOf(server, owner)
  expect((await addTo(member, { ...prompt, workspace })).status).toBe(404)
  expect(ai.requests).toEqual([])
})

test('a description together with a template, and one that is too long, are refused', async () => {
  const owner = await addOwner(server)
  const both = await addTo(owner, { ...prompt, template: 'blog' })
  expect(both.error()).toMatchObject({ code: 'invalid', details: [{ path: 'ai_prompt' }] })
  const data = { title: 'Kitchen', ...prompt, template: 'blog' }
  const body = { project_id: owner.project.id, data }
  expect((await server.send(addBucket, { body }, owner)).error()).toMatchObject({
    details: [{ path: 'data.ai_prompt' }],
  })
  expect((await addTo(owner, { ai_prompt: 'x'.repeat(10_001) })).status).toBe(400)
  expect(ai.requests).toEqual([])
})

test('a project gets the object types that the provider designs from the description', async () => {
  const person = await addPerson(server)
  designs(
    `Here it is:\n\`\`\`json\n${JSON.stringify([recipes, { ...cooks, colour: 'red' }])}\n\`\`\``,
  )
  const { bucket } = (await addTo(person)).ok() as { bucket: { slug: string } }
  const types = await typesOf(bucket.slug, person)
  expect(types).toMatchObject([
    { ...recipes, metafields: [{ key: 'teaser' }, { key: 'level' }, { key: 'cook' }] },
    { slug: 'cooks', singular: 'Cooks' },
  ])
  expect(types[0]?.metafields[1]?.options).toEqual([
    { key: 'Easy', value: 'Easy' },
    { key: 'Hard', value: 'Hard' },
  ])
  const [request] = ai.requests
  expect(request?.body.messages?.at(-1)).toEqual({ role: 'user', content: prompt.ai_prompt })
})

test('a bucket gets designed object types, and an empty description designs none', async () => {
  const owner = await addOwner(server)
  designs([cooks])
  const send = async (ai_prompt: string) => {
    const body = { project_id: owner.project.id, data: { title: 'Kitchen', ai_prompt } }
    return (await server.call(addBucket, { body }, owner)).ok().bucket.slug
  }
  expect(await typesOf(await send('Cooks'), owner)).toMatchObject([{ slug: 'cooks' }])
  expect(await typesOf(await send(' '), owner)).toEqual([])
  expect(ai.requests).toHaveLength(1)
})

describe('a design that breaks a rule', () => {
  const field = (more: object) => [{ ...cooks, metafields: [{ key: 'a', title: 'A', ...more }] }]

  test.each<[string, unknown, string]>([
    ['no JSON', 'I cannot do that.', 'JSON array'],
    ['no object types', [], 'non-empty'],
    ['an unknown type of field', field({ type: 'slider' }), 'type'],
    ['a reserved key', field({ type: 'text', key: 'slug' }), 'reserved'],
    ['a relation to an unknown object type', [recipes], '“cooks”'],
    ['the same slug twice', [cooks, cooks], 'same slug'],
    ['a slug with spaces', [{ ...cooks, slug: 'our cooks' }], 'slug'],
  ])('is sent back with the reason: %s', async (_name, broken, reason) => {
    const person = await addPerson(server)
    designs(broken, [recipes, cooks])
    const { bucket } = (await addTo(person)).ok() as { bucket: { slug: string } }
    expect(await typesOf(bucket.slug, person)).toHaveLength(2)
    expect(ai.requests).toHaveLength(2)
    expect(ai.requests[1]?.body.messages?.at(-1)?.content).toContain(reason)
  })

  test('fails the second time, and nothing is created', async () => {
    const person = await addPerson(server)
    designs([recipes])
    expect((await addTo(person)).error().code).toBe('unavailable')
    expect(ai.requests).toHaveLength(2)
    expect(await titles(person)).toEqual([])
  })
})

test('a retry with the same idempotency key returns the first answer without another design', async () => {
  const person = await addPerson(server)
  designs([cooks])
  const caller = { ...person, headers: { 'idempotency-key': 'kitchen' } }
  const first = await addTo(caller)
  expect((await addTo(caller)).ok()).toEqual(first.ok())
  expect(ai.requests).toHaveLength(1)
})

test('designs count towards the limit of chats of the account', async () => {
  const person = await addPerson(server)
  for (let n = 0; n < 300; n += 1) await server.app.limits.count('chat', person.id)
  expect((await addTo(person)).status).toBe(429)
  expect(ai.requests).toEqual([])
})

describe('if plans are enforced', () => {
  let paid: TestServer
  beforeAll(async () => {
    paid = await startTestServer({ ...ai.settings, PLAN_LIMITS: 'on' })
  })
  afterAll(() => paid.remove())

  const give = ({ id }: Person) =>
    paid.app.db.write(
      ({ db }) =>
        addTokens(db, {
          user_id: id,
          tokens: 50_000,
          charge_id: null,
          bucket_id: null,
          created_at: paid.app.clock.now(),
        }),
      'serializable',
    )
  const balance = async (by: Person) => (await paid.call(getTokenBalance, {}, by)).ok().balance
  const start = (by: Person, more: object = {}) =>
    paid.send(
      addProjectWithBucket,
      { body: { project_title: 'Kitchen', bucket_title: 'Kitchen', ...prompt, ...more } },
      by,
    )

  test('the creator of a project pays for its design, and is refused without tokens', async () => {
    const person = await addPerson(paid)
    designs([cooks])
    expect((await start(person)).status).toBe(403)
    expect(ai.requests).toEqual([])
    await give(person)
    expect((await start(person)).status).toBe(201)
    expect(await balance(person)).toBe(49_000)
  })

  test('the payer of a workspace pays for a project in it, and that of a project for a bucket', async () => {
    const owner = await addOwner(paid)
    designs([cooks])
    await give(owner)
    const { id: workspace } = await addWorkspaceOf(paid, owner)
    expect((await start(owner, { workspace })).status).toBe(201)
    expect(await balance(owner)).toBe(49_000)
    const manager = await addPerson(paid)
    await joinProject(paid, manager, owner, 'manager')
    const body = { project_id: owner.project.id, data: { title: 'Kitchen', ...prompt } }
    expect((await paid.send(addBucket, { body }, manager)).error().details).toMatchObject([
      { path: 'plan.buckets', rule: 'plan_limit' },
    ])
    expect(await balance(owner)).toBe(49_000)
    await paid.call(deleteBucket, { query: { slug: owner.bucket.slug } }, owner)
    expect((await paid.send(addBucket, { body }, manager)).status).toBe(201)
    expect(await balance(owner)).toBe(48_000)
  })

  test('an account that cannot have another project on the Free plan pays for no design', async () => {
    const person = await addPerson(paid)
    designs([cooks])
    await give(person)
    for (let n = 0; n < FREE_PLACES; n += 1)
      expect((await start(person, { ai_prompt: '' })).status).toBe(201)
    expect((await start(person)).error().details).toMatchObject([{ path: 'plan.free_places' }])
    expect(ai.requests).toEqual([])
    expect(await balance(person)).toBe(50_000)
  })
})
