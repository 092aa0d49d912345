import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import {
  addRepository,
  listRepositories,
  type Repository,
  updateRepository,
} from '@typecase/contract/repositories'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Repositories' })
const branches = (page: Page) => page.getByRole('list', { name: 'Branches' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name })

const read = async (url: string, { bucket: { slug }, token }: Owner) =>
  (await call(url, listRepositories, { query: { slug } }, token)).repositories

async function add(
  url: string,
  { bucket: { slug }, token }: Owner,
  data: { url: string; branches?: { name: string; site_url?: string }[] } = {
    url: 'https://github.com/lamp/site',
  },
): Promise<Repository> {
  const input = { query: { slug }, body: { data } }
  return (await call(url, addRepository, input, token)).repository
}

/** Starts a site on this machine that shows the requested path. */
async function startSite() {
  const server = createServer((request, response) => {
    response.end(`Page ${request.url ?? ''}`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => server.close(),
  }
}

test('a repository is added by its address, gets branches with sites, and is deleted, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await page.goto(`/${owner.bucket.slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByText('No repositories yet')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('n')
  await expect(textbox(page, 'Address')).toBeFocused()
  await page.keyboard.type('http://github.com/lamp/site')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Address must begin with https://')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('git@github.com:lamp/site.git')
  await expect(textbox(page, 'Title')).toHaveAttribute('placeholder', 'lamp/site')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Added “lamp/site”.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lamp/site')
  await expect(dialog(page, 'Add repository')).toBeHidden()
  expect(await read(server.url, owner)).toMatchObject([
    { title: 'lamp/site', url: 'https://github.com/lamp/site', default_branch: 'main' },
  ])

  await page.keyboard.press('n')
  await expect(textbox(page, 'Branch name')).toBeFocused()
  await page.keyboard.type('feature/new header')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Branch name must not have spaces')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('feature/100%')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://next.lamp.test/base')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add branch')).toBeHidden()
  await expect(branches(page)).toContainText('next.lamp.test/base')
  await choose(page, 'add branch', /^Add branch…/)
  await expect(textbox(page, 'Branch name')).toBeFocused()
  await page.keyboard.type('main')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“lamp/site” has a branch main already.')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('fix')
  await page.keyboard.press('Enter')
  await expect(branches(page).getByRole('listitem')).toHaveCount(3)
  expect(await violations(page)).toEqual([])

  // The default branch comes first, and cannot be deleted.
  const rows = branches(page).getByRole('listitem')
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('button', { name: 'main' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(notifications(page)).toContainText('main is the default branch')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2).getByRole('button', { name: 'fix' })).toBeFocused()
  await page.keyboard.press('s')
  await answer(page, 'https://…', 'fix.lamp.test')
  // The dialog asks again, with the typed text and the reason.
  await expect(page.getByRole('dialog')).toContainText('must begin with https://')
  await expect(page.getByRole('dialog').getByPlaceholder('https://…')).toHaveValue('fix.lamp.test')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('https://fix.lamp.test')
  await page.keyboard.press('Enter')
  await expect(rows.nth(2)).toContainText('fix.lamp.test')

  await choose(page, 'delete branch', /^Delete branch…/)
  await expect(rows).toHaveCount(2)
  await expect(notifications(page)).toContainText('Deleted fix of “lamp/site”')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows.nth(2)).toContainText('fix.lamp.test')
  await choose(page, 'delete branch feature', /^Delete branch/)
  await expect(rows).toHaveCount(2)
  expect((await read(server.url, owner))[0]?.branches.map(({ name }) => name)).toEqual([
    'main',
    'fix',
  ])

  await choose(page, 'delete repository', /^Delete repository…/)
  await expect(page.getByText('No repositories yet')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(list(page)).toContainText('2 branches')
  expect(await read(server.url, owner)).toMatchObject([
    { branches: [{ name: 'main' }, { name: 'fix', site_url: 'https://fix.lamp.test' }] },
  ])
})

test('a command previews an object on the site of a branch', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const site = await startSite()
  const type = {
    title: 'Articles',
    singular: 'Article',
    metafields: [],
    preview_link: 'https://lamp.test/articles/[object_slug]?draft=1',
  }
  await call(server.url, addObjectType, { body: { slug, data: type } }, owner.token)
  const data = { type: 'articles', title: 'The door' }
  const { object } = await call(server.url, addObject, { body: { slug, data } }, owner.token)
  await page.goto(`/${slug}/objects/${object.id}`)
  await expect(textbox(page, 'Slug')).toHaveValue('the-door')
  await choose(page, 'preview on', /^Preview on a branch…/)
  await expect(page.getByRole('dialog')).toContainText('No branch has a site yet')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await add(server.url, owner, {
    url: 'https://github.com/lamp/site',
    branches: [{ name: 'next', site_url: `${site.url}/base?key=1` }, { name: 'bare' }],
  })
  await choose(page, 'preview on', /^Preview on a branch…/)
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
  const opened = page.context().waitForEvent('page')
  await pick(page, 'Which branch?', 'next', 'next')
  await expect((await opened).locator('body')).toHaveText(
    'Page /base/articles/the-door?draft=1&key=1',
  )
  site.stop()
})

test('commands open a repository and a branch on its host, and copy the clone address', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const site = await startSite()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const branch = { name: 'feature/a%c', site_url: site.url }
  await add(server.url, owner, { url: 'git@gitlab.com:lamp/web/site.git', branches: [branch] })
  await page.goto(`/${owner.bucket.slug}/media`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media')
  const requests: string[] = []
  page.context().on('request', (request) => requests.push(request.url()))

  await choose(page, 'open branch on', /^Open branch on its host…/)
  await pick(page, 'Which branch?', 'feature', 'feature/a%c')
  await expect
    .poll(() => requests)
    .toContain('https://gitlab.com/lamp/web/site/-/tree/feature/a%25c')
  await page.bringToFront()
  await choose(page, 'open repository', /^Open repository…/)
  await pick(page, 'Which repository?', 'lamp', 'lamp/web/site')
  await expect.poll(() => requests).toContain('https://gitlab.com/lamp/web/site')
  await page.bringToFront()
  await choose(page, 'clone', /^Copy clone address…/)
  await pick(page, 'Which repository?', 'lamp', 'lamp/web/site')
  await expect(notifications(page)).toContainText('Copied https://gitlab.com/lamp/web/site.git')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'https://gitlab.com/lamp/web/site.git',
  )

  // On a row, Enter asks nothing: it opens the branches of a repository, and the site of a branch.
  await choose(page, 'go to repositories', /^Go to repositories/i)
  await expect(list(page)).toContainText('GitLab')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(branches(page)).toContainText('feature/a%c')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect((await opened).locator('body')).toHaveText('Page /')
  site.stop()
})

test('an edit that conflicts with someone else’s keeps the typed text and offers a choice', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const { id } = await add(server.url, owner)
  const theirs = (title: string) =>
    call(
      server.url,
      updateRepository,
      { params: { id }, query: { slug }, body: { data: { title } } },
      owner.token,
    )
  await page.goto(`/${slug}/repositories`)
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(textbox(page, 'Title')).toHaveValue('lamp/site')
  await textbox(page, 'Title').fill('Mine')
  await theirs('Theirs')
  await page.keyboard.press('Enter')
  const alert = dialog(page, 'Edit repository').getByRole('alert')
  await expect(alert).toContainText('Title is “Theirs” now')
  await expect(alert).toBeFocused()
  await expect(textbox(page, 'Title')).toHaveValue('Mine')
  expect(await violations(page)).toEqual([])
  expect(await read(server.url, owner)).toMatchObject([{ title: 'Theirs' }])
  // The same applies after the dialog was closed in between.
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Edit repository')).toBeHidden()
  await page.keyboard.press('e')
  await expect(textbox(page, 'Title')).toHaveValue('Mine')
  await expect(alert).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save repository' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(textbox(page, 'Address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit repository')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine')
  expect(await read(server.url, owner)).toMatchObject([{ title: 'Mine' }])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs')

  // Other tabs receive the change, and an untouched field follows it.
  await theirs('Later')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Later')
})

test('an editor sees repositories, and the reason why they cannot change them', async ({
  browser,
  owner,
  server,
}) => {
  await add(server.url, owner, {
    url: 'https://git.example.org/lamp/site',
    branches: [{ name: 'next', site_url: 'https://next.lamp.test' }],
  })
  const editor = await addEditor(server, owner)
  const page = await otherBrowser(browser, server.url, editor.token)
  await page.goto(`/${owner.bucket.slug}/repositories`)
  await expect(list(page)).toContainText('git.example.org')
  const reason = 'Your role (editor) cannot change repositories.'
  for (const name of ['Add repository…', 'Edit repository…', 'Delete repository…']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(reason)
  }
  await page.keyboard.press('n')
  await expect(notifications(page)).toContainText(reason)
  await expect(dialog(page, 'Add repository')).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const next = branches(page).getByRole('listitem').filter({ hasText: 'next' })
  await expect(next.getByRole('button', { name: 'Open site of branch…' })).toBeEnabled()
  await expect(next.getByRole('button', { name: 'Delete branch…' })).toHaveAccessibleDescription(
    reason,
  )
  await expect(
    next.getByRole('button', { name: 'Open branch on its host…' }),
  ).toHaveAccessibleDescription(/^How git\.example\.org addresses a branch is not known/)
  await page.context().close()
})

test('a list that failed to load is loaded with Retry, and a failed save keeps the typed text', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await add(server.url, owner)
  await page.route(/admin\/repositories/, (route) => route.abort())
  await page.goto(`/${slug}/repositories`)
  await expect(page.getByText('The repositories could not be loaded')).toBeVisible()
  await page.unroute(/admin\/repositories/)
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(list(page)).toContainText('lamp/site')
  await page.goto(`/${slug}/repositories/0123456789abcdef01234567`)
  await page.getByRole('button', { name: 'Show all repositories' }).press('Enter')
  await expect(list(page)).toBeVisible()

  // Without a connection, the typed text stays.
  await page.keyboard.press('n')
  await expect(textbox(page, 'Address')).toBeFocused()
  await page.keyboard.type('https://github.com/lamp/other')
  await page.route(/admin\/repositories/, (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add repository').getByRole('alert')).toBeVisible()
  await expect(textbox(page, 'Address')).toHaveValue('https://github.com/lamp/other')
  await page.unroute(/admin\/repositories/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('lamp/other')
})
