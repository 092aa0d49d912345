import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { getProject } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { signUpPerson } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, signInOnPage, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const ROOT = join(import.meta.dirname, '../..')

let count = 0

/** Signs up an account and makes it staff while the server runs. */
async function signUpStaff(server: RunningServer) {
  const person = await signUpPerson(server, `staff-${process.pid}-${(count += 1)}`)
  const line = ['dist-server/typecase.js', 'admin', 'make-staff', person.email]
  const { stdout } = await promisify(execFile)(process.execPath, line, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: server.dataDir, PUBLIC_URL: server.url },
  })
  expect(stdout).toContain('is staff now')
  return person
}

for (const width of [1440, 390]) {
  test.describe(`the staff pages at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('show users, projects, jobs, e-mails, storage and the audit log', async ({
      page,
      owner,
      server,
    }) => {
      await signInOnPage(page, server.url, (await signUpStaff(server)).token)
      await page.goto('/admin/')
      const users = page.getByRole('list', { name: 'Users' })
      await expect(users).toContainText('Staff')
      await page.getByRole('textbox', { name: 'Find by name or e-mail' }).fill(owner.email)
      await expect(users.getByRole('listitem')).toHaveCount(1)
      await expect(users).toContainText('1 project')
      expect(await violations(page)).toEqual([])

      const sections: [query: string, title: string, expected: string | RegExp][] = [
        ['all projects', 'Open all projects', 'Collection'],
        ['all jobs', 'Open all jobs', /No jobs yet|started/],
        ['mails waiting', 'Open waiting e-mails', 'No mail server is set'],
        ['storage', 'Open storage of all buckets', /of media/],
        ['whole audit log', 'Open the whole audit log', 'created a project'],
      ]
      for (const [query, title, expected] of sections) {
        await choose(page, query, title)
        await expect(page.getByText(expected).first()).toBeVisible()
        expect(await violations(page)).toEqual([])
      }
    })
  })
}

test('other people cannot see the staff pages', async ({ ownerPage: page }) => {
  await page.goto('/admin/')
  await expect(page.getByText('Only the staff of this installation can see it')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('a support session shows what a user sees, changes nothing, and can be ended', async ({
  page,
  owner,
  server,
}) => {
  const staff = await signUpStaff(server)
  await signInOnPage(page, server.url, staff.token)
  await page.goto('/admin/')
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
  await choose(page, 'act as support', 'See what a user sees')
  await pick(page, /Whose account/, owner.email, owner.email)
  await answer(page, /Why/, 'Asked by e-mail')
  const banner = page.getByText(`You see what ${owner.email} sees`)
  await expect(banner.first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Collection' })).toBeVisible()
  await page.goto(`/projects/${owner.project.id}/settings`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Changed by support')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText('as support, which can only read')
  await expect(banner.first()).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'End support' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/?$/)
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  const query = { project_id: owner.project.id }
  const { project } = await call(server.url, getProject, { query }, owner.token)
  expect(project.title).toBe('Collection')
})
