import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import type { Page } from '@playwright/test'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from './fixtures/api.ts'
import { otherBrowser } from './fixtures/editor.ts'
import { addPublisher, installOn, publishOn } from './fixtures/extension.ts'
import { expect, type Owner, test } from './fixtures/test.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/hostile-${name}.js`), 'utf8')

/** Opens ports that no extension may reach. Records every datagram and every connection. */
async function listenEverywhere() {
  const events: string[] = []
  const udp = createSocket('udp4', () => events.push('a datagram')).bind(0, '127.0.0.1')
  const tcp = createServer((socket) => {
    events.push('a connection')
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  return {
    heard: events,
    ports: { UDP_PORT: udp.address().port, TCP_PORT: (tcp.address() as AddressInfo).port },
    close() {
      udp.close()
      tcp.close()
    },
  }
}

type Listening = Awaited<ReturnType<typeof listenEverywhere>>

const peersTo = ({ ports }: Listening) =>
  fixture('peers').replace(/(UDP|TCP)_PORT/g, (name) => String(ports[name as keyof typeof ports]))

/** Installs an extension with a page, and opens the page. @returns its id */
async function openPageOf(
  page: Page,
  url: string,
  owner: Owner,
  code: string,
  more: Partial<ExtensionManifest> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const workspace = await addPublisher(url, owner)
  const id = `hostile-${workspace}`
  const declared = { id, title: 'Hostile', page: { title: 'Hostile page' }, ...more }
  const all = { 'extension.js': code, ...files }
  const manifest = await publishOn(url, owner, workspace, declared, all)
  await installOn(url, owner, manifest)
  await page.goto(`/${owner.bucket.slug}/extensions/${id}`)
  return id
}

/** Adds an object to open. */
async function addLamp(url: string, { bucket, token }: Owner) {
  const { slug } = bucket
  const type = { title: 'Lamps', singular: 'Lamp', slug: 'lamps', metafields: [] }
  await call(url, addObjectType, { body: { slug, data: type } }, token)
  const data = { type: 'lamps', title: 'Secret lamp' }
  return (await call(url, addObject, { body: { slug, data } }, token)).object
}

/** Checks that the dashboard responds: the palette opens and runs a command. */
async function expectAlive(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.type('go to trash')
  await expect(page.getByRole('option').first()).toContainText('Go to Trash')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible()
}

const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: '“Hostile” was stopped' })

test('no forbidden action of an extension succeeds, and the dashboard does not change', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const [listening, control] = [await listenEverywhere(), await listenEverywhere()]
  const object = await addLamp(server.url, owner)
  await openPageOf(
    page,
    server.url,
    owner,
    fixture('extension'),
    { panel: { title: 'Hostile panel' } },
    { 'peers.js': peersTo(listening), 'realm.js': fixture('realm') },
  )
  const address = page.url()
  const frame = page.frameLocator('iframe[title="Hostile"]')
  const results = frame.locator('body[data-results]')
  await expect(results).toBeAttached({ timeout: 90_000 })
  const reported = JSON.parse((await results.getAttribute('data-results')) ?? '{}') as Record<
    string,
    string
  >
  expect(Object.keys(reported).length).toBeGreaterThanOrEqual(50)
  const through = Object.entries(reported).filter(([, result]) => result !== 'refused')
  expect(through).toEqual([])
  expect(page.url()).toBe(address)
  expect(dialogs).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
  await expectAlive(page)

  // The panel requested no permission, so it sees nothing of the open object.
  await page.goto(`/${owner.bucket.slug}/objects/${object.id}`)
  const panel = page.frameLocator('iframe[title="Hostile panel"]').locator('body[data-context]')
  await expect(panel).toBeAttached()
  const context = JSON.parse((await panel.getAttribute('data-context')) ?? '{}') as object
  expect(Object.keys(context).toSorted()).toEqual(['bucket', 'theme', 'view'])

  // Outside a frame, the same code gets through, even though it starts later.
  await page.evaluate(
    `(async () => { ${peersTo(control).replaceAll('export ', '')}; await connectPeers(window) })()`,
  )
  await expect
    .poll(() => [...new Set(control.heard)].toSorted())
    .toEqual(['a connection', 'a datagram'])
  expect(listening.heard).toEqual([])
  for (const { close } of [listening, control]) close()
})

const misbehaving = {
  'that leaves its page': {
    code: `import { defineExtension } from '@typecase/extension-sdk'
      defineExtension({ page() { location.href = './extension.js' } })`,
    reason: 'left its page',
  },
  'that never starts': { code: 'export {}', reason: 'did not start' },
  'that sends without end': {
    code: `import { defineExtension } from '@typecase/extension-sdk'
      defineExtension({ page(_root, host) {
        setInterval(() => { for (let n = 0; n < 500; n += 1) void host.notify('again').catch(() => 0) }, 10)
      } })`,
    reason: 'sends too much data',
  },
}

for (const [title, { code, reason }] of Object.entries(misbehaving))
  test(`an extension ${title} is stopped, and the dashboard keeps working`, async ({
    ownerPage: page,
    owner,
    server,
  }) => {
    await openPageOf(page, server.url, owner, code)
    await expect(stopped(page)).toContainText(reason, { timeout: 30_000 })
    await expect(page.locator('iframe')).toHaveCount(0)
    await expectAlive(page)
  })

test('an extension in an endless loop is stopped, and the dashboard keeps working', async ({
  playwright,
  launchOptions,
  owner,
  server,
}) => {
  // Full browsers run one process per site, and one per frame without an origin. The headless browser of the tests does
  // not by default.
  const args = [...(launchOptions.args ?? []), '--site-per-process']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await otherBrowser(browser, server.url, owner.token)
  const code = `import { defineExtension } from '@typecase/extension-sdk'
    defineExtension({ page() { setTimeout(() => { for (;;); }, 50) } })`
  await openPageOf(page, server.url, owner, code)
  await expect(stopped(page)).toContainText('no longer answers', { timeout: 30_000 })
  await expectAlive(page)
  await browser.close()
})

test('only key presses for the dashboard leave the frame of an extension', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  await openPageOf(
    page,
    server.url,
    owner,
    `import { defineExtension } from '@typecase/extension-sdk'
     defineExtension({ page(root) { root.append(document.createElement('input')) } })`,
  )
  const input = page.frameLocator('iframe').locator('input')
  await input.focus()
  // Keys typed in the frame belong to the extension: n, g x and Delete are keys of the dashboard's lists.
  await page.keyboard.type('ngx')
  await page.keyboard.press('Delete')
  await expect(input).toHaveValue('ngx')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('iframe')).toBeFocused()
  // Escape moves the focus out of the frame, to the page around it.
  await input.focus()
  await page.keyboard.press('Escape')
  await expect(page.locator('iframe')).not.toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await expect(page.getByRole('heading', { name: 'Extensions', level: 1 })).toBeVisible()
})
