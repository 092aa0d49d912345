import { readFile } from 'node:fs/promises'

import { updateBucket } from '@typecase/contract/buckets'
import { updateProject } from '@typecase/contract/projects'
import { addWorkspace } from '@typecase/contract/workspaces'

import { call } from './fixtures/api.ts'
import { choose } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { signUpPerson } from './fixtures/people.ts'
import { expect, signInOnPage, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

for (const width of [1440, 390]) {
  test.describe(`the audit log at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('lets an admin read, filter and export the log of a project', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      const { id: project_id } = owner.project
      const keys = { slug: owner.bucket.slug, data: { reset_api_access_keys: true } }
      await call(server.url, updateBucket, { body: keys }, owner.token)
      const title = { project_id, data: { title: 'Museum' } }
      await call(server.url, updateProject, { body: title }, owner.token)
      await page.goto(`/projects/${project_id}`)
      await expect(page.getByRole('heading', { name: 'Museum' })).toBeVisible()
      await choose(page, 'open audit log', 'Open audit log')
      const list = page.getByRole('list', { name: 'Audit log' })
      await expect(list.getByRole('listitem')).toHaveCount(4)
      await expect(list.getByRole('listitem').first()).toContainText(
        'Ada Byron changed a project · Museum',
      )
      expect(await violations(page)).toEqual([])

      await page.getByRole('button', { name: /Where/ }).press('Enter')
      await page.keyboard.type('Archive')
      await page.keyboard.press('Enter')
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await expect(list).toContainText('changed the keys of a bucket')
      await page.getByRole('button', { name: /Where/ }).press('Enter')
      await page.keyboard.type('Whole')
      await page.keyboard.press('Enter')
      await expect(list.getByRole('listitem')).toHaveCount(4)

      await page.getByRole('button', { name: /What/ }).press('Enter')
      await page.keyboard.type('Buckets')
      await page.keyboard.press('Enter')
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await expect(list).toContainText('changed the keys of a bucket')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).press('Enter')
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
      const text = await readFile(await file.path(), 'utf8')
      expect(text.trim().split('\r\n')).toHaveLength(3)
      expect(text).toContain('bucket.keys')
      await expect(notifications(page)).toContainText('Exported 2 entries')

      await page.getByRole('button', { name: /What/ }).press('Enter')
      await page.keyboard.type('Invitations')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Remove a filter.')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

test('the audit logs of a workspace and of one’s own account are shown', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const body = { title: 'Harbour' }
  const { workspace } = await call(server.url, addWorkspace, { body }, owner.token)
  await page.goto(`/workspaces/${workspace.id}/audit-log`)
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('created a workspace')
  await page.goto('/account/activity')
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('logged in')
  expect(await violations(page)).toEqual([])
})

test('a stranger may not read the audit log, and a failed list is loaded again with Retry', async ({
  page,
  owner,
  server,
}) => {
  const stranger = await signUpPerson(server, `stranger-${Date.now()}`)
  await signInOnPage(page, server.url, stranger.token)
  await page.goto(`/projects/${owner.project.id}/settings/audit-log`)
  await expect(page.getByText('You cannot read this audit log')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.route('**/audit/list*', (route) => route.abort())
  await page.goto('/account/activity')
  await expect(page.getByText('The audit log could not be loaded')).toBeVisible()
  await page.unroute('**/audit/list*')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Audit log' })).toBeVisible()
})
