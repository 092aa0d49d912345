import { listChangeSets } from '@typecase/contract/change-sets'
import { addObjectTypeFolder, deleteObjectTypeFolder } from '@typecase/contract/object-type-folders'
import { getBucket } from '@typecase/contract/buckets'
import { listObjects } from '@typecase/contract/objects'
import { addBucket } from '@typecase/contract/projects'
import type { Page } from '@playwright/test'

import { call } from './fixtures/api.ts'
import { addObjects, addObjectWithEveryField } from './fixtures/content.ts'
import { logIn } from './fixtures/log-in.ts'
import { answer, applyPlan, choose } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect as expectSoon, signUpOwner, test } from './fixtures/test.ts'

// Imports run in separate threads, which are slow on a busy machine.
test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 60_000 })

const UNDO = 'ControlOrMeta+z'
const NOTHING = 'Nothing to undo in this tab.'
const IMPORTED = 30

test('undo in a text affects only the text, even after an import', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjectWithEveryField(server, owner)
  await importRows(page, owner)
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()

  await choose(page, '/rosa', 'Rosa canina')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Rosa canina')
  await title.press('End')
  await page.keyboard.type(' L.')
  await page.keyboard.press(UNDO)
  await expect(title).not.toHaveValue('Rosa canina L.')

  const code = page.getByRole('textbox', { name: /The markdown/ })
  await code.press('ControlOrMeta+End')
  await page.keyboard.type(' Thorny.')
  await expect(code).toContainText('Thorny.')
  await page.keyboard.press(UNDO)
  await expect(code).not.toContainText('Thorny.')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(code).toContainText('Thorny.')

  const rich = page.getByRole('textbox', { name: /The rich-text/ })
  await rich.press('ControlOrMeta+End')
  await page.keyboard.type(' Often.')
  await expect(rich).toContainText('Often.')
  await page.keyboard.press(UNDO)
  await expect(rich).not.toContainText('Often.')

  // The text has nothing left to undo, but the key still does not run the command.
  for (const field of [title, code, rich]) {
    await field.focus()
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press(UNDO)
  }
  await choose(page, 'discard changes', 'Discard changes')
  await expect(notifications(page)).toContainText('Unsaved changes discarded.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await titles(server, owner)).toHaveLength(IMPORTED)
  expect(await undone(server, owner)).toEqual([])
})

test('an import is undone only from its own tab, and only after a plan', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await importRows(page, owner)
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()

  const other = await page.context().newPage()
  await other.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(other).first()).toBeVisible()
  await other.keyboard.press(UNDO)
  await expect(notifications(other)).toContainText(NOTHING)
  await other.close()
  // Chromium shows the tab that is left a moment later, and drops keys that a hidden tab gets.
  await page.bringToFront()

  await page.keyboard.press(UNDO)
  const plan = page.getByRole('dialog')
  await expect(plan).toContainText(`Undo: Import`)
  await expect(plan).toContainText(String(IMPORTED))
  await expect(plan).toContainText('Trash, for 30 days')
  await expect(plan).not.toContainText('Change set id')
  await page.keyboard.press('Escape')
  await expect(plan).toHaveCount(0)
  expect(await titles(server, owner)).toHaveLength(IMPORTED)

  await page.keyboard.press(UNDO)
  await applyPlan(page)
  await expect(notifications(page)).toContainText(/Undone: Import .*Restored 30 objects/)
  expect(await titles(server, owner)).toEqual([])

  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(plan).toContainText('Redo: Import')
  await applyPlan(page)
  await expect(notifications(page)).toContainText(/Redone: Import/)
  expect(await titles(server, owner)).toHaveLength(IMPORTED)
})

test('a step is undone in the bucket where it was done', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const { bucket: second } = await call(
    server.url,
    addBucket,
    { body: { project_id: owner.project.id, data: { title: 'Second', template: 'blog' } } },
    owner.token,
  )
  await call(
    server.url,
    addObjectTypeFolder,
    { body: { slug: second.slug, data: { title: 'Plants' } } },
    owner.token,
  )
  await page.goto(`/${owner.bucket.slug}/objects`)
  await choose(page, 'folder of types', 'New folder of object types…')
  await answer(page, /Folder title|Type/, 'Plants')
  await expect(notifications(page)).toContainText('Created the folder “Plants”')
  expect(await folders(server, owner, owner.bucket.slug)).toEqual(['Plants'])

  await choose(page, 'switch bucket', 'Switch bucket…')
  await page.keyboard.type('Second')
  await expect(page.getByRole('option', { name: /Second/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${second.slug}/`))
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeFocused()
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText('Undo: Created the folder “Plants”?')
  expect(await folders(server, owner, owner.bucket.slug)).toEqual(['Plants'])
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText(
    `Undone in ${owner.bucket.slug}: Created the folder “Plants”.`,
  )
  expect(await folders(server, owner, owner.bucket.slug)).toEqual([])
  expect(await folders(server, owner, second.slug)).toEqual(['Plants'])
})

test('a step that cannot be undone is named once, then undo reverts the one before; a reload clears all', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  for (const title of ['Plants', 'Birds']) {
    await choose(page, 'folder of types', 'New folder of object types…')
    await answer(page, /Folder title|Type/, title)
    await expect(notifications(page)).toContainText(`Created the folder “${title}”`)
  }
  const query = { slug: owner.bucket.slug, object_type_folder_slug: 'birds' }
  await call(server.url, deleteObjectTypeFolder, { query }, owner.token)
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText('Not undone: Created the folder “Birds”.')
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText('Undone: Created the folder “Plants”.')
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText(NOTHING)

  await choose(page, 'folder of types', 'New folder of object types…')
  await answer(page, /Folder title|Type/, 'Stones')
  await expect(notifications(page)).toContainText('Created the folder “Stones”')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText(NOTHING)
  expect(await folders(server, owner, owner.bucket.slug)).toEqual(['Stones'])
})

test('undo reports that one’s own job is still running', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await page.goto(`/${owner.bucket.slug}/objects`)
  await choose(page, 'folder of types', 'New folder of object types…')
  await answer(page, /Folder title|Type/, 'Plants')
  await expect(notifications(page)).toContainText('Created the folder “Plants”')
  await sendRows(server, owner, 'long.ndjson', 200_000)
  const tray = page.getByRole('region', { name: 'Running jobs' })
  await expect(tray).toContainText('long.ndjson')
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText(/Still running: .*long.ndjson/)
  expect(await folders(server, owner, owner.bucket.slug)).toEqual(['Plants'])
  await choose(page, 'cancel a job', 'Cancel a job…')
  await expect(page.getByRole('option', { name: /long.ndjson/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tray.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText('Undone: Created the folder “Plants”.')
})

test('discarded changes are restored by undo after leaving the page', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await addObjects(server, owner, ['Ada'])
  await page.goto(`/${owner.bucket.slug}/objects?query={"type":"authors"}`)
  await page.getByRole('link', { name: 'Ada' }).click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Ada')
  await title.fill('Ada Byron')
  await choose(page, 'discard changes', 'Discard changes')
  await expect(title).toHaveValue('Ada')
  await goTo(page, 'objects')
  await expect(objectRows(page).first()).toBeVisible()
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText('Undo: Unsaved changes discarded?')
  await page.keyboard.press(UNDO)
  await expect(title).toHaveValue('Ada Byron')
  await expect(notifications(page)).toContainText('Undone: Unsaved changes discarded.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => titles(server, owner, 'authors')).toEqual(['Ada Byron'])
})

test('logging out clears the browser’s data of the account, and undo sends nothing for it', async ({
  page,
  owner,
  server,
}, info) => {
  const next = await signUpOwner(server, `next${info.workerIndex}-${info.repeatEachIndex}`)
  await addObjects(server, owner, ['Secret plans'])
  await page.goto('/login')
  await logIn(page, owner)
  await expect(objectRows(page).first()).toBeVisible()
  await choose(page, 'folder of types', 'New folder of object types…')
  await answer(page, /Folder title|Type/, 'Secret folder')
  await expect(notifications(page)).toContainText('Created the folder “Secret folder”')
  await choose(page, '/secret', 'Secret plans')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(
    'Secret plans',
  )
  await expect.poll(() => storedTitles(page)).not.toEqual([])

  const other = await page.context().newPage()
  await other.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(other).first()).toBeVisible()

  const sent: string[] = []
  for (const one of [page, other])
    one.on('request', (request) => {
      const { authorization } = request.headers()
      if (authorization) sent.push(new URL(request.url()).pathname)
    })
  await choose(page, 'log out', 'Log out')
  for (const one of [page, other])
    await expect(one.getByRole('textbox', { name: 'Password' })).toBeVisible()
  for (const one of [page, other]) {
    expect(await one.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    const keys = await one.evaluate(() => Object.keys(localStorage).sort())
    expect(keys.filter((key) => key !== 'theme')).toEqual(['core.account', 'core.cleared'])
  }
  await expect.poll(() => storedTitles(page)).toEqual([])
  const last = sent.indexOf('/v3/admin/users/logout')
  expect(sent.slice(last)).toEqual(['/v3/admin/users/logout'])

  await logIn(page, next)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('dialog')).not.toContainText('Recent')
  await page.keyboard.press('Escape')
  await page.keyboard.press(UNDO)
  await expect(notifications(page)).toContainText(NOTHING)
  expect(await folders(server, owner, owner.bucket.slug)).toEqual(['Secret folder'])
})

/** Imports some rows on the import page, as a person does, without waiting for the end. */
async function importRows(page: Page, { bucket }: Owner): Promise<void> {
  const rows = Array.from({ length: IMPORTED }, (_, n) => `{"title":"Row ${n}"}\n`).join('')
  await page.goto(`/${bucket.slug}/import-export`)
  const file = { name: 'rows.ndjson', mimeType: 'text/plain', buffer: Buffer.from(rows) }
  await page.locator('input[type=file][accept]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
}

/** Goes to a page of the bucket without loading the product again. */
async function goTo(page: Page, name: 'objects'): Promise<void> {
  await choose(page, `go to ${name}`, /Go to Objects/)
  await expect(page.getByRole('grid', { name: 'Objects' })).toBeVisible()
}

async function titles(server: RunningServer, { bucket, token }: Owner, type = 'rows') {
  const query = { slug: bucket.slug, query: JSON.stringify({ type }), limit: 100 }
  const { objects } = await call(server.url, listObjects, { query }, token)
  return objects.map(({ object }) => object.title)
}

async function undone(server: RunningServer, { bucket, token }: Owner) {
  const { change_sets } = await call(
    server.url,
    listChangeSets,
    { query: { slug: bucket.slug } },
    token,
  )
  return change_sets.filter(({ undo_of }) => undo_of !== null).map(({ title }) => title)
}

async function folders(server: RunningServer, { token }: Owner, slug: string) {
  const { bucket } = await call(server.url, getBucket, { query: { slug } }, token)
  return bucket.object_type_folders.map(({ title }) => title)
}

/** Returns the keys of stored object titles in this browser. */
function storedTitles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    // Opening the database would create it.
    if (!databases.some(({ name }) => name === 'keyval-store')) return []
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('keyval-store')
      opening.addEventListener('error', () => reject(new Error('no database')))
      opening.addEventListener('success', () => {
        const database = opening.result
        if (!database.objectStoreNames.contains('keyval')) return resolve([])
        const keys = database.transaction('keyval').objectStore('keyval').getAllKeys()
        keys.addEventListener('success', () => {
          database.close()
          resolve(keys.result.map(String))
        })
      })
    })
  })
}

/** Imports rows through the API, as the owner. */
async function sendRows(server: RunningServer, owner: Owner, name: string, count: number) {
  const { bucket, token } = owner
  const rows = Array.from({ length: count }, (_, n) => `{"title":"Row ${n}"}\n`).join('')
  const columns = [{ from: 'title', to: 'title' }]
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('mapping', JSON.stringify({ format: 'ndjson', object_type: 'rows', columns }))
  form.set('import_file', new Blob([rows]), name)
  const url = `${server.url}/v3/buckets/${bucket.slug}/import-bucket`
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: form })
  expect(response.ok).toBe(true)
}
