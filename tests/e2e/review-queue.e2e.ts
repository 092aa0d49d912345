import { addComment } from '@typecase/contract/comments'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, type CmsObject, listObjects } from '@typecase/contract/objects'
import { addSmartView } from '@typecase/contract/smart-views'
import { updateBucket } from '@typecase/contract/buckets'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { CountedKeys, tasks } from './fixtures/keystrokes.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const medium = (page: Page) => page.getByRole('textbox', { name: 'Medium', exact: true })

/**
 * Adds drafts “Work 1”, “Work 2” … in this order, some of them without the medium that they need, and a view of all
 * drafts.
 */
async function addDrafts(
  server: RunningServer,
  { bucket: { slug }, token }: Owner,
  count: number,
  without: readonly number[] = [],
): Promise<{ path: string; works: CmsObject[] }> {
  const metafields = [
    { key: 'medium', title: 'Medium', type: 'text' as const, required: true },
    { key: 'note', title: 'Note', type: 'text' as const },
  ]
  const data = { title: 'Works', slug: 'works', metafields, localization: true }
  await call(server.url, updateBucket, { body: { slug, data: { locales: ['en', 'de'] } } }, token)
  await call(server.url, addObjectType, { body: { slug, data } }, token)
  const works: CmsObject[] = []
  // The newest one comes first in the list.
  for (let number = count; number > 0; number -= 1) {
    const metadata = without.includes(number) ? {} : { medium: 'Oil' }
    const object = { title: `Work ${number}`, type: 'works', locale: 'en', metadata }
    works.unshift(
      (await call(server.url, addObject, { body: { slug, data: object } }, token)).object,
    )
  }
  const query = { type: 'works', locale: 'en', status: 'draft' }
  const view = {
    title: 'To publish',
    query_string: new URLSearchParams({ query: JSON.stringify(query) }).toString(),
  }
  const added = await call(server.url, addSmartView, { body: { slug, data: view } }, token)
  return { path: `/${slug}/objects?smartViewID=${added.smart_view.id}`, works }
}

async function openFirst(page: Page, keys: CountedKeys, path: string): Promise<void> {
  await page.goto(path)
  await expect(objectRows(page).first()).toContainText('Work 1')
  await keys.press('j', 'Enter')
  await expect(title(page)).toHaveValue('Work 1')
}

/** Returns the text with the position of the open object, or with the title of its list. */
const rowOf = (page: Page, words: string) => page.getByText(words, { exact: true })

test('50 drafts are reviewed and published in at most 150 keys, including five that need a fix', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // Fifty objects are opened.
  test.setTimeout(300_000)
  const broken = [3, 17, 18, 40, 50]
  const { path } = await addDrafts(server, owner, 60, broken)
  const keys = new CountedKeys(page)
  await openFirst(page, keys, path)
  await expect(rowOf(page, '1 of 60')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To publish' }).first()).toBeVisible()

  for (let number = 1; number <= 50; number += 1) {
    await expect(title(page)).toHaveValue(`Work ${number}`)
    // Published works have left the view, but not the queue.
    await expect(rowOf(page, `${number} of 60`)).toBeVisible()
    await keys.press('ControlOrMeta+Shift+Enter')
    if (broken.includes(number)) {
      await expect(medium(page)).toBeFocused()
      await keys.text('Gouache')
      await keys.press('ControlOrMeta+Shift+Enter')
    }
  }
  await expect(title(page)).toHaveValue('Work 51')
  await keys.press('Alt+ArrowUp')
  // Ten objects remain in the view, and work continues at the first of them.
  await expect(page.getByRole('status').filter({ hasText: '10 objects' })).toBeAttached()
  await expect(page.getByRole('row', { name: 'Work 51' })).toBeFocused()
  expect(keys.count).toBe(tasks.review.keys)
  expect(keys.count).toBeLessThanOrEqual(150)

  const { slug } = owner.bucket
  const query = JSON.stringify({ type: 'works', status: 'published' })
  const answer = await call(server.url, listObjects, { query: { slug, query } }, owner.token)
  expect(answer.total).toBe(50)
})

test('keys move to the next object with errors, with a comment or in draft', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { path, works } = await addDrafts(server, owner, 8, [4])
  const { slug } = owner.bucket
  const [, , , , , sixth, seventh] = works
  for (const work of [sixth, seventh]) {
    const body = { slug, object_id: work?.id ?? '', text: 'Which one?' }
    await call(server.url, addComment, { body }, owner.token)
  }
  const keys = new CountedKeys(page)
  await openFirst(page, keys, path)

  await test.step('Save and next keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('Checked')
    await keys.press('ControlOrMeta+Shift+s')
    await expect(title(page)).toHaveValue('Work 2')
    await keys.press('ControlOrMeta+[')
    await expect(title(page)).toHaveValue('Work 1')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Checked')
  })
  await test.step('a key moves to the next object with errors, and says when there is none', async () => {
    await keys.press('Alt+Shift+e')
    await expect(title(page)).toHaveValue('Work 4')
    await keys.press('Alt+Shift+e')
    await expect(notifications(page)).toContainText(
      'No object further down in “To publish” has errors.',
    )
    await expect(title(page)).toHaveValue('Work 4')
  })
  await test.step('a key moves to the next object with an open comment', async () => {
    await keys.press('Alt+n')
    await expect(title(page)).toHaveValue('Work 6')
    await keys.press('Alt+n')
    await expect(title(page)).toHaveValue('Work 7')
    await keys.press('Alt+n')
    await expect(notifications(page)).toContainText('has an open comment.')
  })
  await test.step('a key moves to the next draft', async () => {
    await keys.press('Alt+Shift+d')
    await expect(title(page)).toHaveValue('Work 8')
    await expect(rowOf(page, '8 of 8')).toBeVisible()
  })
  expect(await violations(page)).toEqual([])
})

test('the next missing translation keeps the place of its source in the list', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { path } = await addDrafts(server, owner, 3)
  const keys = new CountedKeys(page)
  await openFirst(page, keys, path)
  await keys.press('ControlOrMeta+Shift+F8')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await keys.type('german')
  await keys.press('Enter')
  // The German version of the second object was added. It has the position of its source.
  await expect(rowOf(page, '2 of 3')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To publish' }).first()).toBeVisible()
  await keys.press('ControlOrMeta+Shift+F8')
  await expect(rowOf(page, '3 of 3')).toBeVisible()
})

test('going back opens the page of the list that has the current object', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addDrafts(server, owner, 12)
  const query = encodeURIComponent('{"type":"works"}')
  await page.goto(`/${owner.bucket.slug}/objects?query=${query}&limit=10`)
  await expect(objectRows(page).first()).toContainText('Work 1')
  await page.keyboard.press('End')
  await objectRows(page).filter({ hasText: 'Work 10' }).getByRole('link').click()
  await expect(title(page)).toHaveValue('Work 10')
  await expect(rowOf(page, '10 of 12')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+]')
  await expect(title(page)).toHaveValue('Work 11')
  await page.keyboard.press('ControlOrMeta+]')
  await expect(title(page)).toHaveValue('Work 12')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('row', { name: 'Work 12' })).toBeFocused()
  await expect(page).toHaveURL(/skip=10/)
})
