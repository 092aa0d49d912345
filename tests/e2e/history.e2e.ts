import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getJob, type Job, listJobs } from '@typecase/contract/jobs'
import { publishObjects, updateObject } from '@typecase/contract/objects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import type { Owner } from './fixtures/people.ts'
import { applyPlan } from './fixtures/palette.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

test('a change by a site is listed under the write key, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [first] = await addObjects(server, owner, ['First'])
  const { slug, api_access } = owner.bucket
  const answer = await fetch(`${server.url}/v3/buckets/${slug}/objects/${first?.id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${api_access.write_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'By a site' }),
  })
  expect(answer.status).toBe(200)
  await page.goto(`/${slug}/history`)
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Update “By a site”')
  await expect(rows.first()).toContainText('The write key')
  await rows.first().getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update “By a site”')
  await expect(page.getByText('The write key')).toBeVisible()
  const what = page.getByRole('list', { name: 'What it changed' })
  await expect(what.getByRole('insertion').first()).toHaveText('By a site')
  await page.keyboard.press('u')
  await expect(notifications(page)).toContainText('Restored 1 object.')
})

test('a change is found, reviewed, undone and redone by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [first, second] = await addObjects(server, owner, ['First', 'Second'])
  await rename(server, owner, first?.id, 'First corrected')
  await rename(server, owner, second?.id, 'Second corrected')

  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('grid', { name: 'Objects' })).toContainText('Second corrected')
  await runFromPalette(page, 'open history', /History/)
  const changes = page.getByRole('list', { name: 'Changes' })
  const rows = changes.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Update “Second corrected”')
  await expect(rows.first()).toContainText('You')
  await expect(rows.first()).toContainText('1 object')

  await rows.first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.nth(3).getByRole('link')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update “First corrected”')
  const what = page.getByRole('list', { name: 'What it changed' })
  await expect(what.getByRole('link', { name: 'First corrected' })).toHaveAttribute(
    'href',
    `/${owner.bucket.slug}/objects/${first?.id}`,
  )
  await expect(what.getByRole('insertion').first()).toHaveText('corrected')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('u')
  await expect(notifications(page)).toContainText('Restored 1 object.')
  await expect(page.getByRole('button', { name: 'Redo' })).toBeVisible()
  await expect(page.getByText('Undone')).toBeVisible()

  await page.goBack()
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('Undo: Update “First corrected”')
  await expect(rows.nth(2)).toContainText('Undone by you')
  expect(await violations(page)).toEqual([])

  await rows.nth(2).getByRole('link').first().focus()
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.getByRole('option', { name: /^Redo this change/ })).toBeVisible()
  await page.keyboard.type('redo this')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Redo: Update “First corrected”')
})

test('a redo is reported as such, and only its row shows progress', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [first, second] = await addObjects(server, owner, ['First', 'Second'])
  await rename(server, owner, first?.id, 'First corrected')
  await rename(server, owner, second?.id, 'Second corrected')
  await page.goto(`/${owner.bucket.slug}/history`)
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  const rowOf = (title: string) => rows.filter({ hasText: new RegExp(`^Update “${title}”`) })
  for (const title of ['First corrected', 'Second corrected']) {
    await rowOf(title).getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(title).getByRole('button', { name: 'Redo' })).toBeVisible()
  }

  // The answer waits until the test has checked the rows.
  let letGo = (): void => {}
  const checked = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/changeSets\/undo/, async (route) => {
    await checked
    await route.continue()
  })
  const redo = rows.getByRole('button', { name: 'Redo' })
  await rowOf('First corrected').getByRole('button', { name: 'Redo' }).click()
  await expect(redo.and(page.locator('[data-pending]'))).toHaveCount(1)
  await expect(redo).toHaveCount(2)
  await expect(rowOf('Second corrected').getByRole('button', { name: 'Redo' })).not.toHaveAttribute(
    'data-pending',
  )
  letGo()
  await expect(notifications(page)).toContainText('Redid the change to 1 object.')
  await expect(rows.first()).toContainText('Redo: Update “First corrected”')
})

test('the changes of one object and the objects that an undo skipped are found by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [first, second] = await addObjects(server, owner, ['First', 'Second'])
  const object_ids = [first?.id ?? '', second?.id ?? '']
  await rename(server, owner, first?.id, 'First draft')
  await rename(server, owner, second?.id, 'Second draft')
  const data = { fields: { content: { op: 'set' as const, value: 'New' } } }
  const body = { slug: owner.bucket.slug, object_ids, data }
  await call(server.url, bulkEditObjects, { body }, owner.token)
  await rename(server, owner, second?.id, 'Second since')

  await page.goto(`/${owner.bucket.slug}/objects/${first?.id}`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First draft')
  await runFromPalette(page, 'changes of this object', /Show changes of this object/)
  await expect(page).toHaveURL(new RegExp(`object=${first?.id}`))
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  const titles = rows.getByRole('link')
  await expect(titles).toHaveText([/^Change content of 2 objects/, 'Update “First draft”', /^Add/])
  expect(await violations(page)).toEqual([])

  await titles.first().focus()
  await page.keyboard.press('u')
  await expect(notifications(page)).toContainText('1 object skipped')
  await expect(rows.first()).toContainText('Undo: Change content of 2 objects')
  await expect(rows.first()).toContainText('Done, 1 skipped')
  await titles.first().focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: '1 object skipped' })
  await expect(list.getByRole('link', { name: 'Second since' })).toBeVisible()
  await expect(list).toContainText('It has changed since.')

  await page.goBack()
  await page.getByRole('button', { name: /show changes of all objects/ }).press('Enter')
  await expect(rows.first()).toBeVisible()
  await expect(page).not.toHaveURL(/object=/)
  await page.goto(`/${owner.bucket.slug}/history?state=undone&by=me&since=day`)
  await expect(titles).toHaveText([/^Change content of 2 objects/])
})

test('an undo of many objects is a job that reports what it skipped and why', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const objects = await addObjects(
    server,
    owner,
    Array.from({ length: 220 }, (_, index) => `Author ${index + 1}`),
  )
  const body = { slug: owner.bucket.slug, object_ids: objects.map(({ id }) => id) }
  const answer = await call(server.url, publishObjects, { body }, owner.token)
  if (!('job' in answer) || !answer.job) throw new Error('Publishing 220 objects is a job.')
  await ended(server, owner, answer.job)
  // Every second object was published before.
  await rename(server, owner, objects[1]?.id, 'Renamed since')

  await page.goto(`/${owner.bucket.slug}/history?kind=publish`)
  const row = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await row.getByRole('link').first().focus()
  await page.keyboard.press('u')
  await expect(page.getByRole('dialog')).toContainText('Undo: Publish')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(notifications(page)).toContainText(
    'Restored 109 objects. 1 object skipped: It has changed since.',
  )
  await expect(page.getByRole('region', { name: 'Running jobs' })).toHaveCount(0)
  await expect(row).toContainText('Undone by you')

  await page.goto(`/${owner.bucket.slug}/history?kind=undo`)
  await expect(row).toContainText('Done, 1 skipped')
  await row.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: '1 object skipped' })
  await expect(list.getByRole('link', { name: 'Renamed since' })).toBeVisible()
  await expect(list).toContainText('It has changed since.')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–50 of 109')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(pages).toContainText('51–100 of 109')
  expect(await violations(page)).toEqual([])
})

test('a job stays in the tray across pages and reloads, and is cancelled from the palette', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await sendLongImport(server, owner)
  await page.goto(`/${owner.bucket.slug}/trash`)
  const tray = page.getByRole('region', { name: 'Running jobs' })
  await expect(tray).toContainText('long.ndjson')
  await page.goto('/projects')
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(tray).toContainText('long.ndjson')

  await runFromPalette(page, 'running jobs', /^Show running jobs/)
  const row = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(row).toContainText('long.ndjson')
  expect(await violations(page)).toEqual([])
  await runFromPalette(page, 'cancel job', /^Cancel a job/)
  await expect(page.getByRole('option', { name: /long.ndjson/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tray.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  await expect(page.getByText('No change matches')).toBeVisible()
  const { jobs } = await call(
    server.url,
    listJobs,
    { query: { slug: owner.bucket.slug } },
    owner.token,
  )
  expect(jobs.map(({ status }) => status)).toEqual(['cancelled'])
})

test('undoing the newest change shows it first', async ({ ownerPage: page, owner, server }) => {
  const [only] = await addObjects(server, owner, ['Only'])
  await rename(server, owner, only?.id, 'Only corrected')
  await page.goto(`/${owner.bucket.slug}/trash`)
  await runFromPalette(page, 'undo newest', /^Undo the newest change/)
  const table = page.getByRole('table', { name: 'Changes' })
  await expect(table.getByRole('deletion').first()).toHaveText(/corrected/)
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Restored 1 object.')
})

for (const width of [1440, 390]) {
  test.describe(`the history at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('has no violation when it is empty, failing, forbidden or shows a missing change', async ({
      ownerPage: page,
      owner,
    }) => {
      const list = '**/v3/admin/changeSets/list*'
      await page.goto(`/${owner.bucket.slug}/history`)
      await expect(page.getByText('No changes yet')).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.goto(`/${owner.bucket.slug}/history/changes/${'0'.repeat(24)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such change')
      expect(await violations(page)).toEqual([])

      const waiting = Promise.withResolvers<void>()
      await page.route(list, async (route) => {
        await waiting.promise
        await route.abort()
      })
      await page.goto(`/${owner.bucket.slug}/history`)
      await expect(page.getByRole('status', { name: 'Loading history' })).toBeVisible()
      waiting.resolve()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'The history could not be loaded',
      )
      expect(await violations(page)).toEqual([])

      // Every role may read the history, so the test fakes the refusal.
      const refusal = { status: 403, code: 'forbidden', message: 'Your role may not read it.' }
      await page.unroute(list)
      await page.route(list, (route) => route.fulfill({ status: 403, json: refusal }))
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('You may not see the history')).toBeVisible()
      expect(await violations(page)).toEqual([])
    })
  })
}

async function rename(
  server: RunningServer,
  { bucket, token }: Owner,
  id: string | undefined,
  title: string,
): Promise<void> {
  const body = { slug: bucket.slug, object_id: id ?? '', data: { title } }
  await call(server.url, updateObject, { body }, token)
}

async function runFromPalette(page: Page, query: string, name: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(query)
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

async function ended(server: RunningServer, { token }: Owner, { id }: Job): Promise<void> {
  await expect
    .poll(async () => {
      const { job } = await call(server.url, getJob, { query: { job_id: id } }, token)
      return job.status
    })
    .toBe('done')
}

/** Sends an import that runs long enough to be seen on any machine. */
async function sendLongImport(server: RunningServer, { bucket, token }: Owner): Promise<void> {
  const rows = Array.from({ length: 400_000 }, (_, n) => `{"title":"Row ${n}"}\n`).join('')
  const columns = [{ from: 'title', to: 'title' }]
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('mapping', JSON.stringify({ format: 'ndjson', object_type: 'rows', columns }))
  form.set('import_file', new Blob([rows]), 'long.ndjson')
  const url = `${server.url}/v3/buckets/${bucket.slug}/import-bucket`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method: 'POST', headers, body: form })
  expect(answer.ok).toBe(true)
}
