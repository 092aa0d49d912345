import type { Page } from '@playwright/test'
import { addObject, type CmsObject, getObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import { call } from './fixtures/api.ts'
import { addRelease } from '@typecase/contract/releases'
import { answer, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/** The 15th of the next month, at nine: always in the future, and a week around it stays within the month. */
function ninth(day = 15): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() + 1, day, 9)
}
const path = (slug: string) => {
  const date = ninth()
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `/${slug}/calendar?day=%22${date.getFullYear()}-${month}-15%22`
}

async function scheduled(url: string, { bucket: { slug }, token }: Owner) {
  const type = { title: 'Articles', singular: 'Article' }
  await call(url, addObjectType, { body: { slug, data: type } }, token)
  const add = async (title: string, plan: object) =>
    (
      await call(
        url,
        addObject,
        { body: { slug, data: { title, type: 'articles', ...plan } } },
        token,
      )
    ).object
  return {
    night: await add('A night on Neuwerk', { publish_at: ninth().getTime() }),
    offer: await add('Autumn offer', {
      publish_at: ninth(16).getTime(),
      unpublish_at: ninth(17).getTime(),
    }),
  }
}

const read = async (url: string, { bucket: { slug }, token }: Owner, { id }: CmsObject) =>
  (await call(url, getObject, { query: { slug, object_id: id } }, token)).object
const day = (page: Page, date: Date) =>
  page.getByRole('gridcell', {
    name: new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    }).format(date),
    exact: true,
  })

test('scheduled actions move by days and weeks with undo, and invalid moves are refused', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { night, offer } = await scheduled(server.url, owner)
  await page.goto(path(owner.bucket.slug))
  await expect(page.getByText('3 scheduled')).toBeVisible()
  await expect(day(page, ninth()).getByRole('link')).toHaveText(/09:00.*A night on Neuwerk/)
  expect(await violations(page)).toEqual([])

  await test.step('keys move an entry a day later and a week earlier, and undo reverts it', async () => {
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: /Publish A night on Neuwerk/ })).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(day(page, ninth(16)).getByRole('link', { name: /Publish A night/ })).toBeFocused()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(day(page, ninth(9)).getByRole('link', { name: /Publish A night/ })).toBeVisible()
    expect((await read(server.url, owner, night)).publish_at).toBe(ninth(9).getTime())
    await page.keyboard.press('ControlOrMeta+z')
    await expect(day(page, ninth(16)).getByRole('link', { name: /Publish A night/ })).toBeVisible()
  })

  await test.step('an object cannot be unpublished before it is published', async () => {
    const end = page.getByRole('link', { name: /Unpublish Autumn offer/ })
    await end.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(notifications(page)).toContainText('must be after')
    expect((await read(server.url, owner, offer)).unpublish_at).toBe(ninth(17).getTime())
  })

  await test.step('a time in the past is refused, and a key removes an entry from the schedule', async () => {
    await page.getByRole('link', { name: /Publish A night/ }).focus()
    await page.keyboard.press('m')
    await answer(page, 'tomorrow 9:00', 'yesterday 9:00')
    await expect(notifications(page)).toContainText('is in the past')
    await page.getByRole('link', { name: /Publish A night/ }).focus()
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('link', { name: /Publish A night/ })).toBeHidden()
    expect((await read(server.url, owner, night)).publish_at).toBeNull()
  })
})

test('an entry is dragged to another day, and keys change the month and the view', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { night } = await scheduled(server.url, owner)
  await page.goto(path(owner.bucket.slug))
  const entry = page.getByRole('link', { name: /Publish A night/ })
  await entry.dragTo(day(page, ninth(20)))
  await expect(day(page, ninth(20)).getByRole('link', { name: /Publish A night/ })).toBeVisible()
  await expect
    .poll(async () => (await read(server.url, owner, night)).publish_at)
    .toBe(ninth(20).getTime())

  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
  await expect(page.getByRole('heading', { name: name.format(ninth()) })).toBeVisible()
  await page.keyboard.press(']')
  const later = new Date(ninth().getFullYear(), ninth().getMonth() + 1, 1)
  await expect(page.getByRole('heading', { name: name.format(later) })).toBeVisible()
  await page.keyboard.press('[')
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/view=week/)
  await page.keyboard.press('t')
  await expect(page.locator('[aria-current=date]')).toBeVisible()
})

test('the panel of a day shows its release and actions, and drafts to schedule', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { night } = await scheduled(server.url, owner)
  const { slug } = owner.bucket
  const add = async (title: string) =>
    (
      await call(
        server.url,
        addObject,
        { body: { slug, data: { title, type: 'articles', status: 'draft' } } },
        owner.token,
      )
    ).object
  const [fog, knots] = [await add('What the fog horn meant'), await add('Ten knots')]
  const release = { title: 'No. 45', publish_at: ninth(20).getTime() }
  const body = { slug, data: release, object_ids: [night.id] }
  await call(server.url, addRelease, { body }, owner.token)
  const panel = page.getByRole('complementary', { name: 'Day' })
  const long = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
  const dayButton = (date: Date) =>
    page.getByRole('button', { name: `Show ${long.format(date)}`, exact: true })
  await page.goto(path(slug))

  await test.step('the panel shows the day of the address, of the focused entry or of the chosen day', async () => {
    await expect(panel.getByRole('heading', { name: long.format(ninth()) })).toBeVisible()
    await expect(panel).toContainText('1 action on 1 object')
    await expect(panel.getByText('Drafts without a date')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(panel.getByRole('heading', { name: long.format(ninth(16)) })).toBeVisible()
    await expect(panel.getByRole('button', { name: /Unschedule/ })).toBeVisible()
    await dayButton(ninth(20)).click()
    await expect(panel).toContainText('Release of 1 object, all or nothing')
    await expect(
      panel.getByRole('list', { name: 'Objects of the release' }).getByRole('link'),
    ).toHaveText('A night on Neuwerk')
    expect(await violations(page)).toEqual([])
  })

  await test.step('keys move between days, also across the end of the month', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(dayButton(ninth(19))).toBeFocused()
    for (const number of [26, 33]) {
      await page.keyboard.press('ArrowDown')
      await expect(dayButton(ninth(number))).toBeFocused()
    }
    await expect(panel).toContainText('nothing scheduled')
    await page.keyboard.press('PageUp')
    const before = new Date(ninth(33))
    before.setMonth(before.getMonth() - 1)
    await expect(dayButton(before)).toBeFocused()
    await page.keyboard.press(']')
    const first = new Date(before.getFullYear(), before.getMonth() + 1, 1)
    await expect(dayButton(first)).toBeFocused()
  })

  await test.step('a draft is scheduled with a time in words, and undone', async () => {
    await page.goto(path(slug))
    await expect(panel.getByRole('link', { name: 'What the fog horn meant' })).toBeVisible()
    await page.keyboard.press('s')
    await pick(page, /Which draft/, 'fog horn', 'What the fog horn meant')
    await answer(page, '9:30', '10.30')
    await expect(notifications(page)).toContainText('It will be published on')
    await expect(panel.getByRole('list', { name: 'Actions of the day' })).toContainText('10:30')
    const at = new Date(ninth())
    at.setHours(10, 30)
    expect((await read(server.url, owner, fog)).publish_at).toBe(at.getTime())
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(async () => (await read(server.url, owner, fog)).publish_at).toBeNull()
  })

  await test.step('a draft is dragged to a day', async () => {
    // The reverted object returns to the drafts, which moves those below it.
    await expect(page.getByRole('link', { name: /Publish What the fog/ })).toBeHidden()
    await expect(panel.getByRole('link', { name: 'What the fog horn meant' })).toHaveCount(1)
    const cell = day(page, ninth(21))
    await panel.getByRole('link', { name: 'Ten knots' }).dragTo(cell)
    await expect(cell.getByRole('link', { name: /09:00 Publish Ten knots/ })).toBeVisible()
    expect((await read(server.url, owner, knots)).publish_at).toBe(ninth(21).getTime())
  })

  await test.step('a day in words opens that day', async () => {
    await page.keyboard.press('d')
    await answer(page, 'next friday', 'tomorrow')
    const tomorrow = new Date()
    tomorrow.setDate(tomorrow.getDate() + 1)
    await expect(panel.getByRole('heading', { name: long.format(tomorrow) })).toBeVisible()
    await expect(panel).toContainText('Tomorrow')
  })
})
