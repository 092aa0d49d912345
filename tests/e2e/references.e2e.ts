import { join } from 'node:path'

import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { addObject, deleteObjects, type CmsObject, updateObject } from '@typecase/contract/objects'
import { deactivateUser, updateUser } from '@typecase/contract/users'
import type { Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'

import { call } from './fixtures/api.ts'
import { addObjects } from './fixtures/content.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect, type Owner, type Person, signUpPerson, test } from './fixtures/test.ts'
import { notifications } from './fixtures/parts.ts'
import { violations } from './fixtures/violations.ts'

test('the inspector lists the references to an object, and links to them', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [ada] = await addObjects(server, owner, ['Ada Lovelace'])
  await page.goto(`/${owner.bucket.slug}/objects/${ada?.id}`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('Not used by other objects.')

  const posts: CmsObject[] = []
  for (let n = 1; n <= 7; n += 1) posts.push(await addPost(server, owner, `Notes ${n}`, ada?.id))
  const uses = inspector.getByRole('list', { name: 'Used by' })
  await expect(uses.getByRole('listitem')).toHaveCount(5)
  await expect(uses.getByRole('listitem').first()).toContainText('Notes 7')
  await expect(uses.getByRole('listitem').first()).toContainText('Author')
  expect(await violations(page)).toEqual([])

  await test.step('a row opens the object, and the last row opens the list of all', async () => {
    await uses.getByRole('link', { name: 'Notes 6' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/objects/${posts[5]?.id}`))
    await expect(page.getByPlaceholder('Untitled')).toHaveValue('Notes 6')
    await page.goBack()
    await inspector.getByRole('link', { name: 'Show all 7 in Posts › Author' }).focus()
    await page.keyboard.press('Enter')
    const grid = page.getByRole('grid', { name: 'Objects' })
    await expect(grid).toContainText('Notes 1')
    await expect(grid.getByRole('row')).toHaveCount(8)
    await page.goBack()
  })
})

test('a command lists what uses an object', async ({ ownerPage: page, owner, server }) => {
  const [ada] = await addObjects(server, owner, ['Ada Lovelace'])
  await addPost(server, owner, 'First notes', ada?.id)
  const second = await addPost(server, owner, 'Second notes', ada?.id)
  await addPost(server, owner, 'Third notes', ada?.id)
  await page.goto(`/${owner.bucket.slug}/objects/${ada?.id}`)
  const uses = page.getByRole('list', { name: 'Used by' })
  await expect(uses).toContainText('Third notes')

  await runFromPalette(page, 'what uses', /^Show references to this object/)
  await expect(page.getByRole('button', { name: 'Object: Ada Lovelace. Change' })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Third notes/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Show all 3 in Posts › Author/ })).toBeVisible()
  await page.keyboard.type('second')
  await expect(page.getByRole('option', { name: /^Third notes/ })).toBeHidden()
  await expect(page.getByRole('option', { name: /^Second notes/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/objects/${second.id}`))
})

test('broken references are counted on the home page, listed and replaced everywhere, with undo', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { slug } = owner.bucket
  const [ada, grace] = await addObjects(server, owner, ['Ada Lovelace', 'Grace Hopper'])
  const posts = [
    await addPost(server, owner, 'First notes', ada?.id),
    await addPost(server, owner, 'Second notes', ada?.id),
  ]
  await addPost(server, owner, 'Other notes', grace?.id)
  const trashed = { slug, object_ids: [ada?.id ?? ''] }
  await call(server.url, deleteObjects, { body: trashed }, owner.token)

  await test.step('the home page links to the list', async () => {
    await page.goto(`/${slug}/dashboard`)
    await page.getByRole('link', { name: '2 objects have broken references' }).focus()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const grid = page.getByRole('grid', { name: 'Objects' })
    await expect(grid.getByRole('row')).toHaveCount(3)
    await expect(grid).not.toContainText('Other notes')
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('broken is true')
  })

  await test.step('missing objects are offered first, and the plan shows both posts', async () => {
    await runFromPalette(page, 'replace a reference', /^Find and replace a reference/)
    const missing = page.getByRole('option', { name: /^Ada Lovelace.*used by 2 objects/ })
    await expect(missing).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Grace')
    await page.getByRole('option', { name: /^Grace Hopper/ }).waitFor()
    await page.keyboard.press('Enter')
    const plan = page.getByRole('dialog')
    await expect(plan).toContainText('Replace the reference in 2 objects')
    await expect(plan).toContainText('First notes')
    await expect(plan).toContainText('Second notes')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(notifications(page)).toContainText('Replaced the reference in 2 objects.')
  })

  await test.step('no broken reference is left, and undo restores them', async () => {
    await expect(page.getByRole('main')).toContainText('Nothing matches this filter')
    await page.keyboard.press('ControlOrMeta+z')
    const grid = page.getByRole('grid', { name: 'Objects' })
    await expect(grid.getByRole('row')).toHaveCount(1 + posts.length)
  })
})

test('deleting a referenced object shows a warning, and deleting another one does not', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [ada, grace] = await addObjects(server, owner, ['Ada Lovelace', 'Grace Hopper'])
  await addPost(server, owner, 'Notes', ada?.id)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })

  await test.step('deleting a referenced object shows how many objects use it', async () => {
    await page.goto(`/${owner.bucket.slug}/objects/${ada?.id}`)
    await expect(inspector.getByRole('link', { name: 'Notes' })).toBeVisible()
    await runFromPalette(page, 'delete', /^Delete objects/)
    const warnings = page.getByRole('list', { name: 'Warnings' })
    await expect(warnings).toHaveText('It is used by 1 other object.')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(warnings).toBeHidden()
  })

  await test.step('an object without references is deleted at once', async () => {
    await page.goto(`/${owner.bucket.slug}/objects/${grace?.id}`)
    await expect(inspector).toContainText('Not used by other objects.')
    await runFromPalette(page, 'delete', /^Delete objects/)
    await expect(notifications(page)).toContainText('Deleted 1 object.')
  })
})

test('references that failed to load show the error, and load with Retry', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [ada] = await addObjects(server, owner, ['Ada Lovelace'])
  await addPost(server, owner, 'Notes', ada?.id)
  await page.route('**/objects/references*', (route) =>
    route.fulfill({ status: 403, json: { status: 403, code: 'forbidden', message: 'Not you.' } }),
  )
  await page.goto(`/${owner.bucket.slug}/objects/${ada?.id}`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('alert')).toContainText('Not you.')
  await page.unroute('**/objects/references*')
  await inspector.getByRole('button', { name: 'Retry' }).focus()
  await page.keyboard.press('Enter')
  await expect(inspector.getByRole('link', { name: 'Notes' })).toBeVisible()
})

test('the history, the trash and the editor show the names of people and related objects', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const mary = await signUpPerson(server, `mary-${owner.bucket.slug}`)
  const data = { first_name: 'Mary', last_name: 'Somerville' }
  await call(server.url, updateUser, { body: { data } }, mary.token)
  letIn(server, mary, owner)
  const [ada, grace, third] = await addObjects(server, owner, ['Ada', 'Grace', 'Third'])
  const { id } = await addPost(server, owner, 'Notes', ada?.id)
  const { slug } = owner.bucket
  const change = { slug, object_id: id, data: { metadata: { author: grace?.id } } }
  await call(server.url, updateObject, { body: change }, mary.token)
  const request = { slug, object_ids: [third?.id ?? ''] }
  await call(server.url, deleteObjects, { body: request }, mary.token)

  await page.goto(`/${slug}/objects`)
  await runFromPalette(page, 'open history', /History/)
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Mary Somerville')
  await expect(rows.nth(1)).toContainText('Mary Somerville')
  await expect(rows.nth(2)).toContainText('You')

  await test.step('the details show titles instead of ids', async () => {
    await rows.nth(1).getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update “Notes”')
    await expect(page.getByRole('banner').or(page.getByRole('main')).last()).toContainText(
      'Mary Somerville',
    )
    const what = page.getByRole('list', { name: 'What it changed' })
    await expect(what.getByRole('deletion')).toHaveText('Ada')
    await expect(what.getByRole('insertion')).toHaveText('Grace')
    expect(await violations(page)).toEqual([])
  })

  await test.step('the trash and the inspector name the person too', async () => {
    await page.goto(`/${slug}/trash`)
    const trash = page.getByRole('list', { name: 'Deleted objects' })
    await expect(trash.getByRole('listitem')).toContainText('by Mary Somerville')
    await page.goto(`/${slug}/objects/${id}`)
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(
      'by Mary Somerville',
    )
  })

  await test.step('a plan shows titles as well', async () => {
    const edit = {
      slug,
      object_ids: [id],
      data: { metadata: { author: { op: 'clear' as const } } },
    }
    const answer = await call(
      server.url,
      bulkEditObjects,
      { body: { ...edit, dry_run: true } },
      owner.token,
    )
    expect(answer.sample).toMatchObject([{ before_label: 'Grace', after_label: null }])
  })

  await test.step('a person who closed their account appears as a former member', async () => {
    await call(
      server.url,
      deactivateUser,
      { body: { current_password: mary.password } },
      mary.token,
    )
    await page.goto(`/${slug}/history`)
    await expect(rows.nth(1)).toContainText('A former member')
    await expect(page.getByRole('main')).not.toContainText('Mary')
  })
})

/** Adds a person to a bucket directly in the database. */
function letIn({ dataDir }: RunningServer, { user }: Person, { project, bucket }: Owner): void {
  const database = new Sqlite(join(dataDir, 'typecase.sqlite'), { timeout: 10_000 })
  database
    .prepare("INSERT INTO team_members VALUES ('project', ?, ?, ?, 1)")
    .run(project.id, user.id, 'user')
  database
    .prepare('INSERT INTO bucket_members (bucket_id, user_id, role) VALUES (?, ?, ?)')
    .run(bucket.id, user.id, 'editor')
  database.close()
}

async function addPost(
  server: RunningServer,
  { bucket, token }: Owner,
  title: string,
  author: string | undefined,
): Promise<CmsObject> {
  const data = { type: 'posts', title, metadata: { author } }
  const { object } = await call(server.url, addObject, { body: { slug: bucket.slug, data } }, token)
  return object
}

async function runFromPalette(page: Page, words: string, row: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: row }).first()).toBeVisible()
  await expect(page.getByRole('option').first()).toHaveAccessibleName(row)
  await page.keyboard.press('Enter')
}
