import { addObject, deleteObjects, updateObject } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects, addObjectWithEveryField } from './fixtures/content.ts'
import { choose } from './fixtures/palette.ts'
import { objectRows } from './fixtures/parts.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const peek = (page: Page) => page.getByRole('complementary', { name: /^Peek/ })
const row = (page: Page, text: string) => objectRows(page).filter({ hasText: text })

test('Space peeks at the object of the row, arrows change it and Escape returns to the row', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  await addObjectWithEveryField(server, owner)
  await page.goto(`/${slug}/objects?sort=-created_at`)
  await expect(row(page, 'Rosa canina')).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, 'Rosa canina')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(peek(page)).toHaveAccessibleName('Peek at Rosa canina')
  for (const [term, value] of [
    ['The text', 'Dog rose'],
    ['The html-textarea', 'Hips are edible.'],
    ['The markdown', 'Wild.'],
    ['The object', 'Carl Linnaeus'],
    ['The switch', 'True'],
    ['The date', '1 Jun 2026'],
    ['The repeater', 'Sheet'],
  ] as const) {
    const field = peek(page)
      .locator('dl > div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .first()
    await expect(field).toContainText(value)
  }
  await expect(peek(page).getByText('edible', { exact: true })).toHaveJSProperty(
    'tagName',
    'STRONG',
  )
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Carl Linnaeus')).toBeFocused()
  await expect(peek(page)).toHaveAccessibleName('Peek at Carl Linnaeus')
  await page.keyboard.press('k')
  await expect(peek(page)).toHaveAccessibleName('Peek at Rosa canina')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1')

  await test.step('Escape closes the peek before it clears the selection', async () => {
    await peek(page).getByRole('link', { name: 'Carl Linnaeus' }).first().focus()
    await page.keyboard.press('Escape')
    await expect(peek(page)).toBeHidden()
    await expect(row(page, 'Rosa canina')).toBeFocused()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1')
  })

  await test.step('Space toggles the peek, and Enter opens the editor', async () => {
    await page.keyboard.press('Space')
    await expect(peek(page)).toBeVisible()
    await page.keyboard.press('Space')
    await expect(peek(page)).toBeHidden()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder('Untitled')).toHaveValue('Rosa canina')
  })
})

test('a command peeks at an object, and a change to the object appears in the peek', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const body = { slug, data: { type: 'authors', title: 'Ada Lovelace' } }
  const { object } = await call(server.url, addObject, { body }, owner.token)
  await page.goto(`/${slug}/objects?query=${encodeURIComponent('{"type":"authors"}')}`)
  await expect(row(page, 'Ada Lovelace')).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, 'Ada Lovelace')).toBeFocused()
  await choose(page, 'peek', 'Peek at object')
  await expect(peek(page)).toHaveAccessibleName('Peek at Ada Lovelace')
  await expect(row(page, 'Ada Lovelace')).toBeFocused()
  const data = { title: 'Ada King' }
  await call(server.url, updateObject, { body: { slug, object_id: object.id, data } }, owner.token)
  await expect(peek(page)).toHaveAccessibleName('Peek at Ada King')
  await choose(page, 'close peek', 'Close peek')
  await expect(peek(page)).toBeHidden()
})

test('the trash peeks at a deleted object, which can be restored there', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const objects = await addObjects(server, owner, ['First', 'Second'])
  const body = { slug, object_ids: objects.map(({ id }) => id) }
  await call(server.url, deleteObjects, { body }, owner.token)
  await page.goto(`/${slug}/trash`)
  const rows = page.getByRole('list', { name: 'Deleted objects' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(peek(page)).toHaveAccessibleName('Peek at Second')
  await page.keyboard.press('j')
  await expect(peek(page)).toHaveAccessibleName('Peek at First')
  expect(await violations(page)).toEqual([])
  await peek(page).getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
})

test('the calendar peeks at a scheduled object', async ({ ownerPage: page, owner, server }) => {
  const { slug } = owner.bucket
  const publish_at = Date.now() + 86_400_000
  const data = { type: 'authors', title: 'Grace Hopper', publish_at }
  await call(server.url, addObject, { body: { slug, data } }, owner.token)
  await page.goto(`/${slug}/calendar`)
  const entry = page.getByRole('link', { name: /Publish Grace Hopper/ }).first()
  await expect(entry).toBeVisible()
  await page.keyboard.press('j')
  await expect(entry).toBeFocused()
  await page.keyboard.press('Space')
  await expect(peek(page)).toHaveAccessibleName('Peek at Grace Hopper')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Day' })).toBeVisible()
  await expect(entry).toBeFocused()
})

test('on a phone the peek has the full width, and the row stays in view', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addObjects(
    server,
    owner,
    Array.from({ length: 12 }, (_, n) => `Author ${n + 1}`),
  )
  await page.goto(`/${owner.bucket.slug}/objects?limit=20`)
  await expect(objectRows(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  const last = objectRows(page).last()
  await expect(last).toBeFocused()
  await page.keyboard.press('Space')
  await expect(peek(page)).toBeVisible()
  await expect(last).toBeInViewport()
  await expect.poll(async () => (await peek(page).boundingBox())?.width).toBe(390)
  expect(await violations(page)).toEqual([])
})
