import type { Page } from '@playwright/test'
import { addObject, type CmsObject, getObject } from '@typecase/contract/objects'
import { addObjectType } from '@typecase/contract/object-types'

import { call } from './fixtures/api.ts'
import { answer } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

/** The 15th of the next month, at nine: it is never over, and a week around it stays within the month. */
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
  page.getByRole('listitem', {
    name: new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' }).format(
      date,
    ),
    exact: true,
  })

test('moves what is scheduled by days and weeks, takes it back, and refuses what cannot be', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { night, offer } = await scheduled(server.url, owner)
  await page.goto(path(owner.bucket.slug))
  await expect(page.getByText('3 things are scheduled')).toBeVisible()
  await expect(day(page, ninth()).getByRole('link')).toHaveText(/09:00.*A night on Neuwerk/)
  expect(await violations(page)).toEqual([])

  await test.step('a day later, a week earlier, and back', async () => {
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: /A night on Neuwerk/ })).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(day(page, ninth(16)).getByRole('link', { name: /A night/ })).toBeFocused()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(day(page, ninth(9)).getByRole('link', { name: /A night/ })).toBeVisible()
    expect((await read(server.url, owner, night)).publish_at).toBe(ninth(9).getTime())
    await page.keyboard.press('ControlOrMeta+z')
    await expect(day(page, ninth(16)).getByRole('link', { name: /A night/ })).toBeVisible()
  })

  await test.step('not before it is published', async () => {
    const end = page.getByRole('link', { name: /Unpublish Autumn offer/ })
    await end.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(notifications(page)).toContainText('must be after')
    expect((await read(server.url, owner, offer)).unpublish_at).toBe(ninth(17).getTime())
  })

  await test.step('to a time in words, and off the schedule', async () => {
    await page.getByRole('link', { name: /A night/ }).focus()
    await page.keyboard.press('m')
    await answer(page, 'tomorrow 9:00', 'yesterday 9:00')
    await expect(notifications(page)).toContainText('is over')
    await page.getByRole('link', { name: /A night/ }).focus()
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('link', { name: /A night/ })).toBeHidden()
    expect((await read(server.url, owner, night)).publish_at).toBeNull()
  })
})

test('drags to another day, and turns months and weeks', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { night } = await scheduled(server.url, owner)
  await page.goto(path(owner.bucket.slug))
  const entry = page.getByRole('link', { name: /A night/ })
  await entry.dragTo(day(page, ninth(20)))
  await expect(day(page, ninth(20)).getByRole('link', { name: /A night/ })).toBeVisible()
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
