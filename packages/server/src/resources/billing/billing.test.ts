import {
  addBilling,
  cancelIntent,
  confirmTestIntent,
  deletePaymentMethod,
  getAutoReload,
  getBilling,
  getTokenBalance,
  initIntent,
  listPaymentMethods,
  listPurchases,
  listTokenPacks,
  listTokenPurchases,
  purchaseTokenPack,
  setDefaultPaymentMethod,
  updateAutoReload,
  updateBilling,
} from '@typecase/contract/billing'
import { updateProjectBilling } from '@typecase/contract/projects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addTestCard, BAD_CARD } from '../../testing/billing.ts'
import { addOwner, addPerson, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let person: Owner
let other: Person

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  person = await addOwner(server)
  other = await addPerson(server)
})
afterAll(() => server.remove())

type By = { token?: string; headers?: Record<string, string> }
const cards = async (by: By = person) =>
  (await server.call(listPaymentMethods, {}, by)).ok().payment_methods
const balance = async (by: By = person) => (await server.call(getTokenBalance, {}, by)).ok().balance
const buy = (package_id = 'tokens-2m', by: By = person) =>
  server.send(purchaseTokenPack, { body: { package_id } }, by)
const newIntent = async (by: By = person) =>
  (await server.call(initIntent, {}, by)).ok().setup_intent.id
const confirm = (body: object, by: By = person) =>
  server.send(confirmTestIntent, { body: { exp_month: 1, exp_year: 2100, ...body } }, by)

test('every billing endpoint returns 401 without a session', async () => {
  for (const endpoint of [
    getBilling,
    listPaymentMethods,
    initIntent,
    listTokenPacks,
    getTokenBalance,
    listTokenPurchases,
    listPurchases,
    getAutoReload,
  ])
    expect((await server.send(endpoint, {})).status).toBe(401)
  expect((await buy('tokens-2m', {})).status).toBe(401)
})

describe('cards', () => {
  test('of another person return 404, and so do their intents', async () => {
    const [card] = await addTestCard(server, person)
    await addTestCard(server, other)
    const payment_method_id = card?.id ?? ''
    const byOther = [
      await server.send(setDefaultPaymentMethod, { body: { payment_method_id } }, other),
      await server.send(deletePaymentMethod, { query: { payment_method_id } }, other),
      await server.send(cancelIntent, { body: { intent_id: await newIntent() } }, other),
      await confirm({ intent_id: await newIntent(), number: '4242424242424242' }, other),
    ]
    expect(byOther.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await cards()).toHaveLength(1)
  })

  test.each([
    ['a number that is no test card', { number: '4111111111111111' }, 400, 'test_card'],
    ['an expired one', { number: '4242424242424242', exp_year: 2001 }, 400, 'expired_card'],
    ['an invalid month', { number: '4242424242424242', exp_month: 13 }, 400, undefined],
    ['one that is declined', { number: '4000000000000002' }, 402, 'card_declined'],
    ['one without funds', { number: '4000 0000 0000 9995' }, 402, 'insufficient_funds'],
  ])('are rejected, and the intent can be tried again: %s', async (_what, body, status, rule) => {
    const intent_id = await newIntent()
    const refused = (await confirm({ intent_id, ...body })).error()
    expect(refused.status).toBe(status)
    if (rule !== undefined) expect(refused.details?.[0]?.rule).toBe(rule)
    expect(await cards()).toEqual([])
    // Another attempt continues with the same intent.
    expect((await confirm({ intent_id, number: '4242424242424242' })).status).toBe(200)
  })

  test('can be added, made the default and removed, and no number is stored', async () => {
    expect(await cards()).toEqual([])
    await addTestCard(server, person)
    const added = await addTestCard(server, person, '5555555555554444')
    expect(added).toMatchObject([
      { brand: 'visa', last4: '4242', is_default: true },
      { brand: 'mastercard', last4: '4444', is_default: false },
    ])
    const [visa, master] = added.map(({ id }) => id)
    const body = { payment_method_id: master ?? '' }
    await server.call(setDefaultPaymentMethod, { body }, person)
    expect((await cards()).map(({ id }) => id)).toEqual([master, visa])
    // The remaining card is charged.
    await server.call(deletePaymentMethod, { query: body }, person)
    expect(await cards()).toMatchObject([{ id: visa, is_default: true }])
    const stored = await server.app.db.read.selectFrom('test_cards').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('424242')
  })

  test('a cancelled intent cannot be confirmed or cancelled again: 409', async () => {
    const intent_id = await newIntent()
    expect((await server.call(cancelIntent, { body: { intent_id } }, person)).status).toBe(200)
    expect((await confirm({ intent_id, number: '4242424242424242' })).status).toBe(409)
    expect((await server.send(cancelIntent, { body: { intent_id } }, person)).status).toBe(409)
  })

  test('a confirmed intent cannot be confirmed again or cancelled: 409, and adds one card', async () => {
    const intent_id = await newIntent()
    const card = { intent_id, number: '4242424242424242' }
    expect((await confirm(card)).status).toBe(200)
    expect((await confirm(card)).status).toBe(409)
    expect((await server.send(cancelIntent, { body: { intent_id } }, person)).status).toBe(409)
    expect(await cards()).toHaveLength(1)
  })

  test('the last one cannot be removed while it pays for a plan', async () => {
    const [card] = await addTestCard(server, person)
    const body = { project_id: person.project.id, data: { plan_id: 'starter' as const } }
    ;(await server.call(updateProjectBilling, { body }, person)).ok()
    const query = { payment_method_id: card?.id ?? '' }
    const refused = (await server.send(deletePaymentMethod, { query }, person)).error()
    expect(refused).toMatchObject({ status: 409, details: [{ rule: 'last_card' }] })
    await addTestCard(server, person)
    expect((await server.send(deletePaymentMethod, { query }, person)).status).toBe(200)
  })
})

describe('invoice details', () => {
  test('with an invalid or unknown field return 400', async () => {
    for (const [data, path] of [
      [{ email: 'no one' }, 'data.email'],
      [{ company: 'x'.repeat(201) }, 'data.company'],
      [{ iban: 'DE' }, 'data.iban'],
    ] as const) {
      const refused = (await server.send(updateBilling, { body: { data } }, person)).error()
      expect(refused).toMatchObject({ status: 400, details: [{ path }] })
    }
  })

  test('are stored and changed field by field, and a stale change returns 412', async () => {
    const details = { email: 'a@example.com', company: 'Cats', tax_id: 'GB 1', address: '1 Road' }
    const added = (await server.call(addBilling, { body: { data: details } }, person)).ok()
    expect(added).toMatchObject({ user: { id: person.id }, billing: details })
    const { rev } = added.billing
    const change = (data: object) => server.send(updateBilling, { body: { data, rev } }, person)
    expect((await change({ company: 'Dogs' })).ok()).toMatchObject({
      billing: { ...details, company: 'Dogs' },
    })
    expect((await change({ company: 'Late' })).error()).toMatchObject({
      status: 412,
      current: { company: 'Dogs' },
    })
    expect((await server.call(getBilling, {}, person)).ok()).toMatchObject({
      billing: { company: 'Dogs' },
      mode: 'test',
      publishable_key: null,
    })
  })
})

describe('tokens', () => {
  test('are not sold without a card (402) or in an unknown pack (400)', async () => {
    expect((await buy('tokens-9m')).status).toBe(400)
    expect((await buy()).error()).toMatchObject({
      status: 402,
      code: 'payment_failed',
      details: [{ rule: 'card_required' }],
    })
    expect((await server.call(listPurchases, { query: {} }, person)).ok().total).toBe(0)
  })

  test('are bought in packs and added to the wallet of the buyer', async () => {
    const { token_packs } = (await server.call(listTokenPacks, {}, person)).ok()
    expect(token_packs).toMatchObject([
      { package_id: 'tokens-2m', amount: 2500, currency: 'usd' },
      { package_id: 'tokens-10m', amount: 11_000, popular: true },
      { package_id: 'tokens-50m', tokens: 50_000_000, amount: 47_500 },
    ])
    await addTestCard(server, person)
    expect((await buy('tokens-10m')).ok()).toMatchObject({
      purchase: { status: 'paid', amount: 11_000, tokens: 10_000_000 },
      balance: 10_000_000,
    })
    await buy()
    expect(await balance()).toBe(12_000_000)
    expect(await balance(other)).toBe(0)
    const query = { limit: 1, skip: 1 }
    expect((await server.call(listTokenPurchases, { query }, person)).ok()).toMatchObject({
      purchases: [{ package_id: 'tokens-10m' }],
      total: 2,
      limit: 1,
      skip: 1,
    })
  })

  test('a declined card returns 402, and no tokens are added', async () => {
    await addTestCard(server, person, BAD_CARD)
    expect((await buy()).error()).toMatchObject({
      status: 402,
      details: [{ rule: 'card_declined' }],
    })
    expect(await balance()).toBe(0)
    expect((await server.call(listPurchases, { query: {} }, person)).ok().purchases).toMatchObject([
      { status: 'failed', failure: 'The card was declined.' },
    ])
  })

  test('requests with the same Idempotency-Key are charged once, even from another session', async () => {
    await addTestCard(server, person)
    const by = { ...person, headers: { 'idempotency-key': 'once' } }
    const answers = [await buy('tokens-2m', by), await buy('tokens-2m', by)]
    expect(answers[0]?.ok()).toEqual(answers[1]?.ok())
    expect(await balance()).toBe(2_000_000)
    expect((await buy('tokens-10m', by)).status).toBe(422)
    // Another session of the same person retries. The stored response is not for this session, but the charge is found.
    const token = await server.app.db.write(
      (write) => server.app.sessions.open(write, person.id, { ip: '127.0.0.1', agent: 'test' }),
      'serializable',
    )
    expect((await buy('tokens-2m', { ...by, token })).status).toBe(200)
    expect(await balance()).toBe(2_000_000)
  })
})

describe('auto-reload', () => {
  const set = (settings: object, rev?: number) =>
    server.send(updateAutoReload, { body: { settings, ...(rev && { rev }) } }, person)

  test('returns 402 without a card, and 400 for invalid settings', async () => {
    expect((await set({ enabled: true })).error()).toMatchObject({ status: 402 })
    await addTestCard(server, person)
    expect((await set({ threshold: -1 })).status).toBe(400)
    expect((await set({ monthly_limit: 2499 })).error()).toMatchObject({
      status: 400,
      details: [{ path: 'settings.monthly_limit', rule: 'min' }],
    })
  })

  test('is changed field by field, and a stale change returns 412', async () => {
    await addTestCard(server, person)
    const before = (await server.call(getAutoReload, {}, person)).ok().settings
    expect(before).toMatchObject({ enabled: false, package_id: 'tokens-2m' })
    expect((await set({ enabled: true, monthly_limit: 5000 }, before.rev)).ok()).toMatchObject({
      settings: { enabled: true, threshold: 500_000, monthly_limit: 5000 },
    })
    expect((await set({ enabled: false }, before.rev)).status).toBe(412)
  })
})
