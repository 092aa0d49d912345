import { archiveProject } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { expect, signUpOwner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

for (const width of [1440, 390]) {
  test.describe(`the projects page at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('lists an archived project, which can be unarchived', async ({
      ownerPage: page,
      owner,
      server,
    }) => {
      const body = { project_id: owner.project.id }
      await call(server.url, archiveProject, { body }, owner.token)
      await page.goto('/projects')
      await expect(page.getByText('No projects yet')).toBeVisible()
      await page.getByRole('button', { name: /^Archived/ }).press('Enter')
      const archived = page.getByRole('list', { name: 'Archived projects' })
      await expect(archived.getByRole('link', { name: 'Collection' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await archived.getByRole('link', { name: 'Collection' }).press('Enter')
      await page.getByRole('button', { name: 'Unarchive' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Unarchived')
      await expect(page.getByRole('button', { name: 'Unarchive' })).toHaveCount(0)
    })
  })
}

test('keys open a bucket from its project, and the palette shows only keys that work there', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/projects/${owner.project.id}`)
  const buckets = page.getByRole('list', { name: 'Buckets' })
  const bucket = buckets.getByRole('link', { name: owner.bucket.title })
  await expect(bucket).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  const input = page.getByRole('combobox', { name: 'Search or run a command' })
  await input.fill('>new')
  await expect(page.getByRole('option', { name: 'New bucket…' })).toContainText(/N$/)
  await expect(page.getByRole('option', { name: 'New project…' })).not.toContainText(/N$/)
  await page.keyboard.press('Escape')

  await page.keyboard.press('j')
  await expect(bucket).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${owner.bucket.slug}/objects`)
})

test('another tenant’s project says that it cannot be seen, and offers no retry', async ({
  ownerPage: page,
  server,
}) => {
  const other = await signUpOwner(server, 'other-project')
  await page.goto(`/projects/${other.project.id}`)
  await expect(page.getByRole('heading', { name: 'You cannot see this project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('a login address with an e-mail starts with the focus in the password', async ({
  page,
  owner,
}) => {
  await page.goto(`/login?email=${encodeURIComponent(owner.email)}`)
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  // The page opens the only bucket.
  await expect(page).toHaveURL(`/${owner.bucket.slug}/objects`)
})
