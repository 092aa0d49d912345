import { writeFileSync } from 'node:fs'

import type { Page } from '@playwright/test'
import { listChangeSets } from '@typecase/contract/change-sets'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, getObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { addEditor, otherBrowser } from './fixtures/editor.ts'
import { addPublisher, archiveOf, installOn, publishOn } from './fixtures/extension.ts'
import { applyPlan, choose, pick } from './fixtures/palette.ts'
import { notifications, objectRows } from './fixtures/parts.ts'
import { expect, type Owner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const consent = (page: Page) => page.getByRole('alertdialog', { name: /^(Install|Update) “/ })
const list = (page: Page) => page.getByRole('list', { name: 'Extensions' })

const TIDY = {
  id: 'tidy-text',
  version: '1.0.0',
  permissions: ['objects:read' as const, 'objects:write' as const],
}

/** Adds articles with these titles, in a type with a text field. */
async function addArticles(url: string, { bucket, token }: Owner, titles: readonly string[]) {
  const { slug } = bucket
  const text = { key: 'text', title: 'Text', type: 'textarea' as const }
  const data = { title: 'Articles', singular: 'Article', slug: 'articles', metafields: [text] }
  await call(url, addObjectType, { body: { slug, data } }, token)
  const added = []
  for (const title of titles) {
    const object = { type: 'articles', title, metadata: { text: `He said "yes"...  ${title}` } }
    added.push((await call(url, addObject, { body: { slug, data: object } }, token)).object)
  }
  return added
}

test('an extension is installed, used next to an open object, switched off and uninstalled, by keyboard', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const [object] = await addArticles(server.url, owner, ['On lamps'])
  await page.goto(`/${owner.bucket.slug}/trash`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await expect(page.getByText('No extensions yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketplace')
  await expect(list(page).getByRole('listitem')).toContainText([
    'Content calendar',
    'Readability',
    'Tidy text',
  ])
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  await expect(consent(page)).toContainText(
    'It can read objects and object types. It can’t connect to other servers.',
  )
  await page.keyboard.press('Escape')
  await expect(consent(page)).toBeHidden()
  await page.keyboard.press('i')
  await expect(consent(page).getByRole('button', { name: 'Install' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('“Readability” appears next to open objects.')
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  // The panel reads values while they are typed, and can move the focus to the field.
  await page.goto(`/${owner.bucket.slug}/objects/${object?.id}`)
  const panel = page.frameLocator('iframe[title="Readability"]')
  await expect(panel.locator('dl')).toContainText('Words5')
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(`. And ${'very '.repeat(34)}long`)
  await expect(panel.getByRole('button', { name: /words: And very/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await panel.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await choose(page, 'switch extension off', 'Switch extension off')
  await pick(page, 'Which extension?', 'read', 'Readability')
  await expect(notifications(page)).toContainText('“Readability” is off for everyone')
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await expect(list(page).getByRole('listitem')).toContainText('Off')
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await expect(page.getByText('No extensions yet')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(list(page).getByRole('listitem')).toContainText('Readability')
})

test('a command of an extension proposes changes to a selection, which are reviewed, applied and undone', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const titles = ['First - day', 'Second  day', 'Third day']
  const [first, second, third] = await addArticles(server.url, owner, titles)
  await installOn(server.url, owner, TIDY)
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(objectRows(page)).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+a')
  await choose(page, 'tidy up texts', 'Tidy up texts')
  await pick(page, /Quotation|Search|Filter/, 'engl', '“English”')
  const review = page.getByRole('dialog')
  await expect(review).toContainText('3 selected')
  await expect(review.getByRole('row').filter({ hasText: 'First – day' })).toBeVisible()
  await expect(review).toContainText('“yes”… Third day')
  expect(await violations(page)).toEqual([])
  await applyPlan(page)
  await expect(notifications(page)).toContainText('Changed 3 objects.')

  const { slug } = owner.bucket
  const read = async (object_id = '') =>
    (await call(server.url, getObject, { query: { slug, object_id } }, owner.token)).object
  expect((await read(first?.id)).title).toBe('First – day')
  expect(await read(second?.id)).toMatchObject({
    title: 'Second day',
    metadata: { text: 'He said “yes”… Second day' },
  })
  expect((await read(third?.id)).title).toBe('Third day')
  const { change_sets } = await call(server.url, listChangeSets, { query: { slug } }, owner.token)
  expect(change_sets[0]).toMatchObject({ extension: 'tidy-text', count: 3 })
  await choose(page, 'go to history', 'Go to History')
  await expect(page.getByText('via tidy-text')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('It was done on another page')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notifications(page)).toContainText('Restored 3 objects')
  expect((await read(second?.id)).title).toBe('Second  day')
})

test('a page of an extension proposes changes for review, and shares its values within the bucket', async ({
  ownerPage: page,
  browser,
  owner,
  server,
}) => {
  const [object] = await addArticles(server.url, owner, ['Lamp'])
  const workspace = await addPublisher(server.url, owner)
  const id = `stamps-${workspace}`
  const manifest = await publishOn(
    server.url,
    owner,
    workspace,
    {
      id,
      permissions: ['objects:read', 'objects:write'],
      page: { title: 'Stamps' },
    },
    {
      'extension.js': `
        import { defineExtension } from '@typecase/extension-sdk'
        defineExtension({ async page(root, host) {
          const button = root.appendChild(document.createElement('button'))
          const said = root.appendChild(document.createElement('p'))
          const { count = 0 } = await host.values.get()
          said.textContent = 'Stamped ' + count
          button.textContent = 'Stamp'
          button.onclick = async () => {
            const { objects } = await host.objects.list({ query: { type: 'articles' } })
            const updates = objects.map(({ id, title, rev }) => ({ object_id: id, rev, data: { title: title + '!' } }))
            const isApplied = await host.objects.propose('Stamp articles', updates)
            if (isApplied) await host.values.set({ count: count + 1 })
            said.textContent = isApplied ? 'Stamped ' + (count + 1) : 'Not stamped'
          }
        } })`,
    },
  )
  await installOn(server.url, owner, manifest)
  await page.goto(`/${owner.bucket.slug}/extensions/${id}`)
  const frame = page.frameLocator('iframe[title="Stamps"]')
  await expect(frame.locator('p')).toHaveText('Stamped 0')
  await expect(page).toHaveTitle(/Stamps/)
  expect(await violations(page)).toEqual([])

  await frame.getByRole('button').press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Lamp!')
  await page.keyboard.press('Escape')
  await expect(frame.locator('p')).toHaveText('Not stamped')
  // Proposals are limited to one a second, so a fast press is repeated.
  await expect(async () => {
    await frame.getByRole('button').press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Lamp!', { timeout: 3_000 })
  }).toPass()
  await applyPlan(page)
  await expect(frame.locator('p')).toHaveText('Stamped 1')
  const { slug } = owner.bucket
  const query = { slug, object_id: object?.id ?? '' }
  const changed = await call(server.url, getObject, { query }, owner.token)
  expect(changed.object.title).toBe('Lamp!')

  // Another user in the bucket sees its data; an editor uses extensions and does not install them.
  const editor = await addEditor(server, owner)
  const other = await otherBrowser(browser, server.url, editor.token)
  await other.goto(`/${slug}/extensions/${id}`)
  await expect(other.frameLocator('iframe[title="Stamps"]').locator('p')).toHaveText('Stamped 1')
  await other.goto(`/${slug}/extensions`)
  const remove = list(other).getByRole('button', { name: /Uninstall extension/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.focus()
  await expect(other.getByRole('tooltip')).toContainText('cannot change extensions')
  await other.context().close()
})

test('an author publishes from the palette, and an update with more permissions asks for consent', async ({
  ownerPage: page,
  owner,
  server,
}, info) => {
  const workspace = await addPublisher(server.url, owner)
  const id = `counter-${workspace}`
  const code = {
    'extension.js': `
      import { defineExtension } from '@typecase/extension-sdk'
      defineExtension({ commands: { count: () => ({ message: 'There are three.' }) } })`,
  }
  const declared = {
    id,
    title: 'Counter',
    commands: [{ name: 'count', title: 'Count lamps', about: 'bucket', effect: 'none' }],
  } as const
  const path = info.outputPath('counter.zip')
  writeFileSync(path, await archiveOf({ ...declared, commands: [...declared.commands] }, code))
  await page.goto(`/${owner.bucket.slug}/extensions`)
  await expect(page.getByText('No extensions yet')).toBeVisible()
  await choose(page, 'publish an extension', 'Publish an extension')
  await pick(page, 'For which workspace?', 'pre', 'Press')
  const chooser = page.waitForEvent('filechooser')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(/Choose/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(path)
  await expect(notifications(page)).toContainText('“Counter” 1.0.0 is published.')

  await choose(page, 'install extension', 'Install extension')
  await pick(page, 'Which extension?', 'counter', 'Counter')
  await expect(consent(page)).toContainText('It can’t read the content of this bucket.')
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('Type “Count lamps” in the palette.')
  await choose(page, 'count lamps', 'Count lamps')
  await expect(notifications(page)).toContainText('There are three.')

  await publishOn(
    server.url,
    owner,
    workspace,
    {
      ...declared,
      commands: [...declared.commands],
      version: '1.1.0',
      permissions: ['media:read'],
      hosts: ['https://lamps.example.com'],
    },
    code,
  )
  await page.reload()
  await expect(list(page).getByRole('listitem')).toContainText('1.1.0 is there')
  await choose(page, 'update extension', 'Update extension')
  await pick(page, 'Which extension?', 'counter', 'Counter')
  await expect(consent(page)).toContainText(
    'it can read media and send what it reads to lamps.example.com',
  )
  await page.keyboard.press('Enter')
  await expect(notifications(page)).toContainText('“Counter” is now version 1.1.0.')
})
