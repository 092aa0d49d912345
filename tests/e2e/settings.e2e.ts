import { addProjectWithBucket, listProjects } from '@typecase/contract/projects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { picture } from './fixtures/pictures.ts'
import { expect, test } from './fixtures/test.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

async function runCommand(page: Page, query: string, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(query)
  await page.getByRole('option', { name: title }).first().press('Enter')
}

for (const width of [1440, 390]) {
  test.describe(`the settings at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('open from the palette, and keys move between their sections', async ({
      ownerPage: page,
      owner,
    }) => {
      await page.goto(`/${owner.bucket.slug}/trash`)
      await expect(page.getByText('The trash is empty')).toBeVisible()
      await runCommand(page, 'keys settings', 'Open keys settings')
      await expect(page).toHaveURL(`/${owner.bucket.slug}/settings/keys`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
      await expect(page.getByRole('region', { name: 'Keys' })).toBeVisible()
      const sections = page.getByRole('navigation', { name: 'Settings' })
      await expect(sections.getByRole('link', { name: 'Keys' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      expect(await violations(page)).toEqual([])

      await page.keyboard.press('j')
      await expect(sections.getByRole('link', { name: 'Keys' })).toBeFocused()
      const names = await sections.getByRole('link').allTextContents()
      for (let at = names.indexOf('Keys'); at > 0; at -= 1) await page.keyboard.press('k')
      await expect(sections.getByRole('link', { name: 'General' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('form', { name: 'General' })).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.goto(`/${owner.bucket.slug}/settings/nothing`)
      await expect(page.getByText('There is no such section')).toBeVisible()

      await page.goto('/account')
      await expect(page.getByRole('form', { name: 'Profile' })).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/account/sign-in')
      await expect(page.getByRole('form', { name: 'Password' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

test('title and slug of a bucket are changed by keyboard, and undone', async ({
  ownerPage: page,
  owner,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/objects`)
  await expect(
    page.getByRole('grid', { name: 'Objects' }).or(page.getByText(/^No /)).first(),
  ).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const form = page.getByRole('form', { name: 'General' })
  await form.getByRole('textbox', { name: 'Slug' }).fill('Not A Slug')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(form.getByRole('textbox', { name: 'Slug' })).toHaveAccessibleDescription(
    /lower-case letters, digits and hyphens only/,
  )
  await form.getByRole('textbox', { name: 'Slug' }).fill(`${slug}-2`)
  await form.getByRole('textbox', { name: 'Title' }).fill('Archive renamed')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText(`The slug is ${slug}-2 now`)
  await expect(page).toHaveURL(`/${slug}-2/settings`)
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Archive renamed')

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page).toHaveURL(`/${slug}/settings`)
  await expect(form.getByRole('textbox', { name: 'Slug' })).toHaveValue(slug)
})

test('the thumbnail of a bucket is uploaded and removed, and deleting a bucket asks for its title', async ({
  ownerPage: page,
  owner,
}) => {
  const { slug, title } = owner.bucket
  await page.goto(`/${slug}/settings`)
  const button = page.getByRole('button', { name: 'Upload thumbnail' })
  await button.focus()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles([picture('cover.png', [40, 90, 160])])
  const thumbnail = page.getByRole('img', { name: `Thumbnail of ${title}` })
  await expect(thumbnail).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(thumbnail).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Slug' }).fill(`${slug}-new`)
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveAccessibleDescription(
    /stops working at once: sites and scripts/,
  )
  await page.getByRole('button', { name: 'Delete bucket…' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: `Delete bucket “${title}”?` })
  await expect(question).toContainText('cannot be undone')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Bucket deleted.')
  await expect(page).toHaveURL('/projects')
})

test('a project is renamed, described, reordered and deleted in its settings', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const body = { project_title: 'Second', bucket_title: 'Second', template: 'empty' as const }
  await call(server.url, addProjectWithBucket, { body }, owner.token)
  await page.goto(`/projects/${owner.project.id}`)
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter')
  const form = page.getByRole('form', { name: 'Project' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Museum')
  await form.getByRole('textbox', { name: 'Description' }).fill('All that hangs.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(notifications(page)).toContainText('Description saved')
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Museum')
  expect(await violations(page)).toEqual([])
  const order = async () =>
    (await call(server.url, listProjects, {}, owner.token)).projects.map(({ title }) => title)
  const before = await order()
  const [toFirst] = before[0] === 'Museum' ? ['Move down'] : ['Move up']
  await page.getByRole('button', { name: toFirst }).press('Enter')
  await expect.poll(order).toEqual(before.toReversed())

  await page.getByRole('button', { name: 'Delete project…' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete project “Museum”?' })
  await expect(question).toContainText('cannot be undone')
  await page.keyboard.type('Museum')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect.poll(order).toEqual(['Second'])
})
