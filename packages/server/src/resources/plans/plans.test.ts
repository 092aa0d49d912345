import { listPurchases } from '@typecase/contract/billing'
import { updateBucket } from '@typecase/contract/buckets'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { insertObject } from '@typecase/contract/content-writes'
import { newId } from '@typecase/contract/ids'
import { listRevisions } from '@typecase/contract/object-revisions'
import { addObjectType, updateObjectType } from '@typecase/contract/object-types'
import { addObject, updateObject } from '@typecase/contract/objects'
import { listPlans, quotePlan } from '@typecase/contract/plans'
import {
  deleteProject,
  getProject,
  moveProject,
  updateProjectBilling,
} from '@typecase/contract/projects'
import { getWorkspace, updateWorkspaceBilling } from '@typecase/contract/workspaces'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addTestCard, BAD_CARD, signInAgain } from '../../testing/billing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { mailsOf } from '../../testing/outbox.ts'
import {
  addOwner,
  addPerson,
  addWorkspaceOf,
  joinProject,
  joinWorkspace,
  type Owner,
} from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { renewDue } from '../billing/renewals.ts'
import { importFile } from '../import-export/testing/import-file.ts'

const DAY = 24 * 3600 * 1000

let server: TestServer
let clock: TestClock
let owner: Owner

beforeEach(async () => {
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on' }, { clock })
  owner = await addOwner(server)
})
afterEach(() => server.remove())

type By = { token?: string }
const projectId = () => owner.project.id
const plans = async (by: By = owner, query: object = { project_id: projectId() }) =>
  (await server.call(listPlans, { query }, by)).ok()
const change = (data: object, by: By = owner, more: object = {}) =>
  server.send(updateProjectBilling, { body: { project_id: projectId(), data, ...more } }, by)
const quote = async (data: object) =>
  (await server.call(quotePlan, { body: { project_id: projectId(), data } }, owner)).ok()
/** Advances the clock, runs the scheduler's renewals and signs the owner in again. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await renewDue(server.app)
  owner = { ...owner, ...(await signInAgain(server, owner)) }
}
const purchases = async (by: By = owner) =>
  (await server.call(listPurchases, { query: {} }, by)).ok().purchases
const addOns = async () => {
  const query = { project_id: projectId() }
  return (await server.call(getProject, { query }, owner)).ok().project.add_ons
}

describe('the permission to change plans', () => {
  test('needs a session (401), access (404) and an admin (403); invalid choices answer 400', async () => {
    expect((await change({ plan_id: 'pro' }, {})).status).toBe(401)
    const stranger = await addOwner(server)
    expect((await change({ plan_id: 'pro' }, stranger)).status).toBe(404)
    const query = { project_id: projectId() }
    expect((await server.send(listPlans, { query }, stranger)).status).toBe(404)
    const manager = await addPerson(server)
    await joinProject(server, manager, owner, 'manager')
    expect((await change({ plan_id: 'pro' }, manager)).status).toBe(403)
    const body = { project_id: projectId(), data: { plan_id: 'pro' } }
    expect((await server.send(quotePlan, { body }, manager)).status).toBe(403)
    expect((await change({ plan_id: 'enterprise' })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'data.plan_id', rule: 'contact_sales' }],
    })
    expect((await change({ add_ons: ['localization', 'single_sign_on'] })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'data.add_ons', rule: 'coming' }],
    })
    expect((await change({ plan_id: 'gold' })).status).toBe(400)
    expect((await change({ add_ons: ['radio'] })).status).toBe(400)
    expect((await server.send(listPlans, { query: {} }, owner)).status).toBe(400)
  })

  test('is also needed to see the next invoice', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter' })).ok()
    const user = await addPerson(server)
    await joinProject(server, user, owner, 'user')
    expect((await plans(user)).next_invoice).toBe(null)
    expect((await plans()).next_invoice).toEqual({
      date: '2026-02-01T00:00:00.000Z',
      amount: 29_900,
    })
  })
})

describe('a plan', () => {
  test('is listed with its price, the subscription and the usage', async () => {
    await addType(server, owner, 'posts', [])
    await addOneObject(server, owner, { type: 'posts', title: 'Post' })
    const listed = await plans()
    expect(listed).toMatchObject({
      mode: 'test',
      is_enforced: true,
      place: { resource: 'project', id: projectId() },
      subscription: null,
      usage: { buckets: 1, team: 1, object_types: 1, objects: 1, media_files: 0, media_storage: 0 },
      next_invoice: null,
    })
    expect(listed.plans).toMatchObject([
      { id: 'free', is_subscribed: true, pricing: { month: { amount: 0 } } },
      { id: 'starter', is_popular: true, pricing: { year: { amount: 322_920 } } },
      { id: 'pro', objects: '50,000', limits: { objects: '50,000' } },
      { id: 'enterprise', pricing: { month: { amount: null } } },
    ])
  })

  test('needs a card (402)', async () => {
    expect((await change({ plan_id: 'starter' })).error()).toMatchObject({
      status: 402,
      details: [{ rule: 'card_required' }],
    })
    expect((await plans()).subscription).toBe(null)
  })

  test('is not subscribed to if the card is declined', async () => {
    await addTestCard(server, owner, BAD_CARD)
    expect((await change({ plan_id: 'starter' })).error()).toMatchObject({
      code: 'payment_failed',
      details: [{ rule: 'card_declined' }],
    })
    expect((await plans()).subscription).toBe(null)
    expect(await purchases()).toMatchObject([{ status: 'failed', amount: 29_900 }])
  })

  test('costs what was quoted, is not charged twice, and answers 409 to a lower maximum amount', async () => {
    await addTestCard(server, owner)
    expect(await quote({ plan_id: 'starter' })).toMatchObject({ due_now: 29_900, renewal: 29_900 })
    ;(await change({ plan_id: 'starter' })).ok()
    ;(await change({ plan_id: 'starter' })).ok()
    await pass(15.5 * DAY)
    expect(await quote({ plan_id: 'pro' })).toMatchObject({
      due_now: 10_000,
      renewal: 49_900,
      period_end: '2026-02-01T00:00:00.000Z',
    })
    expect((await change({ plan_id: 'pro' }, owner, { max_amount: 9999 })).error()).toMatchObject({
      status: 409,
      details: [{ rule: 'amount_changed' }],
    })
    ;(await change({ plan_id: 'pro' }, owner, { max_amount: 10_000 })).ok()
    expect((await purchases()).map(({ amount }) => amount)).toEqual([10_000, 29_900])
  })

  test('is downgraded at the end of the period, unless the downgrade is cancelled', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'pro' })).ok()
    ;(await change({ plan_id: 'starter' })).ok()
    expect((await plans()).subscription).toMatchObject({
      now: { plan_id: 'pro' },
      next: { plan_id: 'starter' },
    })
    ;(await change({ plan_id: 'pro' })).ok()
    expect((await plans()).subscription).toMatchObject({ now: { plan_id: 'pro' }, next: null })
    ;(await change({ plan_id: 'starter' })).ok()
    await pass(31 * DAY)
    expect((await plans()).subscription).toMatchObject({
      now: { plan_id: 'starter' },
      next: null,
      period_end: '2026-03-01T00:00:00.000Z',
    })
    expect((await purchases()).map(({ amount }) => amount)).toEqual([29_900, 49_900])
  })

  test('is paid once if two requests subscribe to it at the same time', async () => {
    await addTestCard(server, owner)
    const answers = await Promise.all([
      change({ plan_id: 'starter' }),
      change({ plan_id: 'starter' }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    const paid = (await purchases()).filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(1)
  })

  test('costs its price once, whichever of two people changes it first', async () => {
    const colleague = await addPerson(server)
    await joinProject(server, colleague, owner, 'admin')
    for (const person of [owner, colleague]) await addTestCard(server, person)
    const answers = await Promise.all([
      change({ plan_id: 'starter' }),
      change({ plan_id: 'pro' }, colleague),
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.error()).toMatchObject({ status: 409, details: [{ rule: 'payment_pending' }] })
    const all = [...(await purchases()), ...(await purchases(colleague))]
    const amounts = all.filter(({ status }) => status === 'paid').map(({ amount }) => amount)
    const { subscription, plans: offers } = await plans()
    const price = offers.find(({ id }) => id === subscription?.now.plan_id)?.pricing.month.amount
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(price)
  })
})

describe('the plan of a workspace', () => {
  test('covers its projects, which can no longer be billed separately (409)', async () => {
    const workspace = await addWorkspaceOf(server, owner, 'Press')
    const move = { project_id: projectId(), workspace_id: workspace.id }
    ;(await server.call(moveProject, { body: move }, owner)).ok()
    await addTestCard(server, owner)
    expect((await change({ plan_id: 'pro' })).error()).toMatchObject({
      status: 409,
      details: [{ rule: 'billed_by_workspace' }],
    })
    const colleague = await addPerson(server)
    await joinWorkspace(server, colleague, workspace, 'user')
    const body = {
      workspace_id: workspace.id,
      data: { plan_id: 'pro', add_ons: ['revision_history'] },
    }
    const bill = (by: By) => server.send(updateWorkspaceBilling, { body }, by)
    expect((await bill({})).status).toBe(401)
    expect((await bill(colleague)).status).toBe(403)
    expect((await bill(await addOwner(server))).status).toBe(404)
    expect((await bill(owner)).ok()).toMatchObject({
      workspace: { plan: { id: 'pro', interval: 'month' }, add_ons: ['revision_history'] },
    })
    expect(await addOns()).toEqual(['revision_history'])
    expect(await plans()).toMatchObject({ place: { resource: 'workspace', title: 'Press' } })
    const query = { workspace_id: 'default' }
    expect((await server.call(getWorkspace, { query }, owner)).ok().workspace.add_ons).toEqual([])
  })
})

describe('a project that moves into a workspace', () => {
  test('is no longer renewed automatically', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter' })).ok()
    const workspace = await addWorkspaceOf(server, owner, 'Press')
    const body = { project_id: projectId(), workspace_id: workspace.id }
    ;(await server.call(moveProject, { body }, owner)).ok()
    await pass(31 * DAY)
    expect(await purchases()).toHaveLength(1)
    const rows = await server.app.db.read.selectFrom('subscriptions').selectAll().execute()
    expect(rows).toEqual([])
  })
})

describe('a closed account', () => {
  test('keeps its subscription until the end of the period, and is not charged again', async () => {
    const payer = await addPerson(server)
    await joinProject(server, payer, owner, 'admin')
    await addTestCard(server, payer)
    ;(await change({ add_ons: ['revision_history'] }, payer)).ok()
    await closeAccount(server, payer)
    expect(await addOns()).toEqual(['revision_history'])
    await pass(31 * DAY)
    expect(await addOns()).toEqual([])
    const charges = await server.app.db.read.selectFrom('charges').selectAll().execute()
    expect(charges).toHaveLength(1)
  })
})

describe('add-ons', () => {
  test('include localization, which is needed to set the locales of a bucket', async () => {
    const body = { slug: owner.bucket.slug, data: { locales: ['en', 'de'] } }
    expect((await server.send(updateBucket, { body }, owner)).error()).toMatchObject({
      status: 403,
      message: expect.stringMatching(/^Localization is an add-on/) as string,
    })
    await addTestCard(server, owner)
    ;(await change({ add_ons: ['localization'] })).ok()
    expect((await server.send(updateBucket, { body }, owner)).status).toBe(200)
  })

  test('include localization, which is needed to set a locale; existing locales remain when it ends', async () => {
    const refused = {
      status: 403,
      message: expect.stringMatching(/^Localization is an add-on/) as string,
    }
    const slug = owner.bucket.slug
    const localized = { slug, data: { title: 'News', localization: true } }
    const plain = { slug, data: { title: 'Posts' } }
    const addPost = async (data: object) =>
      server.send(
        addObject,
        { body: { slug, data: { type: 'posts', title: 'New', ...data } } },
        owner,
      )
    const setLocale = async (object_id: string, locale: string | null) =>
      server.send(updateObject, { body: { slug, object_id, data: { locale } } }, owner)

    expect((await server.send(addObjectType, { body: plain }, owner)).status).toBe(201)
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'A' })
    const ways = {
      'a new type': () => server.send(addObjectType, { body: localized }, owner),
      'a type': () =>
        server.send(
          updateObjectType,
          { body: { slug, type_slug: 'posts', data: { localization: true } } },
          owner,
        ),
      'a new object': () => addPost({ locale: 'de' }),
      'an object': () => setLocale(id, 'de'),
      'many objects': () =>
        server.send(
          bulkEditObjects,
          { body: { slug, object_ids: [id], data: { locale: 'de' } } },
          owner,
        ),
      'the content API': () =>
        server.send(
          insertObject,
          { params: { slug }, body: { type: 'posts', title: 'C', locale: 'de' } },
          { token: owner.bucket.api_access?.write_key ?? '' },
        ),
    }
    for (const [way, send] of Object.entries(ways))
      expect({ way, ...(await send()).error() }).toMatchObject({ way, ...refused })

    const objects = [{ type: 'posts', title: 'Brought', slug: 'brought', locale: 'de' }]
    const file = JSON.stringify({ bucket: { objects } })
    const { job } = await importFile(server, owner, file)
    expect(job.errors.at(-1)?.reason).toMatch(/^Localization is an add-on/)

    await addTestCard(server, owner)
    ;(await change({ add_ons: ['localization'] })).ok()
    for (const [way, send] of Object.entries(ways))
      expect([way, (await send()).status]).toEqual([way, expect.toBeOneOf([200, 201])])
    ;(await change({ add_ons: [] })).ok()
    await pass(31 * DAY)
    expect(await addOns()).toEqual([])
    const body = { slug, object_id: id, data: { title: 'Still German' } }
    expect((await server.send(updateObject, { body }, owner)).ok()).toMatchObject({
      object: { locale: 'de' },
    })
    expect((await setLocale(id, 'fr')).status).toBe(403)
    expect((await setLocale(id, null)).status).toBe(200)
  })

  const revisions = async () => {
    const query = { slug: owner.bucket.slug, object_id: newId() }
    return (await server.send(listRevisions, { query }, owner)).status
  }

  test('give access until the end of the period after they are cancelled', async () => {
    await addTestCard(server, owner)
    expect(await revisions()).toBe(403)
    ;(await change({ add_ons: ['revision_history'] })).ok()
    // The call is allowed, but there is no such object.
    expect(await revisions()).toBe(404)
    expect(await addOns()).toEqual(['revision_history'])
    ;(await change({ add_ons: [] })).ok()
    expect(await revisions()).toBe(404)
    const state = async () => (await plans()).add_ons.find(({ id }) => id === 'revision_history')
    expect(await state()).toMatchObject({ state: 'ends' })
    clock.advance(31 * DAY)
    owner = { ...owner, ...(await signInAgain(server, owner)) }
    expect(await revisions()).toBe(403)
    await renewDue(server.app)
    expect((await plans()).subscription).toBe(null)
    expect(await purchases()).toHaveLength(1)
  })

  test('can be bought as a bundle, which includes all of them', async () => {
    await addTestCard(server, owner)
    ;(await change({ add_ons: ['revision_history', 'localization'] })).ok()
    expect(await quote({ add_ons: ['bundle'] })).toMatchObject({ due_now: 100 })
    ;(await change({ add_ons: ['bundle'] })).ok()
    expect(await revisions()).toBe(404)
    const states = (await plans()).add_ons.map(({ id, state }) => [id, state])
    expect(Object.fromEntries(states)).toEqual({
      bundle: 'active',
      localization: 'bundled',
      revision_history: 'bundled',
      webhooks: 'bundled',
      automatic_backups: 'bundled',
      single_sign_on: 'coming',
      custom_domain: 'coming',
    })
  })
})

describe('a renewal', () => {
  test('is charged once a period', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    await pass(31 * DAY)
    await renewDue(server.app)
    expect((await purchases()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['renewal', 39_800],
      ['subscription', 39_800],
    ])
    expect((await plans()).subscription).toMatchObject({ period_end: '2026-03-01T00:00:00.000Z' })
  })

  test('that fails sends one e-mail and leaves seven days to pay with another card', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    const [good] = await server.app.payments.listCards({ userId: owner.id, customerId: owner.id })
    await addTestCard(server, owner, BAD_CARD)
    await server.app.payments.detachCard({ userId: owner.id, customerId: owner.id }, good?.id ?? '')
    await pass(31 * DAY)
    expect((await plans()).subscription).toMatchObject({
      status: 'past_due',
      now: { plan_id: 'starter' },
      ends_at: '2026-02-08T00:00:00.000Z',
    })
    expect(await addOns()).toEqual(['revision_history'])
    const failed = () =>
      mailsOf(server, owner.email).filter(({ subject }) => subject.startsWith('The payment'))
    await expect.poll(failed).toHaveLength(1)
    await pass(DAY)
    await pass(DAY)
    // There is one attempt per day, but only a single notification.
    expect((await purchases()).filter(({ status }) => status === 'failed')).toHaveLength(3)
    expect(failed()).toHaveLength(1)
    expect((await change({ plan_id: 'pro' })).error()).toMatchObject({
      status: 409,
      details: [{ rule: 'past_due' }],
    })
    await addTestCard(server, owner)
    const cards = await server.app.payments.listCards({ userId: owner.id, customerId: owner.id })
    const newCard = cards.find(({ is_default }) => !is_default)
    await server.app.payments.setDefaultCard(
      { userId: owner.id, customerId: owner.id },
      newCard?.id ?? '',
    )
    ;(await change({ plan_id: 'starter' })).ok()
    expect((await plans()).subscription).toMatchObject({
      status: 'active',
      period_end: '2026-03-01T00:00:00.000Z',
    })
  })

  test('that is never paid ends the plan after seven days', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter', add_ons: ['revision_history'] })).ok()
    const customer = { userId: owner.id, customerId: owner.id }
    for (const { id } of await server.app.payments.listCards(customer))
      await server.app.payments.detachCard(customer, id)
    for (let day = 0; day < 7; day += 1) await pass(day === 0 ? 31 * DAY : DAY)
    expect(await addOns()).toEqual(['revision_history'])
    await pass(DAY)
    expect(await addOns()).toEqual([])
    expect((await plans()).subscription).toBe(null)
    await expect
      .poll(() => mailsOf(server, owner.email).map(({ subject }) => subject))
      .toContain('The plan of Project has ended')
  })

  test('is not charged for a deleted project', async () => {
    await addTestCard(server, owner)
    ;(await change({ plan_id: 'starter' })).ok()
    ;(await server.call(deleteProject, { query: { project_id: projectId() } }, owner)).ok()
    await pass(31 * DAY)
    expect(await purchases()).toHaveLength(1)
    const rows = await server.app.db.read.selectFrom('subscriptions').selectAll().execute()
    expect(rows).toEqual([])
  })
})
