import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { addObjects } from './fixtures/content.ts'
import { applyPlan } from './fixtures/palette.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import { expect, type Owner, signInOnPage, signUpOwner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/** Answers of the model, in the order of the requests. */
let turns: readonly (readonly [tool: string, input: object])[] = []
let model: ReturnType<typeof createServer>
let pending: ServerResponse | undefined
let requests = 0
let server: RunningServer
let owner: Owner

test.beforeAll(async () => {
  model = createServer((request, reply) => {
    void text(request).then(() => {
      const turn = turns[requests]
      requests += 1
      pending = reply
      // Without a turn, the model never answers.
      if (!turn) return undefined
      const [name, input] = turn
      const call = {
        id: 'c1',
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }
      const message = { role: 'assistant', content: null, tool_calls: [call] }
      return reply.end(JSON.stringify({ choices: [{ message }] }))
    })
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  const { port } = model.address() as AddressInfo
  server = await startServer({
    env: { AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: 'small-model' },
  })
  owner = await signUpOwner(server, 'sentences')
  await addObjects(server, owner, ['Fog', 'Harbour', 'Lamp oil'])
})
test.afterAll(async () => {
  await server.stop()
  model.closeAllConnections()
  model.close()
})
test.beforeEach(async ({ page }) => {
  requests = 0
  await signInOnPage(page, server.url, owner.token)
  await page.goto(`${server.url}/${owner.bucket.slug}/objects`)
  await expect(page.getByText('Fog').first()).toBeVisible()
})

test('a sentence becomes a command with its arguments, which Enter runs', async ({ page }) => {
  turns = [
    ['find_commands', { words: 'new media folder' }],
    ['answer', { answers: [{ command: 'media.new-folder', args: { title: 'Covers' } }] }],
  ]
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('make a folder for our covers')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('option').first()).toContainText('Ask: “make a folder')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const chips = palette.getByRole('list', { name: 'Arguments' })
  await expect(chips).toContainText('New media folder')
  await expect(chips).toContainText('Covers')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await page.goto(`${server.url}/${owner.bucket.slug}/media`)
  await expect(page.getByText('Covers').first()).toBeVisible()
})

test('Tab turns a text into a question, and Escape cancels the request', async ({ page }) => {
  turns = []
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('show all objects in fog')
  const input = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(input).toHaveValue('?show all objects in fog')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => requests).toBe(1)
  const closed = new Promise((resolve) => pending?.once('close', resolve))
  await page.keyboard.press('Escape')
  await closed
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('?show all objects in fog')
})

test('several steps become a plan, and an unclear sentence offers several commands', async ({
  page,
}) => {
  const folder = { command: 'media.new-folder', args: { title: 'Winter' } }
  const release = { command: 'schedule.new-release', args: { title: 'Winter issue' } }
  turns = [['answer', { answers: [{ steps: [folder, release] }] }]]
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('?a folder and a release for winter')
  await page.keyboard.press('Enter')
  const plan = page.getByRole('dialog').getByRole('table', { name: 'Changes' })
  await expect(plan).toContainText('1. New media folder')
  await expect(plan).toContainText('Winter issue')
  expect(await violations(page)).toEqual([])
  await applyPlan(page)
  await expect(page.getByText('Ran 2 steps.')).toBeVisible()

  requests = 0
  turns = [['answer', { answers: [{ command: 'trash.nav.go' }, { command: 'media.nav.go' }] }]]
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('?where are the things')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([/Go to Trash/, /Go to Media/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Arguments' })).toContainText('Go to Media')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/media/)
})

test('a sentence that fits no command says so, and stays for editing', async ({ page }) => {
  turns = [['answer', { answers: [] }]]
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('?order pizza')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('No command fits “order pizza”.')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  expect(await violations(page)).toEqual([])
})
