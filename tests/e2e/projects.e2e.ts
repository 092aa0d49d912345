import { archiveProject } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('an archived project is found, and comes back', async ({
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
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('is back')
      await expect(page.getByRole('button', { name: 'Unarchive' })).toHaveCount(0)
    })
  })
}
