import type { Frame } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, getObject, updateObject } from '@typecase/contract/objects'
import axe from 'axe-core'

import { call } from './fixtures/api.ts'
import { connectAssistant, openApp } from './fixtures/app-host.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, type Owner, test } from './fixtures/test.ts'

const HOSTILE = '<img src=x onerror="document.title=1"> & more'
const planOf = (scope: object, value = '!') => ({
  name: 'plan',
  arguments: {
    command: 'objects.set-field',
    args: { scope, field: 'title', op: 'append', value },
  },
})

/** Adds drafts. @returns their ids */
async function addAuthors(server: RunningServer, owner: Owner, count: number): Promise<string[]> {
  const { slug } = owner.bucket
  const type = { slug, data: { title: 'Authors' } }
  await call(server.url, addObjectType, { body: type }, owner.token)
  const ids: string[] = []
  for (let index = 1; index <= count; index += 1) {
    const body = { slug, data: { type: 'authors', title: `Author ${index}` } }
    ids.push((await call(server.url, addObject, { body }, owner.token)).object.id)
  }
  return ids
}

/** Returns the rules that an app breaks. The app's sandbox has an origin that axe in the host cannot reach. */
async function brokenRules(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe.source)
  return frame.evaluate(async () => {
    // The script evaluated above defines this global in the frame.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

const rowsOf = (frame: Frame) => frame.getByRole('list', { name: 'Changes' }).getByRole('listitem')

/** Widths and themes of the screenshots. */
const shots = [
  { name: 'light', width: 760, theme: 'light' },
  { name: 'dark', width: 760, theme: 'dark' },
  { name: 'narrow', width: 390, theme: 'light' },
] as const

for (const { name, width, theme } of shots) {
  test(`a plan shows its rows, ${name}`, async ({ page, owner, server }, info) => {
    await addAuthors(server, owner, 25)
    const client = await connectAssistant(server.url, owner)
    await page.setViewportSize({ width, height: 900 })
    const { frame } = await openApp(page, client, planOf({ query: {} }), theme)
    await expect(frame.getByRole('heading')).toHaveText('Change 25 objects')
    await expect(rowsOf(frame)).toHaveCount(20)
    await expect(frame.getByText('25 objects · Can be undone')).toBeVisible()
    expect(await brokenRules(frame)).toEqual([])
    expect(await overflow(frame)).toBe(0)
    await page.screenshot({ path: info.outputPath(`plan-${name}.png`), fullPage: true })
    await frame.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(rowsOf(frame)).toHaveCount(25)
    await expect(frame.getByRole('checkbox').nth(20)).toBeFocused()
    await client.close()
  })
}

const overflow = (frame: Frame): Promise<number> =>
  frame.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('a person leaves a row out, applies the rest and undoes it by keyboard', async ({
  page,
  owner,
  server,
}) => {
  const [first = '', second = ''] = await addAuthors(server, owner, 2)
  const { slug } = owner.bucket
  const data = { title: HOSTILE }
  await call(server.url, updateObject, { body: { slug, object_id: first, data } }, owner.token)
  const client = await connectAssistant(server.url, owner)
  const { frame, calls, contexts } = await openApp(page, client, planOf({ query: {} }))
  const titleOf = async (object_id: string) =>
    (await call(server.url, getObject, { query: { slug, object_id } }, owner.token)).object.title
  // Texts are not interpreted as markup.
  await expect(frame.getByText(`${HOSTILE}!`)).toBeVisible()
  expect(await frame.locator('img').count()).toBe(0)

  await frame.getByRole('checkbox', { name: HOSTILE }).press('Space')
  await expect(frame.getByText('1 object · 1 left out by you')).toBeVisible()
  const before = await titleOf(second)
  await frame.getByRole('button', { name: 'Apply' }).press('Enter')
  const status = frame.getByRole('status')
  await expect(status).toContainText('Changed')
  await expect(status).toBeFocused()
  await expect(frame.getByText('1 object · 1 left out by you')).toBeVisible()
  expect(await titleOf(first)).toBe(HOSTILE)
  expect(await titleOf(second)).toBe(`${before}!`)
  expect(calls.find(({ name }) => name === 'plan')?.arguments).toMatchObject({
    args: { scope: { query: {}, except: { ids: [first] } } },
  })
  await expect.poll(contexts).toEqual([expect.stringContaining('"state":"done"')])
  expect(await brokenRules(frame)).toEqual([])

  await frame.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => titleOf(second)).toBe(before)
  await client.close()
})

test('a stale plan says so, and cancelling it changes nothing', async ({ page, owner, server }) => {
  const [id = ''] = await addAuthors(server, owner, 1)
  const { slug } = owner.bucket
  const client = await connectAssistant(server.url, owner)
  const { frame } = await openApp(page, client, planOf({ ids: [id] }))
  await expect(rowsOf(frame)).toHaveCount(1)
  const data = { title: 'Another' }
  await call(server.url, updateObject, { body: { slug, object_id: id, data } }, owner.token)
  await frame.getByRole('button', { name: 'Apply' }).click()
  await expect(frame.getByRole('status')).toContainText('Make a new one')
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await expect(frame.getByRole('status')).toHaveText('Nothing was changed.')
  await expect(frame.getByRole('button')).toHaveCount(0)
  await client.close()
})

test('leaving out the last object disables Apply', async ({ page, owner, server }) => {
  const [id = ''] = await addAuthors(server, owner, 1)
  const client = await connectAssistant(server.url, owner)
  const { frame } = await openApp(page, client, planOf({ ids: [id] }))
  await frame.getByRole('checkbox').press('Space')
  await expect(frame.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await expect(frame.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(frame.getByRole('button', { name: 'Apply' })).toBeEnabled()
  await client.close()
})
