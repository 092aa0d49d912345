import {
  addPlan,
  getPlan,
  listPlans,
  PLAN_HOURS,
  RUN_HOURS,
  type PlanState,
  updatePlan,
} from '@typecase/contract/assistant-plans'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { deleteExpired } from '../../jobs/clearing.ts'
import { MAX_PLANS, PLAN_RETENTION_MS } from '../../limits.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const clock = createTestClock()
let server: TestServer
let owner: Owner
let stranger: Owner
let editor: Person
beforeAll(async () => {
  server = await startTestServer({}, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const data = {
  command: 'objects.publish',
  args: { scope: { kind: 'ids', ids: ['a'] } },
  title: 'Publish 1 object',
  summary: { total: 1 },
}
type By = { token?: string }
const tryAdd = (more: object = {}, by: By = owner) =>
  server.send(addPlan, { body: { slug: slug(), data: { ...data, ...more } } }, by)
const add = async (by: { token: string } = owner) =>
  (await server.call(addPlan, { body: { slug: slug(), data } }, by)).ok().plan
const get = (plan_id: string, by: By = owner) =>
  server.send(getPlan, { query: { slug: slug(), plan_id } }, by)
const update = (plan_id: string, state: PlanState, more: object = {}, by: By = owner) =>
  server.send(updatePlan, { body: { slug: slug(), plan_id, state, ...more } }, by)
const list = async (by: { token: string } = owner, query: object = {}) =>
  (await server.call(listPlans, { query: { slug: slug(), ...query } }, by)).ok()

test('every endpoint returns 401 without a session and 404 to strangers', async () => {
  const { id } = await add()
  for (const [by, status] of [
    [{}, 401],
    [stranger, 404],
  ] as const) {
    expect((await tryAdd({}, by)).status).toBe(status)
    expect((await get(id, by)).status).toBe(status)
    expect((await update(id, 'running', {}, by)).status).toBe(status)
    const answer = await server.send(listPlans, { query: { slug: slug() } }, by)
    expect(answer.status).toBe(status)
  }
})

describe('plans of others', () => {
  test('are visible to the owner of the bucket, but not to an editor', async () => {
    const theirs = await add(editor)
    const mine = await add()
    expect((await list(editor)).plans.map(({ id }) => id)).toEqual([theirs.id])
    expect((await get(mine.id, editor)).status).toBe(403)
    expect((await list()).plans.map(({ id }) => id)).toEqual([mine.id, theirs.id])
  })

  test('can be declined by the owner, but not applied: 403', async () => {
    const theirs = await add(editor)
    const refusal = await update(theirs.id, 'running')
    expect(refusal.error()).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await update(theirs.id, 'declined')).status).toBe(200)
  })

  test('can be marked as undone by the owner', async () => {
    const theirs = await add(editor)
    for (const state of ['running', 'done'] as const) await update(theirs.id, state, {}, editor)
    expect((await update(theirs.id, 'undone')).ok()).toMatchObject({ plan: { state: 'undone' } })
  })
})

test.each([
  [{ command: '' }, 'command'],
  [{ title: 'x'.repeat(501) }, 'title'],
  [{ args: { text: 'x'.repeat(1_000_000) } }, 'args'],
  [{ summary: { text: 'x'.repeat(20_000) } }, 'summary'],
])('an invalid plan returns 400 and names the field: %#', async (more, path) => {
  const answer = await tryAdd(more)
  expect(answer.status).toBe(400)
  expect(answer.error().details?.[0]?.path).toContain(path)
})

test('a plan keeps its command and, once done, records how to undo it', async () => {
  const plan = await add()
  expect(plan).toMatchObject({ ...data, state: 'open', user_id: owner.id, undo: null })
  expect(plan.expires_at).toBe(clock.now() + PLAN_HOURS * 3_600_000)
  await update(plan.id, 'running')
  const undo = { command: 'jobs.undo-change-set', args: { change_set_id: newId() } }
  await update(plan.id, 'done', { message: 'Published 1 object.', undo })
  expect((await get(plan.id)).ok()).toMatchObject({
    plan: { state: 'done', message: 'Published 1 object.', undo, ended_at: clock.iso() },
  })
  expect((await update(plan.id, 'undone')).status).toBe(200)
})

test('only one of two simultaneous attempts to apply a plan succeeds, and the other returns 409', async () => {
  const { id } = await add()
  const answers = await Promise.all([update(id, 'running'), update(id, 'running')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test.each<[PlanState[], PlanState, string]>([
  [[], 'done', 'This plan is open.'],
  [['running', 'done'], 'running', 'This plan was applied already.'],
  [['declined'], 'running', 'This plan was declined.'],
  [['running', 'failed'], 'done', 'This plan failed. Make a new one.'],
  [['running', 'cancelled'], 'running', 'This plan was cancelled. Make a new one.'],
  [['running', 'done', 'undone'], 'undone', 'This plan was undone.'],
  [['running', 'cancelled', 'undone'], 'undone', 'This plan was undone.'],
])(
  'a plan that went through %j rejects the state %s with a conflict',
  async (before, state, message) => {
    const { id } = await add()
    for (const one of before) expect((await update(id, one)).status).toBe(200)
    expect((await update(id, state)).error()).toMatchObject({ code: 'conflict', message })
  },
)

test('a plan expires, and is deleted after the retention period', async () => {
  const { id } = await add()
  // The session's last use is stored after the response. With steps this short it stays open even if that is one step
  // late.
  for (let hour = 0; hour < PLAN_HOURS; hour += 4) {
    clock.advance(4 * 3_600_000)
    await get(id)
  }
  expect((await update(id, 'running')).error().message).toBe(
    'This plan has expired. Make a new one.',
  )
  clock.advance(PLAN_RETENTION_MS)
  await deleteExpired(server.app)
  const rows = await server.app.db.read.selectFrom('assistant_plans').select('id').execute()
  expect(rows.map((row) => row.id)).not.toContain(id)
})

test('a run that does not end counts as failed after an hour', async () => {
  const { id } = await add()
  await update(id, 'running')
  expect((await list(owner, { state: 'running' })).plans.map((one) => one.id)).toContain(id)
  clock.advance(RUN_HOURS * 3_600_000)
  expect((await get(id)).ok()).toMatchObject({
    plan: {
      state: 'failed',
      message: 'The run was interrupted. History shows what it changed.',
    },
  })
  expect((await list(owner, { state: 'running' })).total).toBe(0)
  expect((await list(owner, { state: 'failed' })).plans.map((one) => one.id)).toContain(id)
  expect((await update(id, 'done')).error().code).toBe('conflict')
})

test('a plan whose run is refused before it starts is open again until it expires', async () => {
  const { id, expires_at } = await add()
  await update(id, 'running')
  await update(id, 'open')
  expect((await get(id)).ok()).toMatchObject({ plan: { state: 'open', expires_at } })
})

test('the number of open plans of a person is limited, and another returns 409', async () => {
  for (let n = 0; n < MAX_PLANS; n += 1) await add(editor)
  expect((await tryAdd({}, editor)).error()).toMatchObject({ status: 409, code: 'conflict' })
  const [newest] = (await list(editor, { limit: 1 })).plans
  await update(newest?.id ?? '', 'declined', {}, editor)
  expect((await tryAdd({}, editor)).status).toBe(201)
  expect((await list(editor, { state: 'declined' })).total).toBe(1)
})
