import type { Page } from '@playwright/test'
import { updateBucket } from '@typecase/contract/buckets'
import { updateProject } from '@typecase/contract/projects'

import { call } from './fixtures/api.ts'
import { choose, pick } from './fixtures/palette.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const rows = (page: Page, group: string) =>
  sidebar(page).getByRole('list', { name: group }).getByRole('link')

/** Whether the document is taller than the window, which it must never be. */
const isScrolled = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)

test.describe('the sidebar at 1280 × 720', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('has ten icons in three groups and the rest in a menu, by keyboard', async ({
    ownerPage: page,
    owner,
  }) => {
    await page.goto(`/${owner.bucket.slug}/objects`)
    await expect(rows(page, 'Content')).toHaveCount(4)
    await expect(rows(page, 'Planning')).toHaveCount(2)
    await expect(rows(page, 'Site')).toHaveCount(2)
    await expect(sidebar(page).locator('svg')).toHaveCount(10)
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1024, height: 600 },
    ]) {
      await page.setViewportSize(size)
      for (const name of ['More', 'Expand sidebar']) {
        await expect(sidebar(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      }
      expect(await isScrolled(page)).toBe(false)
    }

    const more = sidebar(page).getByRole('button', { name: 'More' })
    const menu = page.getByRole('menu', { name: 'More' })
    await more.press('Enter')
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    expect(await violations(page)).toEqual([])
    const [right, left] = [await more.boundingBox(), await menu.boundingBox()]
    expect(left?.x).toBeGreaterThan((right?.x ?? 0) + (right?.width ?? 0) - 1)
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('tra')
    await expect(menu.getByRole('menuitem', { name: 'Trash' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
    await more.press('Enter')
    await expect(menu.getByRole('menuitem', { name: 'Trash' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test('pins, moves and unpins a row by commands with undo, and stays so after a reload', async ({
    ownerPage: page,
    owner,
  }) => {
    await page.goto(`/${owner.bucket.slug}/objects`)
    const planning = rows(page, 'Planning')
    await expect(planning).toHaveCount(2)
    const names = () => planning.evaluateAll((all) => all.map((row) => row.ariaLabel))

    await choose(page, 'pin to sidebar', 'Pin to sidebar…')
    await pick(page, 'Which page?', 'releases', 'Releases')
    await expect.poll(names).toEqual(['Comments', 'Schedule', 'Releases'])
    await choose(page, 'move up in sidebar', 'Move up in sidebar…')
    await pick(page, 'Which page?', 'releases', 'Releases')
    await expect.poll(names).toEqual(['Comments', 'Releases', 'Schedule'])
    await choose(page, 'unpin from sidebar', 'Unpin from sidebar…')
    await pick(page, 'Which page?', 'comments', 'Comments')
    await expect.poll(names).toEqual(['Releases', 'Schedule'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(names).toEqual(['Comments', 'Releases', 'Schedule'])
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(names).toEqual(['Releases', 'Schedule'])

    await page.reload()
    await expect.poll(names).toEqual(['Releases', 'Schedule'])
    await choose(page, 'reset sidebar', 'Reset sidebar')
    await expect.poll(names).toEqual(['Comments', 'Schedule'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(names).toEqual(['Releases', 'Schedule'])
  })

  test('moves and unpins an icon from its context menu, and keeps the focus', async ({
    ownerPage: page,
    owner,
  }) => {
    await page.goto(`/${owner.bucket.slug}/objects`)
    const media = rows(page, 'Content').and(page.getByRole('link', { name: 'Media' }))
    const third = rows(page, 'Content').nth(2)
    await expect(third).toHaveAccessibleName('Media')
    await media.focus()
    await media.click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Media' })
    await expect(menu.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(media).toBeFocused()
    await media.click({ button: 'right' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(rows(page, 'Content').nth(3)).toHaveAccessibleName('Media')
    await expect(media).toBeFocused()
    await media.click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Unpin from sidebar' }).press('Enter')
    await expect(media).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })
})

test('names appear immediately on hover, and follow the pointer from icon to icon', async ({
  ownerPage: page,
  owner,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  const tip = page.getByRole('tooltip')
  // The pointer enters from the page.
  await page.mouse.move(600, 400)
  await rows(page, 'Content').nth(1).hover()
  await expect(tip).toContainText('Objects')
  // In the gap between two icons, the name stays visible.
  const box = await rows(page, 'Content').nth(1).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) + 2)
  await expect(tip).toContainText('Objects')
  await rows(page, 'Content').nth(2).hover()
  await expect(tip).toHaveCount(1)
  await expect(tip).toContainText('Media')
})

test.describe('the path', () => {
  test('shows the name of a project and bucket once when they have the same one', async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    const body = { slug: owner.bucket.slug, data: { title: 'Magazine' } }
    await call(server.url, updateBucket, { body }, owner.token)
    const project = { project_id: owner.project.id, data: { title: 'Magazine' } }
    await call(server.url, updateProject, { body: project }, owner.token)
    await page.goto(`/${owner.bucket.slug}/objects`)
    const path = page.getByRole('navigation', { name: 'Path' })
    await expect(path).toHaveText('MagazineObjects')
    await path.getByRole('button', { name: 'Magazine' }).press('Enter')
    const menu = page.getByRole('menu', { name: 'Magazine' })
    await expect(menu.getByRole('menuitem', { name: 'All projects' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('shortens other names before that of the page, and moves them into a menu on a narrow screen', async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    const name = 'The Society for the Study of Lighthouses and Lenses'
    const project = { project_id: owner.project.id, data: { title: name } }
    await call(server.url, updateProject, { body: project }, owner.token)
    const body = { slug: owner.bucket.slug, data: { title: 'Proceedings of the Society' } }
    await call(server.url, updateBucket, { body }, owner.token)
    await page.setViewportSize({ width: 1024, height: 600 })
    await page.goto(`/${owner.bucket.slug}/object-types`)
    const path = page.getByRole('navigation', { name: 'Path' })
    const title = path.getByText('Object types')
    const isWhole = () => title.evaluate((node) => node.scrollWidth <= node.clientWidth)
    const step = path.getByRole('button', { name })
    await expect(step).toBeVisible()
    expect(await isWhole()).toBe(true)
    await page.mouse.move(600, 400)
    await step.hover()
    await expect(page.getByRole('tooltip')).toHaveText(name)

    await page.setViewportSize({ width: 320, height: 700 })
    await expect(step).toHaveCount(0)
    expect(await isWhole()).toBe(true)
    await path.getByRole('button', { name: 'Project and bucket' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Project and bucket' })
    await expect(menu.getByRole('button', { name })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(path.getByRole('button', { name: 'Project and bucket' })).toBeFocused()
  })

  test('has no empty menu beside a shortened name of a page', async ({ ownerPage: page }) => {
    // Next to the expanded sidebar, the name has 64 px of the 76 that it needs.
    await page.setViewportSize({ width: 720, height: 600 })
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Expand sidebar' }).press('Enter')
    await choose(page, 'new project', 'New project')
    await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/account/deactivate')
    const path = page.getByRole('navigation', { name: 'Path' })
    await expect(path.getByText('Deactivate your account')).toBeVisible()
    await expect(path.getByRole('button')).toHaveCount(0)
  })
})
