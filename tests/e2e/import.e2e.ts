import { createCipheriv, scryptSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { createBucketClient } from '@cosmicjs/sdk'
import type { Locator, Page } from '@playwright/test'
import type { Job } from '@typecase/contract/jobs'
import { cancelJob } from '@typecase/contract/jobs'

import { call } from './fixtures/api.ts'
import type { Owner } from './fixtures/people.ts'
import type { RunningServer } from './fixtures/server.ts'
import { expect as expectSoon, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const FILES = join(import.meta.dirname, '../fixtures/imports')
const BUCKET_FILE = join(FILES, 'bucket.json')
/** Exports of other systems, if they exist next to the repository. */
const SHARED = join(import.meta.dirname, '../../../shared/fixtures/imports')
const bucketFiles = [
  BUCKET_FILE,
  ...(existsSync(SHARED) ? readdirSync(SHARED).map((name) => join(SHARED, name)) : []),
]

// These tests check every state twice with axe, and wait for jobs in separate threads.
test.describe.configure({ timeout: 180_000 })
const expect = expectSoon.configure({ timeout: 60_000 })

interface ImportedObject {
  id: string
  slug: string
  title: string
  locale: string | null
  metadata: Record<string, unknown> | null
}

/** Reads objects as a site does, with the bucket's read key. */
async function published(server: RunningServer, { bucket }: Owner, query: object, depth = 0) {
  const apiUrl = `${server.url}/v3`
  const client = createBucketClient({
    bucketSlug: bucket.slug,
    readKey: bucket.api_access.read_key ?? '',
    custom: { apiUrl, uploadUrl: apiUrl },
  })
  const result: unknown = await client.objects
    .find(query)
    .props('id,slug,title,locale,metadata')
    .limit(1000)
    .depth(depth)
  return result as { objects: ImportedObject[]; total: number }
}

/** Opens the import page with the palette, and chooses a file with the key that opens the file chooser. */
async function chooseByKeyboard(page: Page, { bucket }: Owner, file: string): Promise<void> {
  await page.goto(`/${bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type('import content')
  await expect(page.getByRole('option', { name: /^Import content/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(file)
  await expect(page.getByRole('region', { name: 'File' })).toContainText(basename(file))
}

/** Presses Tab until a control has the focus, then Enter. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 60; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
}

const open = (page: Page, { bucket }: Owner) => page.goto(`/${bucket.slug}/import-export`)

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
  await page.locator('input[type=file][accept]').setInputFiles(file)
}

const report = (page: Page, title: string | RegExp) => page.getByRole('region', { name: title })

/** Returns a figure of the report, by its label. */
function count(page: Page, label: string): Locator {
  return page.locator('dl > div').filter({ hasText: label }).locator('dd')
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

for (const file of bucketFiles) {
  test(`${basename(file)} is imported by keyboard and read by a site`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    // The expected numbers come from the file itself.
    const { bucket } = JSON.parse(readFileSync(file, 'utf8')) as {
      bucket: { objects: Record<string, unknown>[]; object_types: unknown[] }
    }
    const all = bucket.objects.length
    const types = Map.groupBy(bucket.objects, (object) => String(object['type_slug']))

    await chooseByKeyboard(page, owner, file)
    await tabTo(page, page.getByRole('button', { name: 'Check first' }))
    await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeFocused()
    await expect(count(page, 'to create')).toHaveText(String(all))
    await expect(count(page, 'to update')).toHaveText('0')
    await expect(count(page, 'unchanged')).toHaveText('0')
    await expect(count(page, 'invalid')).toHaveText('0')
    await expect(published(server, owner, {})).rejects.toMatchObject({ status: 404 })

    await tabTo(page, page.getByRole('button', { name: `Import ${all} objects` }))
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
    await expect(count(page, 'created')).toHaveText(String(all))

    for (const [type, objects] of types) {
      const { total } = await published(server, owner, { type, locale: { $ne: 'none' } })
      expect(total, type).toBe(objects.length)
    }
    // Every relation in the file to one of its objects must be that object at depth 1.
    const byId = new Map(bucket.objects.map((object) => [String(object['_id']), object['slug']]))
    let relations = 0
    for (const object of bucket.objects) {
      const fields = Array.isArray(object['metafields']) ? object['metafields'] : []
      const pointing = (fields as Record<string, unknown>[]).filter(
        ({ type, value }) =>
          (type === 'object' || type === 'objects') && byId.has(String(value).split(',')[0] ?? ''),
      )
      if (pointing.length === 0) continue
      const query = { type: object['type_slug'], slug: object['slug'] }
      const [read] = (await published(server, owner, query, 1)).objects
      for (const { key, value } of pointing) {
        relations += 1
        const values = [read?.metadata?.[String(key)]].flat() as ImportedObject[]
        const slugs = String(value)
          .split(',')
          .map((id) => byId.get(id))
        expect(values.map(({ slug }) => slug)).toEqual(slugs)
      }
    }
    if (file === BUCKET_FILE) expect(relations).toBe(6)

    await tabTo(page, page.getByRole('link', { name: 'Show the objects' }))
    await expect(page.getByRole('status').filter({ hasText: `${all} objects` })).toBeVisible()
  })
}

test('an import includes folders, and importing the same file again changes nothing', async ({
  ownerPage: page,
  owner,
}) => {
  await open(page, owner)
  await page.locator('input[type=file][accept]').setInputFiles(BUCKET_FILE)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(page, 'Imported')).toContainText('1 new folder')
  await page.locator('input[type=file][accept]').setInputFiles(BUCKET_FILE)
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(report(page, 'Nothing to import')).toBeVisible()
  await expect(count(page, 'unchanged')).toHaveText('8')
  expect(await violations(page)).toEqual([])
})

test('a CSV and then NDJSON that refers to it are mapped and imported with their relations', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await open(page, owner)
  expect(await violations(page)).toEqual([])
  await page.locator('input[type=file][accept]').setInputFiles(join(FILES, 'makers.csv'))
  await expect(page.getByRole('textbox', { name: 'Object type' })).toHaveValue('makers')
  await pick(page, 'Type of trades', 'multi-select')
  await page.getByRole('textbox', { name: 'Key of id' }).fill('number')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(page, 'Imported')).toContainText('1 new object type')
  await expect(count(page, 'created')).toHaveText('3')

  await page.locator('input[type=file][accept]').setInputFiles(join(FILES, 'lamps.ndjson'))
  await pick(page, 'Type of maker_ids', 'objects')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await pick(page, 'Object type that maker_ids points at', 'Makers')
  await pick(page, 'Field that holds maker_ids there', 'number')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(report(page, 'Ready to import')).toContainText('4 relations found')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 4 objects' }).click()
  await expect(report(page, 'Imported')).toContainText('4 relations found')
  await expect(count(page, 'created')).toHaveText('4')
  expect(await violations(page)).toEqual([])

  const makers = await published(server, owner, { type: 'makers' })
  expect(makers).toMatchObject({
    total: 3,
    objects: [
      {
        title: 'Okonkwo; Ada',
        metadata: {
          trades: ['glass', 'brass'],
          note: expect.stringMatching(/^Works in "two" towns/),
        },
      },
      { title: 'Ben Lindqvist' },
      { title: 'Chiara Pozzi' },
    ],
  })
  const lamps = await published(server, owner, { type: 'lamps' }, 1)
  expect(lamps.total).toBe(4)
  expect(lamps.objects.map(({ slug }) => slug)).toContain('argand-2')
  expect(lamps.objects[0]?.metadata?.['maker_ids']).toMatchObject([
    { title: 'Okonkwo; Ada' },
    { title: 'Ben Lindqvist' },
  ])

  await test.step('a relation to a missing object is refused, or left out on request', async () => {
    await choose(page, 'lamps.ndjson', '{"name":"Lost","maker_ids":["99"]}\n')
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(report(page, '1 row cannot be imported')).toContainText(
      'metadata.maker_ids names no object of type makers with the id “99”',
    )
    await pick(page, 'Relations to missing objects', 'Leave the relation out')
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(report(page, 'Ready to import')).toContainText('The relation is left out.')
  })
})

const BAD = 'name,age,born\nAnna,old,29.03.1996\nBen,41,\n,12,4.9.2014\n'
const GOOD = 'name,age,born\nAnna,30,29.03.1996\nBen,41,\nCleo,12,4.9.2014\n'

test('a failed import lists rows, fields and rules, keeps its mapping and can be repeated', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await open(page, owner)
  await choose(page, 'people.csv', BAD)
  await pick(page, 'Type of age', 'number')
  await pick(page, 'Format of born', 'Day first (29.03.1996 → 1996-03-29)')
  await expect(page.getByRole('button', { name: 'Type of born' })).toContainText('date')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nothing was imported' })).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('2 rows cannot be imported')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(
    problems.getByRole('row', { name: /^Row 2 ?Anna metadata.age .*number, not “old” type$/ }),
  ).toBeVisible()
  await expect(problems.getByRole('row', { name: /^Row 4 title .* required$/ })).toBeVisible()
  await expect(count(page, 'invalid')).toHaveText('2')
  await expect(count(page, 'to create')).toHaveText('1')
  expect(await violations(page)).toEqual([])
  await expect(published(server, owner, { type: 'people' })).rejects.toMatchObject({ status: 404 })

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('people-problems.csv')
  const table = readFileSync(await file.path(), 'utf8')
  expect(table.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFrow,title,field,problem,rule',
    '2,Anna,metadata.age,"metadata.age must be a number, not “old”",type',
  ])

  await test.step('the history shows the same error and links to the report', async () => {
    await page.goto(`/${owner.bucket.slug}/history`)
    const row = page.getByRole('listitem').filter({ hasText: 'Import people.csv' })
    await expect(row).toContainText('2 rows cannot be imported, so nothing was changed.')
    expect(await violations(page)).toEqual([])
    await row.getByRole('link', { name: 'Show report' }).click()
    await expect(report(page, 'Nothing was imported')).toContainText('metadata.age')
  })

  await test.step('the corrected file is imported with the mapping of the failed one', async () => {
    await choose(page, 'people.csv', GOOD)
    await expect(page.getByRole('button', { name: 'Type of age' })).toContainText('number')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(report(page, 'Imported')).toBeVisible()
    const { objects } = await published(server, owner, { type: 'people' })
    expect(objects.map(({ metadata }) => metadata)).toMatchObject([
      { age: 30, born: '1996-03-29' },
      { age: 41, born: null },
      { age: 12, born: '2014-09-04' },
    ])
  })

  await test.step('an update shows the changed fields and is saved as a draft', async () => {
    await choose(page, 'people.csv', GOOD.replace('Anna,30', 'Anna,31'))
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(report(page, 'Ready to import')).toBeVisible()
    await expect(report(page, 'What changes')).toContainText(/Anna.*3[01]/)
    await expect(page.getByText('1 of the objects to update is public.')).toBeVisible()
    const drafts = page.getByRole('radio', { name: 'As drafts' })
    await expect(drafts).toBeChecked()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 1 object' }).click()
    await expect(report(page, 'Imported')).toBeVisible()
    const { objects } = await published(server, owner, { type: 'people' })
    expect(objects.map(({ metadata }) => metadata?.['age'])).toEqual([30, 41, 12])
  })
})

test('the report offers an import without the invalid rows', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await open(page, owner)
  await choose(page, 'people.csv', BAD)
  await pick(page, 'Type of age', 'number')
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(report(page, '2 rows cannot be imported')).toBeVisible()
  await page.getByRole('button', { name: 'Import the other 1' }).click()
  await expect(report(page, 'Imported')).toContainText('The whole file except 2 rows')
  expect((await published(server, owner, { type: 'people' })).total).toBe(1)
})

test('a cancelled import changes nothing, and the page, the history and the tray say so', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  // Keeps the bucket busy, so that the next import is visibly waiting.
  const first = await sendLongImport(server, owner)
  await open(page, owner)
  await choose(page, 'people.csv', GOOD)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('waiting for other jobs')
  expect(await violations(page)).toEqual([])
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(report(page, 'The import was cancelled')).toContainText('Nothing was changed.')
  await expect(page.getByRole('textbox', { name: 'Object type' })).toHaveValue('people')
  expect(await violations(page)).toEqual([])
  await page.goto(`/${owner.bucket.slug}/history`)
  const row = page.getByRole('listitem').filter({ hasText: 'Import people.csv' })
  await expect(row).toContainText('Cancelled')
  await expect(page.getByRole('region', { name: 'Running jobs' })).toContainText('long.ndjson')
  await call(server.url, cancelJob, { body: { job_id: first.id } }, owner.token)
  const tray = page.getByRole('region', { name: 'Running jobs' })
  const notice = tray.getByRole('status').filter({ hasText: 'Cancelled' })
  await notice.getByRole('link', { name: 'Show report' }).click()
  await expect(report(page, 'The import was cancelled')).toBeVisible()
  await expect(tray).toHaveCount(0)
  await expect(published(server, owner, {})).rejects.toMatchObject({ status: 404 })
})

test('a sheet of a workbook is chosen, mapped and imported', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await open(page, owner)
  const workbook = readFileSync(join(FILES, 'lighthouses.xlsx'))
  await choose(page, 'lighthouses.xlsx', workbook)
  const file = page.getByRole('region', { name: 'File' })
  await expect(file).toContainText('Excel workbook')
  await expect(file).toContainText('9 columns')
  const mapping = page.getByRole('region', { name: 'Mapping' })
  await expect(mapping.getByRole('row', { name: /^Height \(2\)/ })).toContainText('71')
  await page.getByRole('button', { name: /Sheet/ }).click()
  await page.getByRole('option', { name: 'Keepers & co' }).click()
  await expect(page.getByRole('textbox', { name: 'Object type' })).toHaveValue('keepers-co')
  await expect(mapping.getByRole('row')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(page, 'Imported')).toBeVisible()
  expect((await published(server, owner, {})).objects).toMatchObject([{ title: 'Ada' }])
})

test('an encrypted Strapi export is checked and imported with its key', async ({
  ownerPage: page,
  owner,
}) => {
  await open(page, owner)
  const cipher = createCipheriv(
    'aes-128-ecb',
    scryptSync('secret', 'strapi-data-transfer', 16),
    null,
  )
  const sample = readFileSync(join(FILES, '../foreign/strapi.tar.gz'))
  const content = Buffer.concat([cipher.update(sample), cipher.final()])
  await choose(page, 'export.tar.gz.enc', content)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Enter the key' })).toBeVisible()
  const key = page.getByRole('textbox', { name: 'Key of the export' })
  await key.fill('wrong')
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(page.getByText('export_key does not open the export')).toBeVisible()
  await key.fill('secret')
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(page.getByRole('heading', { name: 'Strapi export' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(page, 'Imported')).toContainText('created8')
})

test('a CSV in Windows-1252 is read and shows a notice', async ({ ownerPage: page, owner }) => {
  await open(page, owner)
  await choose(page, 'orte.csv', Buffer.from('Name;Ort\r\nCaf\xe9;K\xf6ln\r\n', 'latin1'))
  const file = page.getByRole('region', { name: 'File' })
  await expect(file).toContainText('Read as Windows-1252, since it is not UTF-8. Check accents.')
  await expect(page.getByRole('region', { name: 'Mapping' })).toContainText('Köln')
})

test('invalid files are refused with a reason', async ({ ownerPage: page, owner }) => {
  await open(page, owner)
  const alert = page.getByRole('region', { name: 'File' }).getByRole('alert')
  for (const [name, content, words] of [
    ['photo.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'PNG image'],
    ['sheet.xlsx', Buffer.from(`PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`), 'was cut off'],
    ['sheet.xlsb', Buffer.from(`PK\x03\x04${'\0'.repeat(26)}xl/workbook.bin`), 'Save it as .xlsx'],
    ['empty.csv', '', 'is empty'],
    ['bucket.json', '{"bucket":{"objects":[{"ti', 'not valid JSON'],
    ['header.csv', 'a,b\n', 'has no rows'],
  ] as const) {
    await choose(page, name, content)
    await expect(alert).toContainText(words)
  }
  expect(await violations(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Check first' })).toHaveCount(0)
})

async function sendLongImport(server: RunningServer, { bucket, token }: Owner): Promise<Job> {
  const rows = Array.from({ length: 400_000 }, (_, n) => `{"title":"Row ${n}"}\n`).join('')
  const columns = [{ from: 'title', to: 'title' }]
  const form = new FormData()
  form.set('import_mode', 'merge')
  form.set('mapping', JSON.stringify({ format: 'ndjson', object_type: 'rows', columns }))
  form.set('import_file', new Blob([rows]), 'long.ndjson')
  const url = `${server.url}/v3/buckets/${bucket.slug}/import-bucket`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { job: Job }).job
}
