import type { Locator } from '@playwright/test'
import { addInvite } from '@typecase/contract/invites'
import { addProjectWithBucket, moveProject } from '@typecase/contract/projects'
import { listWorkspaces } from '@typecase/contract/workspaces'

import { call } from './fixtures/api.ts'
import { choose, confirmTyping, pick } from './fixtures/palette.ts'
import { invitationLink } from './fixtures/invitation-link.ts'
import { notifications } from './fixtures/parts.ts'
import { picture } from './fixtures/pictures.ts'
import { expect, signInOnPage, signUpPerson, test } from './fixtures/test.ts'

test('workspaces are created with a plan, switched and deleted, and projects moved, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // The request includes the plan that led here.
  const added = page.waitForRequest((request) => request.url().endsWith('/workspaces/add'))
  await page.goto('/projects?plan=workspace-pro')
  await expect(page).toHaveURL(/\/workspaces\/new\?plan=workspace-pro$/)
  await expect(page.getByRole('dialog', { name: 'New workspace' })).toContainText('workspace-pro')
  await page.keyboard.type('Tides')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tides')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logo must be a valid URL')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  expect((await added).postDataJSON()).toEqual({ title: 'Tides', plan_id: 'workspace-pro' })
  await expect(page).toHaveURL(/\/projects$/)
  const path = page.getByRole('navigation', { name: 'Path' })
  await expect(path.getByRole('button', { name: 'Tides' })).toBeVisible()
  await expect(page.getByText('No projects yet')).toBeVisible()

  // A new tab begins in the last workspace. A project opens in its own.
  await page.reload()
  await expect(path.getByRole('button', { name: 'Tides' })).toBeVisible()
  await page.goto(`/projects/${owner.project.id}`)
  await expect(path.getByRole('button', { name: 'Default workspace' })).toBeVisible()
  await choose(page, 'move project', /^Move project to another workspace…/)
  await pick(page, 'To which workspace?', 'tides', 'Tides')
  await expect(notifications(page)).toContainText('Moved “Collection”.')
  await expect(path.getByRole('button', { name: 'Tides' })).toBeVisible()

  // The other workspace's list no longer contains it.
  await page.goto('/projects')
  await expect(page.getByRole('grid', { name: 'Projects' })).toContainText('Collection')
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await pick(page, 'Which workspace?', 'default', 'Default workspace')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.goto('/workspaces')
  await expect(page.getByRole('list', { name: 'Workspaces' })).toContainText('1 project')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Projects' })).toContainText('Collection')

  // Deletion is refused while a project is in the workspace; then typing its title confirms it.
  await choose(page, 'delete workspace', /^Delete workspace…/)
  const typeTitle = () => confirmTyping(page, 'Tides')
  await typeTitle()
  await expect(notifications(page)).toContainText('Collection')
  await call(
    server.url,
    moveProject,
    { body: { project_id: owner.project.id, workspace_id: 'default' } },
    owner.token,
  )
  await choose(page, 'delete workspace', /^Delete workspace…/)
  await typeTitle()
  await expect(notifications(page)).toContainText('Deleted “Tides”.')
  await expect(page).toHaveURL(/\/workspaces$/)
  await expect(page.getByText('No workspaces yet')).toBeVisible()
})

test('the logo of a workspace is uploaded in a new one and in its settings; HTML is refused', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const send = async (file: ReturnType<typeof picture>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.keyboard.press('Enter'),
    ])
    await chooser.setFiles([file])
  }
  const isPainted = (image: Locator) =>
    image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0)
  const stored = async () => {
    const { workspaces } = await call(server.url, listWorkspaces, {}, owner.token)
    return workspaces.find(({ title }) => title === 'Etchings')?.logo ?? ''
  }

  await page.goto('/workspaces')
  await choose(page, 'new workspace', /^New workspace…/)
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Etchings')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Upload logo' })).toBeFocused()
  await send(picture('red.png', [200, 30, 30]))
  await expect(dialog.getByRole('textbox', { name: 'Logo' })).toHaveValue(/^http.*\.png$/)
  await expect.poll(() => isPainted(dialog.locator('img'))).toBe(true)
  await dialog.getByRole('button', { name: 'Create workspace' }).press('Enter')
  await expect(notifications(page)).toContainText('Created “Etchings”.')
  const first = await stored()
  expect((await fetch(first)).headers.get('content-type')).toBe('image/png')

  await choose(page, 'workspace settings', 'Open workspace settings')
  const logo = page.getByRole('main').locator('img')
  await expect(logo).toHaveAttribute('src', first)
  await page.getByRole('button', { name: 'Upload logo' }).focus()
  await send(picture('green.png', [30, 160, 30]))
  await expect(notifications(page)).toContainText('Logo changed')
  await expect.poll(stored).not.toBe(first)
  const second = await stored()
  await expect(logo).toHaveAttribute('src', second)

  await choose(page, 'upload workspace logo', 'Upload workspace logo…')
  await expect(page.getByRole('option', { name: 'Choose a file…' })).toBeVisible()
  // Files that the product never shows inline are reported, and nothing changes.
  await send({
    name: 'page.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<!doctype html><h1>Hello</h1>'),
  })
  await expect(notifications(page)).toContainText('Invalid file type: text/html')
  expect(await stored()).toBe(second)
})

test('a picker shows the projects in which the role does not allow the command', async ({
  page,
  owner,
  server,
}) => {
  const grace = await signUpPerson(server, `grace-${Date.now()}`)
  await call(
    server.url,
    addProjectWithBucket,
    { body: { project_title: 'Her own', bucket_title: 'Own', template: 'empty' } },
    grace.token,
  )
  const invite = { resource: 'project', resource_id: owner.project.id, role: 'user' } as const
  await call(server.url, addInvite, { body: { ...invite, email: grace.email } }, owner.token)
  await signInOnPage(page, server.url, grace.token)
  await page.goto(await invitationLink(server, grace.email))
  await page.getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(notifications(page)).toContainText('You accepted the invitation!')

  await choose(page, 'archive project', /^Archive project…/)
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options).toHaveText([/^Her own/, /^Collection/])
  await expect(options.nth(1)).toContainText(
    'Your role in this project (user) may not change settings, move, archive and delete; it needs admin.',
  )
  // Enter asks again, and nothing runs.
  await page.keyboard.type('coll')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByPlaceholder('Which project?')).toBeFocused()

  // The settings are read-only.
  await page.goto(`/projects/${owner.project.id}/settings`)
  const form = page.getByRole('form', { name: 'Project' })
  await expect(form.getByRole('textbox', { name: 'Title' })).not.toBeEditable()
  await expect(form.getByRole('textbox', { name: 'Description' })).not.toBeEditable()
  await expect(
    page.getByText('Your role in this project (user) may not change settings').first(),
  ).toBeVisible()
})
