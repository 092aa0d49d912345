import {
  addSmartView,
  listSmartViews,
  type SmartView,
  updateSmartView,
} from '@typecase/contract/smart-views'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addEditor } from './fixtures/editor.ts'
import { addArtworks } from './fixtures/macro.ts'
import { answer, choose, pick } from './fixtures/palette.ts'
import { notifications } from './fixtures/parts.ts'
import { type Owner, type Person, expect, test } from './fixtures/test.ts'
import type { RunningServer } from './fixtures/server.ts'

/** Adds a view of an editor that everyone in the bucket sees. */
async function sharedView(server: RunningServer, owner: Owner, editor: Person) {
  await addArtworks(server, owner)
  const query_string = `query=${encodeURIComponent('{"type":"artworks"}')}`
  const data = { title: 'Lots', query_string, is_shared: true }
  const body = { slug: owner.bucket.slug, data }
  return (await call(server.url, addSmartView, { body }, editor.token)).smart_view
}

/** Changes the order of the list here, and saves another order elsewhere. */
async function changeBoth(
  page: Page,
  server: RunningServer,
  slug: string,
  view: SmartView,
  by: Person,
) {
  await page.goto(`/${slug}/objects?smartViewID=${view.id}`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'lot desc', 'Lot')
  await expect(page.getByText('Order changed')).toBeVisible()
  const body = { slug, smart_view_id: view.id, data: { sort: 'title' } }
  await call(server.url, updateSmartView, { body }, by.token)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog').getByRole('option', { name: /^Theirs/ })).toBeVisible()
}

test('saving a view after someone else’s save offers theirs, mine or a new view', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const editor = await addEditor(server, owner)
  const { slug } = owner.bucket
  const view = await sharedView(server, owner, editor)
  const sorts = async () =>
    (await call(server.url, listSmartViews, { query: { slug } }, owner.token)).smart_views.map(
      ({ title, sort }) => [title, sort],
    )

  await changeBoth(page, server, slug, view, editor)
  await page.keyboard.type('theirs')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('their version of the view')
  await expect(page).not.toHaveURL(/sort=/)
  expect(await sorts()).toEqual([['Lots', 'title']])

  await changeBoth(page, server, slug, view, editor)
  await page.keyboard.type('mine')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Saved “Lots”.')
  expect(await sorts()).toEqual([['Lots', '-metadata.lot']])
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'title asc', 'Title')
  await expect(page.getByText('Order changed')).toBeVisible()
  await page.keyboard.press('Alt+Backspace')
  await expect(page.getByText('Order changed')).toBeHidden()

  // The current filter becomes a new view.
  await choose(page, 'sort by', 'Sort by…')
  await pick(page, 'Which field?', 'year desc', 'Year')
  await expect(page.getByText('Order changed')).toBeVisible()
  const body = { slug, smart_view_id: view.id, data: { sort: 'title' } }
  await call(server.url, updateSmartView, { body }, editor.token)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('dialog').getByRole('option', { name: /^Theirs/ })).toBeVisible()
  await page.keyboard.type('both')
  await page.keyboard.press('Enter')
  await answer(page, 'What is its name?', 'By year')
  await expect(page.getByRole('link', { name: /By year/ }).first()).toBeVisible()
  expect(await sorts()).toEqual([
    ['Lots', 'title'],
    ['By year', '-metadata.year'],
  ])
})
