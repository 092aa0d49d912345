import { generateText } from '@typecase/contract/ai'
import {
  deletePaymentMethod,
  endSubscription,
  getTokenBalance,
  listPaymentMethods,
  listPurchases,
  listSubscriptions,
  purchaseTokenPack,
  updateAutoReload,
} from '@typecase/contract/billing'
import { listPlans, quotePlan } from '@typecase/contract/plans'
import {
  archiveProject,
  deleteProject,
  moveProject,
  updateProjectBilling,
} from '@typecase/contract/projects'
import {
  deleteProjectMember,
  deleteWorkspaceMember,
  updateProjectMember,
  updateWorkspaceMember,
} from '@typecase/contract/teams'
import { deleteWorkspace, updateWorkspaceBilling } from '@typecase/contract/workspaces'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { closeAccount } from '../../testing/accounts.ts'
import { addTestCard, signInAgain } from '../../testing/billing.ts'
import { mailsOf } from '../../testing/outbox.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinProject,
  joinWorkspace,
  type Owner,
  type Person,
} from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { addTokens } from './charges.ts'
import { renewDue } from './renewals.ts'

const DAY = 24 * 3600 * 1000

let ai: TestAi
let server: TestServer
/** The creator of the project and the workspace, who remains a member. */
let owner: Owner
/** An admin of both, who pays. */
let payer: Person
let workspaceId: string
const clock = createTestClock()

beforeAll(async () => {
  ai = await startTestAi()
  server = await startTestServer({ PLAN_LIMITS: 'on', ...ai.settings }, { clock })
})
beforeEach(async () => {
  owner = await addOwner(server)
  payer = await addPerson(server)
  await joinProject(server, payer, owner, 'admin')
  const workspace = await addWorkspaceOf(server, owner, 'Press')
  workspaceId = workspace.id
  await joinWorkspace(server, payer, workspace, 'admin')
  await addTestCard(server, payer)
})
afterAll(async () => {
  await server.remove()
  ai.close()
})

type By = { token?: string }
const projectId = () => owner.project.id
const billProject = (data: object, by: By = payer) =>
  server.send(updateProjectBilling, { body: { project_id: projectId(), data } }, by)
const billWorkspace = (data: object, by: By = payer) =>
  server.send(updateWorkspaceBilling, { body: { workspace_id: workspaceId, data } }, by)
const plans = async (by: By, query: object = { project_id: projectId() }) =>
  (await server.call(listPlans, { query }, by)).ok()
const subscriptionsOf = async (by: By = payer) =>
  (await server.call(listSubscriptions, {}, by)).ok().subscriptions
const chargesOf = async ({ id }: Person) => {
  const rows = await server.app.db.read
    .selectFrom('charges')
    .select('kind')
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}
const move = async () =>
  (
    await server.call(
      moveProject,
      { body: { project_id: projectId(), workspace_id: workspaceId } },
      owner,
    )
  ).ok()
/** Generates a text with the bucket's key. */
const write = () =>
  server.send(
    generateText,
    { params: { slug: owner.bucket.slug }, body: { prompt: 'Say something' } },
    { headers: { authorization: `Bearer ${owner.bucket.api_access.write_key}` } },
  )
const give = (tokens: number, { id }: Person) =>
  server.app.db.write(
    ({ db }) =>
      addTokens(db, {
        user_id: id,
        tokens,
        charge_id: null,
        bucket_id: null,
        created_at: clock.now(),
      }),
    'serializable',
  )
const subjects = (to: Person) => mailsOf(server, to.email).map(({ subject }) => subject)
/** Advances the clock and runs the scheduler's renewals. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await renewDue(server.app)
}

/** Each way to lose the right to pay, in a project and in a workspace. */
const ways = {
  'leaves a project': () =>
    server.send(
      deleteProjectMember,
      { query: { project_id: projectId(), user_id: payer.id } },
      payer,
    ),
  'is removed from a project': () =>
    server.send(
      deleteProjectMember,
      { query: { project_id: projectId(), user_id: payer.id } },
      owner,
    ),
  'gets a lower role in a project': () =>
    server.send(
      updateProjectMember,
      { body: { project_id: projectId(), user_id: payer.id, role: 'manager' } },
      owner,
    ),
  'closes their account, who paid for a project': () => closeAccount(server, payer),
  'leaves a workspace': () =>
    server.send(
      deleteWorkspaceMember,
      { query: { workspace_id: workspaceId, user_id: payer.id } },
      payer,
    ),
  'is removed from a workspace': () =>
    server.send(
      deleteWorkspaceMember,
      { query: { workspace_id: workspaceId, user_id: payer.id } },
      owner,
    ),
  'gets a lower role in a workspace': () =>
    server.send(
      updateWorkspaceMember,
      { body: { workspace_id: workspaceId, user_id: payer.id, role: 'user' } },
      owner,
    ),
  'closes their account, who paid for a workspace': () => closeAccount(server, payer),
} as const

describe('a payer', () => {
  test.each(Object.entries(ways))(
    'is not charged again, and the bucket loses its AI, once the payer %s',
    async (way, lose) => {
      const isWorkspace = way.endsWith('workspace')
      if (isWorkspace) await move()
      const bill = isWorkspace ? billWorkspace : billProject
      ;(await bill({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
      const settings = { enabled: true, threshold: 1_000_000, monthly_limit: 10_000 }
      const body = { settings }
      ;(await server.call(updateAutoReload, { body }, payer)).ok()
      await give(5000, payer)
      expect((await write()).status).toBe(200)
      // The balance is below the threshold, so the server buys a pack after its answer.
      const balance = async () => (await server.call(getTokenBalance, {}, payer)).ok().balance
      const full = await waitFor(balance, (tokens) => tokens > 1_000_000)
      const [card] = (await server.call(listPaymentMethods, {}, payer)).ok().payment_methods

      await give(100_000 - full, payer)
      const answer = await lose()
      if (answer) expect(answer.status).toBe(200)
      await expect
        .poll(() => subjects(owner))
        .toContain(`${isWorkspace ? 'Press' : 'Project'} needs a new payer`)

      // The paid plan stays for the remaining members.
      expect(await plans(owner)).toMatchObject({
        payer: null,
        subscription: { now: { plan_id: 'starter' }, next: { plan_id: 'free' } },
        next_invoice: null,
      })
      // A bucket without a payer has no AI, even if the previous payer has tokens, and nothing is bought for it.
      expect((await write()).error()).toMatchObject({
        status: 403,
        message: expect.stringContaining('No one pays') as string,
      })
      if (!way.startsWith('closes')) {
        expect(subjects(payer)).toContain(
          `You no longer pay for ${isWorkspace ? 'Press' : 'Project'}`,
        )
        expect(await subscriptionsOf()).toMatchObject([
          {
            resource: isWorkspace ? 'workspace' : 'project',
            now: { plan_id: 'starter' },
            renewal: 0,
          },
        ])
        // The account has no card left.
        const query = { payment_method_id: card?.id ?? '' }
        expect((await server.send(deletePaymentMethod, { query }, payer)).status).toBe(200)
      }
      await pass(32 * DAY)
      await pass(DAY)
      expect(await chargesOf(payer)).toEqual(['subscription', 'reload'])
      owner = { ...owner, ...(await signInAgain(server, owner)) }
      expect((await plans(owner)).subscription).toBe(null)
    },
  )

  test.each([
    ['a project is deleted', 'project'],
    ['a project moves into a workspace', 'project'],
    ['a workspace is deleted', 'workspace'],
  ] as const)('is not charged again once %s', async (way, resource) => {
    if (resource === 'project') (await billProject({ plan_id: 'starter' })).ok()
    else (await billWorkspace({ plan_id: 'starter' })).ok()
    if (way.endsWith('moves into a workspace')) await move()
    else if (resource === 'project')
      (await server.call(deleteProject, { query: { project_id: projectId() } }, owner)).ok()
    else (await server.call(deleteWorkspace, { query: { workspace_id: workspaceId } }, owner)).ok()
    expect(await subscriptionsOf()).toMatchObject([{ resource, renewal: 0 }])
    await pass(32 * DAY)
    expect(await chargesOf(payer)).toEqual(['subscription'])
    payer = await signInAgain(server, payer)
    expect(await subscriptionsOf()).toEqual([])
  })
})

test.each([
  ['the payer is removed', ways['is removed from a project']],
  ['the project moves into a workspace', move],
  [
    'the project is deleted',
    () => server.call(deleteProject, { query: { project_id: projectId() } }, owner),
  ],
])('a plan is not renewed if %s while it is being paid for the first time', async (_way, lose) => {
  const { payments } = server.app
  const { charge } = payments
  payments.charge = async (...charged) => {
    payments.charge = charge
    await lose()
    return charge(...charged)
  }
  await billProject({ plan_id: 'starter' })
  expect(await subscriptionsOf()).toMatchObject([{ now: { plan_id: 'starter' }, renewal: 0 }])
})

describe('the subscriptions of an account', () => {
  const end = (body: object, by: By = payer) => server.send(endSubscription, { body }, by)

  test('return 401 without a session, 400 without a place and 404 for those of another payer', async () => {
    expect((await server.send(listSubscriptions, {})).status).toBe(401)
    expect((await end({ project_id: projectId() }, {})).status).toBe(401)
    expect((await end({})).status).toBe(400)
    expect((await end({ project_id: projectId() })).status).toBe(404)
    ;(await billProject({ plan_id: 'starter' })).ok()
    expect((await end({ project_id: projectId() }, owner)).status).toBe(404)
    expect((await end({ workspace_id: projectId() })).status).toBe(404)
    expect(await subscriptionsOf(owner)).toEqual([])
  })

  test('can be ended, even for an archived project, and then the last card can be removed', async () => {
    ;(await billProject({ plan_id: 'starter' })).ok()
    const body = { project_id: projectId() }
    ;(await server.call(archiveProject, { body }, owner)).ok()
    expect(await subscriptionsOf()).toMatchObject([
      { title: 'Project', is_archived: true, renewal: 29_900 },
    ])
    const [card] = (await server.call(listPaymentMethods, {}, payer)).ok().payment_methods
    const remove = () =>
      server.send(deletePaymentMethod, { query: { payment_method_id: card?.id ?? '' } }, payer)
    expect((await remove()).error()).toMatchObject({
      status: 409,
      message: expect.stringContaining('Starter, monthly, for “Project”') as string,
      details: [{ rule: 'last_card' }],
    })
    expect((await end(body)).ok()).toMatchObject({ subscriptions: [{ renewal: 0 }] })
    expect((await end(body)).status).toBe(200)
    expect((await remove()).status).toBe(200)
    await pass(32 * DAY)
    expect(await chargesOf(payer)).toEqual(['subscription'])
  })
})

describe('another admin', () => {
  test('needs a card to take over, and then pays for renewals and AI', async () => {
    ;(await billProject({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    await ways['leaves a project']()
    expect((await billProject({ payer: 'me' }, owner)).error()).toMatchObject({
      status: 402,
      details: [{ rule: 'card_required' }],
    })
    await addTestCard(server, owner)
    const body = { project_id: projectId(), data: { payer: 'me' as const } }
    expect((await server.call(quotePlan, { body }, owner)).ok()).toMatchObject({
      due_now: 0,
      renewal: 39_800,
    })
    ;(await billProject({ payer: 'me' }, owner)).ok()
    expect(await plans(owner)).toMatchObject({
      payer: { user_id: owner.id },
      subscription: { now: { plan_id: 'starter' }, next: null, is_payer: true },
    })
    await give(5000, owner)
    expect((await write()).status).toBe(200)
    await pass(32 * DAY)
    expect([await chargesOf(payer), await chargesOf(owner)]).toEqual([
      ['subscription'],
      ['renewal'],
    ])
  })

  test('who resumes a plan that the payer cancelled needs a card and pays for the renewal', async () => {
    ;(await billProject({ plan_id: 'starter' })).ok()
    ;(await billProject({ plan_id: 'free' })).ok()
    expect((await billProject({ plan_id: 'starter' }, owner)).status).toBe(402)
    await addTestCard(server, owner)
    ;(await billProject({ plan_id: 'starter' }, owner)).ok()
    await pass(32 * DAY)
    expect([await chargesOf(payer), await chargesOf(owner)]).toEqual([
      ['subscription'],
      ['renewal'],
    ])
  })

  test('can take over from a payer who is still a member, and the payer is notified', async () => {
    ;(await billProject({ plan_id: 'starter' })).ok()
    await addTestCard(server, owner)
    ;(await billProject({ payer: 'me' }, owner)).ok()
    await expect.poll(() => subjects(payer)).toContain('You no longer pay for Project')
    expect(await subscriptionsOf()).toEqual([])
    expect(await subscriptionsOf(owner)).toMatchObject([{ renewal: 29_900 }])
  })

  test('can choose a smaller plan without becoming the payer', async () => {
    ;(await billProject({ plan_id: 'pro' })).ok()
    ;(await billProject({ plan_id: 'starter' }, owner)).ok()
    expect(await subscriptionsOf()).toMatchObject([{ next: { plan_id: 'starter' } }])
  })
})

test('a payer who lost the right to pay in another way is not charged, and the owner is notified', async () => {
  ;(await billProject({ plan_id: 'starter' })).ok()
  await server.app.db.write(
    ({ db }) => db.deleteFrom('team_members').where('user_id', '=', payer.id).execute(),
    'serializable',
  )
  await pass(32 * DAY)
  expect(await chargesOf(payer)).toEqual(['subscription'])
  await expect.poll(() => subjects(owner)).toContain('Project needs a new payer')
})

test('a member who moves a project out pays for its AI, and a creator who left or a payer who closed their account does not', async () => {
  await give(5000, owner)
  expect((await write()).status).toBe(200)
  const balance = (await server.call(getTokenBalance, {}, owner)).ok().balance
  await move()
  await server.call(
    deleteWorkspaceMember,
    { query: { workspace_id: workspaceId, user_id: owner.id } },
    owner,
  )
  expect((await write()).status).toBe(403)
  expect((await server.call(getTokenBalance, {}, owner)).ok().balance).toBe(balance)
  const body = { project_id: projectId(), workspace_id: 'default' as const }
  ;(await server.call(moveProject, { body }, payer)).ok()
  expect((await plans(payer)).payer).toMatchObject({ user_id: payer.id })
  await server.call(purchaseTokenPack, { body: { package_id: 'tokens-2m' } }, payer)
  expect((await write()).status).toBe(200)
  expect((await server.call(listPurchases, { query: {} }, owner)).ok().total).toBe(0)
  await joinProject(server, owner, owner, 'admin')
  await closeAccount(server, payer)
  expect((await write()).status).toBe(403)
  expect((await server.call(getTokenBalance, {}, owner)).ok().balance).toBe(balance)
})
