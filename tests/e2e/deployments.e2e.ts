import type { Page } from '@playwright/test'
import { builtDeployment } from '@typecase/server/testing/vercel-server'

import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { choose, confirmTyping, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, journalProject, linkProject, test, tokenOf } from './fixtures/vercel.ts'
import { violations } from './fixtures/violations.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')
const log = (page: Page) => page.getByRole('region', { name: 'Lines of the build log' })

test.afterEach(({ vercel }) => {
  vercel.answer = undefined
})

test('Vercel is connected and disconnected, and a project is linked and unlinked, by keyboard', async ({
  ownerPage: page,
  owner,
  vercel,
}) => {
  vercel.projects[tokenOf(owner)] = [
    journalProject(),
    { id: 'prj_shop', name: 'shop', deployments: [], events: {} },
  ]
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeAttached()
  await page.keyboard.press('g')
  await page.keyboard.press('y')
  await expect(page.getByText('Vercel is not connected')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await choose(page, 'connect vercel', 'Connect Vercel')
  const token = page.getByRole('textbox', { name: 'Vercel token' })
  await expect(token).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/must be a token that Vercel accepts/)).toBeVisible()
  // The typed text stays.
  await expect(token).toHaveValue('wrong')
  expect(await violations(page)).toEqual([])
  await token.fill(tokenOf(owner))
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Vercel is connected.')
  await expect(page.getByRole('button', { name: 'Replace token' })).toBeVisible()

  await choose(page, 'link vercel', 'Link Vercel project')
  await pick(page, 'Which project on Vercel?', 'jour', 'journal')
  const linked = page.getByRole('list', { name: 'Linked projects' })
  await expect(linked.getByRole('link', { name: 'journal' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await linked.getByRole('link', { name: 'journal' }).press('Enter')
  await expect(rows(page)).toHaveCount(4)

  await choose(page, 'unlink vercel', 'Unlink Vercel project')
  await expect(page.getByText('No Vercel project is linked')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows(page)).toHaveCount(4)

  await choose(page, 'disconnect vercel', 'Disconnect Vercel')
  await confirmTyping(page, 'disconnect')
  await expect(page.getByRole('alert')).toContainText('The Vercel token of this bucket was removed')
})

test('deployments are listed, their sites opened and their logs read by keyboard', async ({
  ownerPage: page,
  owner,
  server,
  vercel,
}) => {
  const project = journalProject()
  await linkProject(server.url, owner, vercel, project)
  await page.goto(`/${owner.bucket.slug}/deployments`)
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText('Ready')
  await expect(rows(page).first()).toContainText('Show the tide tables')
  await expect(rows(page).first()).toContainText(/1[2-9] min/)
  await expect(rows(page).nth(3)).toContainText('3 min 5 s')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: /^Show the tide tables/ })).toBeFocused()
  const [site] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('o')])
  await site.close()

  await page.keyboard.press('j')
  const failed = page.getByRole('link', { name: 'Try the new charts, Failed' })
  await expect(failed).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Build log' })
  await expect(log(page)).toBeFocused()
  await expect(log(page)).toContainText("Module not found: Can't resolve 'tide-charts'")
  await expect(log(page)).toContainText('warn  The "images" option')
  await expect(dialog.getByRole('button', { name: 'Open on Vercel' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const [inspector] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('i')])
  await inspector.close()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(failed).toBeFocused()

  // The log opens from anywhere else in the bucket, and by its address.
  await page.goto(`/${owner.bucket.slug}/objects`)
  await choose(page, 'build log', 'Show build log')
  await pick(page, 'Which deployment?', 'charts', 'Try the new charts')
  await expect(log(page)).toContainText('Module not found')
  await page.reload()
  await expect(log(page)).toContainText('Module not found')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(4)
})

test('the list follows a build until it is ready', async ({
  ownerPage: page,
  owner,
  server,
  vercel,
}) => {
  const project = journalProject()
  const running = builtDeployment('dpl_running', Date.now(), {
    readyState: 'BUILDING',
    ready: undefined,
  })
  project.deployments.unshift(running)
  await linkProject(server.url, owner, vercel, project)
  await page.goto(`/${owner.bucket.slug}/deployments`)
  await expect(rows(page).first()).toContainText('Building')
  running['readyState'] = 'READY'
  running['ready'] = Date.now()
  await expect(rows(page).first()).toContainText('Ready', { timeout: 20_000 })
})

test('keys page through older deployments', async ({ ownerPage: page, owner, server, vercel }) => {
  const project = journalProject()
  const now = Date.now()
  project.deployments = Array.from({ length: 60 }, (_one, n) =>
    builtDeployment(`dpl_${n}`, now - n * 60_000),
  )
  await linkProject(server.url, owner, vercel, project)
  await page.goto(`/${owner.bucket.slug}/deployments`)
  await expect(rows(page)).toHaveCount(50)
  await page.keyboard.press(']')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled()
  await page.keyboard.press('[')
  await expect(rows(page)).toHaveCount(50)
})

test('a failure shows the message of Vercel and is loaded again with Retry', async ({
  ownerPage: page,
  owner,
  server,
  vercel,
}) => {
  await linkProject(server.url, owner, vercel, journalProject())
  vercel.answer = (response) =>
    response.writeHead(500).end('{"error":{"message":"The build system is down"}}')
  await page.goto(`/${owner.bucket.slug}/deployments`)
  await expect(page.getByRole('alert')).toContainText('The build system is down')
  expect(await violations(page)).toEqual([])
  vercel.answer = undefined
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(rows(page)).toHaveCount(4)

  // The token was revoked: the error is shown with the remedy.
  delete vercel.projects[tokenOf(owner)]
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Not authorized', { timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('alert')).toContainText('connects Vercel again in its settings')
})

test('an editor sees deployments, and the reason why they cannot change the connection', async ({
  owner,
  server,
  vercel,
  browser,
}) => {
  await linkProject(server.url, owner, vercel, journalProject())
  const grace = await addEditor(server, owner)
  const page = await otherBrowser(browser, server.url, grace.token)
  await page.goto(`/${owner.bucket.slug}/deployments`)
  await expect(rows(page)).toHaveCount(4)
  await page.goto(`/${owner.bucket.slug}/settings/deployments`)
  await expect(page.getByRole('textbox', { name: 'Vercel token' })).toBeDisabled()
  for (const name of ['Replace token', 'Unlink', /^Link Vercel project/]) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/Your role \(editor\) may not/)
  }
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
