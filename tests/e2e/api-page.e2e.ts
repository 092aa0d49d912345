import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { listObjects } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { answer } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

const ROOT = join(import.meta.dirname, '../..')

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const entry = (page: Page, name: string) => page.getByRole('button', { name, expanded: false })

async function published(server: RunningServer, { bucket, token }: Owner): Promise<number> {
  const query = { slug: bucket.slug, query: '{"status":"published"}', limit: 1 }
  return (await call(server.url, listObjects, { query }, token)).total
}

/** Runs a line in a shell, as if it was pasted. */
function paste(
  line: string,
  env: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const child = spawn('sh', ['-c', line], { cwd: ROOT, env: { ...process.env, ...env } })
  let out = ''
  child.stdout.on('data', (data) => (out += String(data)))
  child.stderr.on('data', (data) => (out += String(data)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })))
}

test('the command line of a command does the same in a terminal as in the dashboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One', 'Two'])
  await page.goto(`/${owner.bucket.slug}/settings/api`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  await page.getByRole('textbox', { name: 'Find a command' }).fill('publish')
  await entry(page, 'Publish objects publish').focus()
  await page.keyboard.press('ArrowDown')
  await expect(entry(page, 'Publish in all locales objects publish-all-locales')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/command=objects.publish/)
  const line = page.getByRole('region', { name: 'Terminal, Publish' })
  await expect(line).toHaveText(`npx typecase objects publish --bucket ${owner.bucket.slug} --all`)
  await expect(
    page.getByRole('region', { name: 'POST /v3/admin/objects/publishByIds, Publish' }),
  ).toContainText('"query": {}')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Copy: Terminal, Publish' }).press('Enter')
  await expect(notifications(page)).toContainText('Terminal copied.')
  const env = { PUBLIC_URL: server.url, TYPECASE_TOKEN: owner.token }
  const done = await paste(await copied(page), env)
  expect(done.out).toContain('Published 1 object. 1 object was already published.')
  expect(done.code).toBe(0)
  expect(await published(server, owner)).toBe(2)

  const undo = /^Undo: (.+)$/m.exec(done.out)?.[1] ?? ''
  expect((await paste(undo, env)).out).toContain('restored 1')
  expect(await published(server, owner)).toBe(1)

  await page.getByRole('button', { name: 'Copy: curl, Publish' }).press('Enter')
  await expect(notifications(page)).toContainText('curl copied.')
  expect(await copied(page)).toContain(`${server.url}/v3/admin/objects/publishByIds`)

  await page.getByRole('button', { name: 'Run: Publish' }).press('Enter')
  await expect(notifications(page)).toContainText('Published 1 object.')
  expect(await published(server, owner)).toBe(2)
})

test('a command that is opened early waits for the validation library', async ({
  ownerPage: page,
  owner,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/arktype-[^/]*\.js$/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(`/${owner.bucket.slug}/settings/api`)
  await page.getByRole('textbox', { name: 'Find a command' }).fill('publish')
  await entry(page, 'Publish objects publish').press('Enter')
  await expect(page).toHaveURL(/command=objects.publish/)
  await expect(page.getByRole('status', { name: 'Loading Publish' })).toBeVisible()
  arrived.resolve()
  await expect(page.getByRole('region', { name: 'Terminal, Publish' })).toBeVisible()
})

test('the palette fills in the arguments, and the page keeps the open command', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['One'])
  await page.goto(`/${owner.bucket.slug}/settings/api?command=objects.replace`)
  const line = page.getByRole('region', { name: 'Terminal, Find and replace' })
  await expect(line).toContainText('--find <text> --replace <text>')
  await page.getByRole('button', { name: 'Fill in: Find and replace' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await answer(page, 'Text to find', "it's")
  await answer(page, /New text/, 'it is')
  await expect(dialog.getByRole('option').first()).toContainText('All text fields')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option').first()).toContainText('Default')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(line).toContainText(String.raw`--all --find 'it'\''s' --replace 'it is'`)
  expect(await violations(page)).toEqual([])

  await page.getByRole('textbox', { name: 'Find a command' }).fill('nothing like it')
  await expect(page.getByText('No command found')).toBeVisible()
})

test('the palette copies a command with the open object as its argument', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [one] = await addObjects(server, owner, ['One', 'Two'])
  await page.goto(`/${owner.bucket.slug}/objects/${one?.id}`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('One')
  await copyAs(page, 'copy terminal', 'Copy as terminal command', 'unpublish in all')
  await expect(notifications(page)).toContainText('Copied “Unpublish in all locales”.')
  expect(await copied(page)).toBe(
    `npx typecase objects unpublish-all-locales --bucket ${owner.bucket.slug} --ids ${one?.id} --all-versions`,
  )
  await copyAs(page, 'copy http', 'Copy as HTTP request', 'unpublish in all')
  await expect.poll(() => copied(page)).toContain('curl http')
  expect(await copied(page)).toContain(
    `--json '{"slug":"${owner.bucket.slug}","object_ids":["${one?.id}"],"all_versions":true}'`,
  )
})

async function copyAs(page: Page, words: string, title: string, command: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(words)
  await expect(dialog.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
  const input = dialog.getByPlaceholder('Which command?')
  await expect(input).toBeFocused()
  await page.keyboard.type(command)
  await expect(dialog.getByRole('option')).toHaveText([new RegExp(command, 'i')])
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
