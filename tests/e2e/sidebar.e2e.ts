import type { Page } from '@playwright/test'
import { addBucket } from '@typecase/contract/projects'
import { addObjectTypeFolder } from '@typecase/contract/object-type-folders'

import { call } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const BUCKET = '**/v3/admin/buckets/get*'

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Object types' })
const row = (page: Page, name: string) => tree(page).getByRole('row', { name, exact: true })

/** Presses Tab until the tree has the focus, as a person does. */
async function tabToTree(page: Page): Promise<void> {
  const isThere = () => tree(page).evaluate((node) => node.contains(document.activeElement))
  for (let press = 0; press < 30 && !(await isThere()); press += 1) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

test.beforeEach(async ({ server, owner }) => {
  const data = { title: 'People', object_type_slugs: ['authors'] }
  const body = { slug: owner.bucket.slug, data }
  await call(server.url, addObjectTypeFolder, { body }, owner.token)
})

test('the tree opens object types by keyboard, and remembers collapsed folders', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/trash`)
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  await expect(tree(page)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(row(page, 'Authors')).toHaveAttribute('aria-level', '2')

  await test.step('arrows, Home, End and letters move between rows', async () => {
    await tabToTree(page)
    await page.keyboard.press('Home')
    await expect(row(page, 'People')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Authors')).toBeFocused()
    await page.keyboard.press('End')
    await expect(tree(page).getByRole('row').last()).toBeFocused()
    // Elsewhere "p" does nothing and "n" creates an object. In the tree, letters move between rows.
    await page.keyboard.type('po')
    await expect(row(page, 'Posts')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.type('n')
    await expect(page).toHaveURL(/\/trash$/)
  })

  await test.step('Enter opens the list of an object type, and its row is marked', async () => {
    await row(page, 'Authors').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Authors', level: 1 })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('query')).toBe('{"type":"authors"}')
    await expect(row(page, 'Authors')).toHaveAttribute('aria-current', 'page')
    await expect(tree(page).locator('[aria-current]')).toHaveCount(1)
  })

  await test.step('a collapsed folder stays collapsed after a reload', async () => {
    await row(page, 'Authors').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, 'People')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(row(page, 'People')).toHaveAttribute('aria-expanded', 'false')
    await expect(row(page, 'Authors')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Authors', level: 1 })).toBeVisible()
    await expect(row(page, 'People')).toHaveAttribute('aria-expanded', 'false')
    await row(page, 'People').focus()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Authors')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('the object type in the builder is marked too', async () => {
    await page.goto(`/${owner.bucket.slug}/object-types/posts`)
    await expect(page.getByRole('button', { name: 'Save object type' })).toBeVisible()
    await expect(row(page, 'Posts')).toHaveAttribute('aria-current', 'true')
  })
})

test('a key saves the object type', async ({ ownerPage: page, owner }) => {
  await page.goto(`/${owner.bucket.slug}/object-types/posts`)
  const save = page.getByRole('button', { name: 'Save object type' })
  await expect(save).toHaveAttribute('aria-keyshortcuts', /\+S$/i)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Essays')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Saved “Essays”.')
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(row(page, 'Essays')).toBeVisible()
})

test('an empty bucket offers the command that creates an object type', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const body = { project_id: owner.project.id, data: { title: 'Bare' } }
  const { bucket } = await call(server.url, addBucket, { body }, owner.token)
  await page.goto(`/${bucket.slug}/trash`)
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+\\')
  const part = page.getByRole('region', { name: 'Object types' })
  await expect(part).toContainText('No object types yet')
  expect(await violations(page)).toEqual([])
  await part.getByRole('button', { name: 'New object type' }).press('Enter')
  await expect(page).toHaveURL(/\/object-types\/new$/)
})

for (const width of [1440, 390]) {
  test.describe(`the tree at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('has no violation, also after a failure to load, and loads with Retry', async ({
      ownerPage: page,
      owner,
    }) => {
      await page.goto(`/${owner.bucket.slug}/objects?query={"type":"posts"}`)
      await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+\\')
      await expect(row(page, 'Posts')).toHaveAttribute('aria-current', 'page')
      expect(await violations(page)).toEqual([])

      await page.route(BUCKET, (route) => route.abort())
      await page.goto(`/${owner.bucket.slug}/trash`)
      await expect(page.getByRole('heading', { name: 'This page could not' })).toBeVisible()
      // A wide screen keeps the sidebar expanded; on a narrow one, the menu is closed after every visit.
      if (width === 390) await page.keyboard.press('ControlOrMeta+\\')
      const part = page.getByRole('region', { name: 'Object types' })
      await expect(part.getByRole('alert')).toContainText('could not be loaded')
      expect(await violations(page)).toEqual([])
      await page.unroute(BUCKET)
      await part.getByRole('button', { name: 'Retry' }).press('Enter')
      await expect(row(page, 'Posts')).toBeVisible()
    })
  })
}

test.describe('the menu at 390 px', () => {
  test.use({ viewport: { width: 390, height: 900 } })

  test('closes when an object type opens its list', async ({ ownerPage: page, owner }) => {
    await page.goto(`/${owner.bucket.slug}/trash`)
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await tabToTree(page)
    await page.keyboard.press('End')
    await row(page, 'Posts').press('Enter')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeVisible()
  })
})
