import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, listObjects } from '@typecase/contract/objects'
import { addRelease, listReleases } from '@typecase/contract/releases'

import { call } from './fixtures/api.ts'
import { answer, applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

async function articles(url: string, { bucket: { slug }, token }: Owner, titles: string[]) {
  const metafields = [{ key: 'teaser', title: 'Teaser', type: 'text' as const, required: true }]
  const type = { title: 'Articles', slug: 'articles', singular: 'Article', metafields }
  await call(url, addObjectType, { body: { slug, data: type } }, token)
  const ids: string[] = []
  for (const title of titles) {
    const teaser = title === 'Bare' ? {} : { teaser: 'Soon' }
    const data = { title, type: 'articles', status: 'draft' as const, metadata: teaser }
    ids.push((await call(url, addObject, { body: { slug, data } }, token)).object.id)
  }
  return ids
}

/** Returns the statuses of all objects: `A published, B draft`. */
async function statuses(url: string, { bucket: { slug }, token }: Owner): Promise<string> {
  const query = { slug, sort: 'title' }
  const { objects } = await call(url, listObjects, { query }, token)
  return objects.map(({ object }) => `${object.title} ${object.status}`).join(', ')
}

/** Formats a day as the calendar's address does: `2026-11-20`. */
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const dayCell = (page: Page, date: Date) =>
  page.getByRole('gridcell', { name: dayName.format(date), exact: true })

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Objects of the release' }).getByRole('listitem')

test('a release publishes three selected drafts at once, and one undo reverts it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await articles(server.url, owner, ['A', 'B', 'C'])
  const { slug } = owner.bucket

  await test.step('the selection is added to a new release', async () => {
    await page.goto(`/${slug}/objects?sort=title`)
    await expect(objectRows(page)).toHaveCount(3)
    for (const count of [1, 2, 3]) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText(
        `${count} selected`,
      )
    }
    await choose(page, 'add to release', 'Add to release…')
    await pick(page, /Which release/, 'Spring', 'New release “Spring”')
    await expect(notifications(page)).toContainText('Added 3 objects to the new release “Spring”.')
  })

  await test.step('keys open the page of the release', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'Spring' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByText('3 objects will go live.')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('a time in words schedules the release', async () => {
    await page.keyboard.press('m')
    await answer(page, 'monday 9:00', 'yesterday 9:00')
    await expect(notifications(page)).toContainText('is in the past')
    await page.keyboard.press('m')
    await answer(page, 'monday 9:00', 'tomorrow 9:00')
    await expect(notifications(page)).toContainText('“Spring” goes live')
    const { releases } = await call(server.url, listReleases, { query: { slug } }, owner.token)
    expect(releases).toMatchObject([{ title: 'Spring', state: 'scheduled', count: 3 }])
    expect(new Date(releases[0]?.publish_at ?? 0).getHours()).toBe(9)
  })

  await test.step('the release is published immediately after its plan', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Publish “Spring”: 3 objects')
    await applyPlan(page)
    await expect(notifications(page)).toContainText('“Spring” is live: 3 objects.')
    expect(await statuses(server.url, owner)).toBe('A published, B published, C published')
    await expect(rows(page).first()).toContainText('Published')
    await expect(page.getByText('3 objects went live.')).toBeVisible()
  })

  await test.step('one undo returns all objects to drafts', async () => {
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => statuses(server.url, owner)).toBe('A draft, B draft, C draft')
    await expect(page.getByText('3 objects will go live.')).toBeVisible()
  })
})

test('objects are removed from a release and restored, and the release moves on the calendar', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const object_ids = await articles(server.url, owner, ['A', 'B', 'C'])
  const { slug } = owner.bucket
  const tomorrow = new Date(Date.now() + 24 * 3600 * 1000)
  tomorrow.setHours(9, 0, 0, 0)
  const data = { title: 'Spring', publish_at: tomorrow.getTime() }
  const body = { slug, data, object_ids }
  const { release } = await call(server.url, addRelease, { body }, owner.token)

  await test.step('an object is removed, and undo restores it', async () => {
    await page.goto(`/${slug}/releases/${release.id}`)
    await expect(rows(page)).toHaveCount(3)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Delete')
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('a key moves the release a day later on the calendar', async () => {
    await page.goto(`/${slug}/calendar?day=%22${dayOf(tomorrow)}%22`)
    const entry = page.getByRole('link', { name: '09:00 Release Spring, 3 objects' })
    await expect(entry).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('j')
    await expect(entry).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(notifications(page)).toContainText('“Spring” goes live')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(entry).toBeVisible()
    await entry.press('Enter')
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('the release is dragged to another day', async () => {
    await page.goto(`/${slug}/calendar?day=%22${dayOf(tomorrow)}%22`)
    const entry = page.getByRole('link', { name: '09:00 Release Spring, 3 objects' })
    const later = new Date(tomorrow)
    later.setDate(tomorrow.getDate() + 1)
    await entry.dragTo(dayCell(page, later))
    await expect(dayCell(page, later).getByRole('link', { name: /Spring/ })).toBeVisible()
    const { releases } = await call(server.url, listReleases, { query: { slug } }, owner.token)
    expect(releases[0]?.publish_at).toBe(later.getTime())
  })

  await test.step('the editor of an object names its release', async () => {
    await page.goto(`/${slug}/objects/${object_ids[0] ?? ''}`)
    const bar = page.getByText(/^In Spring · /)
    await expect(bar).toBeVisible()
    expect(await violations(page)).toEqual([])
    await bar.getByRole('link', { name: 'Spring' }).click()
    await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible()
  })
})

test('a release with one object that cannot be published publishes nothing, and says why', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const object_ids = await articles(server.url, owner, ['A', 'Bare', 'C'])
  const { slug } = owner.bucket
  const body = { slug, data: { title: 'Spring' }, object_ids }
  await call(server.url, addRelease, { body }, owner.token)
  await page.goto(`/${slug}/releases`)
  await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: 'Bare' })).toContainText('Teaser is a required field')
  await expect(page.getByText('1 of 3 objects cannot be published')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/“Bare”: Teaser is a required field/).first()).toBeVisible()
  expect(await statuses(server.url, owner)).toBe('A draft, Bare draft, C draft')
})

test('the page explains no releases, an empty one, a missing one and a failed list', async ({
  ownerPage: page,
  owner,
}) => {
  const { slug } = owner.bucket
  await page.goto(`/${slug}/releases`)
  await expect(page.getByText('No releases yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('n')
  await answer(page, 'Spring collection', 'Empty')
  await expect(page.getByText('Nothing is in this release yet')).toBeVisible()
  await page.goto(`/${slug}/releases/0123456789abcdef01234567`)
  await expect(page.getByText('There is no such release')).toBeVisible()
  await page.route(/releases\/list/, (route) => route.abort())
  await page.goto(`/${slug}/releases`)
  await expect(page.getByText('The releases could not be loaded')).toBeVisible()
  await page.unroute(/releases\/list/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Empty' })).toBeVisible()
})
