import { addPlan, getPlan, updatePlan } from '@typecase/contract/assistant-plans'
import { listAssistants } from '@typecase/contract/assistants'
import { getBucket } from '@typecase/contract/buckets'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { logIn } from './fixtures/log-in.ts'
import { startOAuthClient } from './fixtures/oauth-client.ts'
import { choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

test('an assistant asks for access, gets it for one bucket and is revoked, by keyboard', async ({
  page,
  owner,
  server,
}) => {
  const client = await startOAuthClient(server, 'Claude')
  const { slug } = owner.bucket
  const listed = async () =>
    (await call(server.url, listAssistants, { query: { slug } }, owner.token)).assistants

  await test.step('the page asks for a login first, and refuses to be framed', async () => {
    const response = await page.goto(client.page)
    expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await logIn(page, owner)
    await expect(page.getByRole('heading', { name: 'Connect “Claude”?' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('127.0.0.1')
    await expect(page.getByRole('main')).toContainText('not verified')
    expect(await violations(page)).toEqual([])
  })

  await test.step('the person chooses a scope and a bucket', async () => {
    const scope = page.getByRole('button', { name: /Scope/ })
    await expect(scope).toContainText('Draft')
    await scope.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: /Buckets/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const bucket = page.getByRole('checkbox', { name: owner.bucket.title })
    await expect(bucket).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await expect(page.getByText('Choose at least one bucket')).toBeVisible()
    await bucket.press(' ')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  })

  await test.step('the assistant gets a token that the API refuses', async () => {
    const answer = await client.answer
    expect(answer.get('state')).toBe(client.state)
    expect(answer.get('iss')).toBeTruthy()
    const tokens = await client.redeem(answer.get('code') ?? '')
    expect(tokens).toMatchObject({ scope: 'draft', token_type: 'Bearer' })
    const token = tokens['access_token'] ?? ''
    await expect(call(server.url, getBucket, { query: { slug } }, token)).rejects.toThrow('/mcp')
    expect(await listed()).toMatchObject([{ client: { name: 'Claude' }, buckets: 1 }])
  })

  await test.step('the settings list the assistant, and one key revokes it', async () => {
    await page.goto(`/${slug}/settings/assistants`)
    const list = page.getByRole('list', { name: 'Connected assistants' })
    await expect(list).toContainText('Ada Byron')
    await expect(list).toContainText('1 bucket')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('j')
    await expect(list.getByRole('button', { name: 'Claude' })).toBeFocused()
    await page.keyboard.press('r')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Revoke Claude of Ada Byron?')
    await question.getByRole('button', { name: 'Revoke' }).press('Enter')
    await expect(notifications(page)).toContainText('Claude is disconnected.')
    await expect(page.getByText('No assistants yet')).toBeVisible()
    expect(await listed()).toEqual([])
  })
  client.close()
})

test('a person denies access, and an unregistered assistant cannot ask for it', async ({
  ownerPage: page,
  server,
}) => {
  const client = await startOAuthClient(server, 'Cursor')
  await page.goto(client.page)
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  expect((await client.answer).get('error')).toBe('access_denied')
  await page.goto(client.page.replace(/client_id=\w+/, 'client_id=unknown'))
  await expect(page.getByText('The request of the assistant could not be loaded')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  client.close()
})

test('a command limits assistants in a bucket to drafts, and is undone', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/settings/assistants`)
  await expect(page.getByRole('button', { name: /Assistants may do/ })).toContainText('All that')
  await choose(page, 'set assistants', 'Set assistants for this bucket…')
  await pick(page, /Choose|Assistants/, 'drafts', 'Drafts only')
  await expect(notifications(page)).toContainText('Assistants write drafts only in this bucket.')
  await expect(page.getByRole('button', { name: /Assistants may do/ })).toContainText('Drafts')
  await notifications(page).getByRole('button', { name: /Undo/ }).press('Enter')
  await expect(page.getByRole('button', { name: /Assistants may do/ })).toContainText('All that')
})

test('a waiting plan is reviewed, declined and undone by its person', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const send = { url: server.url, token: owner.token }
  await call(send.url, addObjectType, { body: { slug, data: { title: 'Notes' } } }, send.token)
  const draft = { slug, data: { type: 'notes', title: 'Fog' } }
  const { object } = await call(send.url, addObject, { body: draft }, send.token)
  const wait = async (title: string) => {
    const args = { scope: { kind: 'ids', ids: [object.id] } }
    const data = { command: 'objects.publish', args, title, summary: {} }
    const { plan } = await call(send.url, addPlan, { body: { slug, data } }, send.token)
    const body = { slug, plan_id: plan.id, state: 'waiting' as const }
    await call(send.url, updatePlan, { body }, send.token)
    return plan.id
  }
  const stateOf = async (plan_id: string) =>
    (await call(send.url, getPlan, { query: { slug, plan_id } }, send.token)).plan.state
  const first = await wait('Publish “Fog”')
  const second = await wait('Publish “Fog” again')

  await page.goto(`/${slug}/settings/assistants`)
  const waiting = page.getByRole('list', { name: 'Plans that wait for you' })
  const others = page.getByRole('list', { name: 'Plans of assistants' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])

  await test.step('a command declines the plan', async () => {
    await waiting.getByRole('button', { name: 'Publish “Fog” again' }).focus()
    await choose(page, 'decline plan', 'Decline plan of an assistant…')
    await expect(notifications(page)).toContainText('Declined: Publish “Fog” again.')
    await expect(others).toContainText('Declined')
    expect(await stateOf(second)).toBe('declined')
  })

  await test.step('reviewing the plan runs its command', async () => {
    await waiting.getByRole('button', { name: 'Publish “Fog”', exact: true }).press('Enter')
    await expect(notifications(page)).toContainText('Published 1 object.')
    await expect(waiting).toHaveCount(0)
    expect(await stateOf(first)).toBe('done')
  })

  await test.step('a command undoes the plan', async () => {
    await others.getByRole('button', { name: 'Publish “Fog”', exact: true }).focus()
    await choose(page, 'undo plan', 'Undo plan of an assistant…')
    await expect(others).toContainText('Undone')
    expect(await stateOf(first)).toBe('undone')
  })
})
