import type { Page } from '@playwright/test'
import { getJob, type Job } from '@typecase/contract/jobs'

import { call } from './fixtures/api.ts'
import { answer, choose } from './fixtures/palette.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

// Imports are jobs in separate threads, and screens are checked with axe.
test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 30_000 })

/** Newest first, as in lists. */
const altTexts = [
  'A grey harbour at dawn',
  'Two grey boats in a grey sea',
  'A mill',
  'The greyhound of the house',
]

/** Imports media with these alt texts, in a bucket file of another system. */
async function importMedia(
  server: RunningServer,
  { bucket, token }: Owner,
  texts: readonly string[],
): Promise<void> {
  const media = texts.map((alt_text, n) => ({
    name: `image-${n}.png`,
    original_name: `image ${n}.png`,
    type: 'image/png',
    size: 7,
    location: 'https://images.example',
    title: `Grey ${n}`,
    alt_text,
    created_at: new Date(Date.UTC(2026, 0, 1) - n).toISOString(),
  }))
  const form = new FormData()
  form.set('import_mode', 'merge')
  const file = JSON.stringify({ bucket: { object_types: [], objects: [], media } })
  form.set('import_file', new Blob([file]), 'bucket.json')
  const url = `${server.url}/v3/buckets/${bucket.slug}/import-bucket`
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: form })
  const { job } = (await response.json()) as { job: Job }
  const status = async () => {
    const answer = await call(server.url, getJob, { query: { job_id: job.id } }, token)
    return answer.job.status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('done')
}

/** Reads the media as the public does. */
async function read({ url }: RunningServer, { bucket }: Owner): Promise<[string, string][]> {
  const search = new URLSearchParams({ read_key: bucket.api_access.read_key ?? '', limit: '1000' })
  const response = await fetch(`${url}/v3/buckets/${bucket.slug}/media?${search}`)
  const { media } = (await response.json()) as { media: { title: string; alt_text: string }[] }
  return media.map(({ title, alt_text }) => [title, alt_text])
}

const matches = (page: Page) =>
  page.getByRole('dialog').getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row')

test('a word in alt texts is replaced by keyboard except for one match, and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await importMedia(server, owner, altTexts)
  const before = await read(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()

  await choose(page, 'replace alt text', 'Find and replace in alt texts…')
  await answer(page, 'Text to find', 'grey')
  await answer(page, /New text/, 'blue', 'ControlOrMeta+Enter')
  await expect(dialog).toContainText('Replace “grey” in 3 media')
  await expect(matches(page)).toHaveCount(4)
  await expect(matches(page).first()).toBeFocused()
  await expect(matches(page).first()).toContainText('Alt text')
  await expect(matches(page).first().locator('del')).toHaveText('grey')
  await expect(matches(page).first().locator('ins')).toHaveText('blue')
  expect(await violations(page)).toEqual([])
  // The match is part of a longer word, so it is left out.
  await page.keyboard.press('End')
  await expect(matches(page).last()).toBeFocused()
  await page.keyboard.press('x')
  await expect(matches(page).last()).toContainText('left out by you')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toHaveText(/Apply to 2/)
  await page.keyboard.press('Enter')

  await expect(notifications(page)).toContainText('Replaced “grey” in 2 media.')
  expect(await read(server, owner)).toEqual([
    ['Grey 0', 'A blue harbour at dawn'],
    ['Grey 1', 'Two blue boats in a blue sea'],
    ['Grey 2', 'A mill'],
    ['Grey 3', 'The greyhound of the house'],
  ])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 2 media.')
  expect(await read(server, owner)).toEqual(before)
})

test('a replacement in many media is a job, and the history shows and undoes it', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const texts = Array.from({ length: 140 }, (_, n) => `A grey photograph, number ${n}`)
  await importMedia(server, owner, texts)
  const before = await read(server, owner)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()

  await choose(page, 'find in images', 'Find and replace in alt texts…')
  await answer(page, 'Text to find', 'grey')
  await answer(page, /New text/, 'blue')
  await expect(dialog.getByRole('option', { name: 'Alt text', exact: false }).first()).toBeVisible()
  await page.keyboard.type('title')
  await expect(dialog.getByRole('option').first()).toContainText('Title')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option').first()).toContainText('Use “Title”')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toContainText('Replace “grey” in 140 media')
  await expect(matches(page).first()).toBeFocused()
  await expect(matches(page).first()).toContainText('Title')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Replaced “grey” in 140 media.')
  const after = before.map(([title, alt_text]) => [title.replace('Grey', 'Blue'), alt_text])
  expect(await read(server, owner)).toEqual(after)

  await choose(page, 'open history', /History/)
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Replace “grey” with “blue” in 140 media')
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Replace “grey” with “blue” in 140 media',
  )
  const what = page.getByRole('list', { name: 'What it changed' })
  await expect(what).toContainText('Grey 0')
  await expect(what.getByRole('insertion').first()).toHaveText('Blue')
  // Media have no page to link to.
  await expect(what.getByRole('link')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('u')
  await expect(dialog).toContainText('Undo: Replace “grey” with “blue” in 140 media')
  await expect(matches(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Restored 140 media.')
  expect(await read(server, owner)).toEqual(before)
})
