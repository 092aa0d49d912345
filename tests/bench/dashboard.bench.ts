import { listObjects, updateObject } from '@typecase/contract/objects'
import type { BrowserContext, Page } from '@playwright/test'

import { call } from '../e2e/fixtures/api.ts'
import { type Owner, signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { launch, signIn } from './browser.ts'
import { benchEditor } from './editor.bench.ts'
import { benchSheet } from './sheet.bench.ts'
import { clickToPaint, pressToPaint, pressToText, throttled } from './paint.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'
import { importTateSet } from './tate-set.ts'

const VISITS = 7
const CHANGES = 20
const OPENINGS = 20
const PLANS = 9
const COMMANDS = 10_000
const QUERIES = ['turner venice', 'st gotthard', 'lady of shalott', 'publish', 'watercolour study']

/** Measures times in a real browser, from the key press or click to the next paint. */
export async function benchDashboard(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await launch()
  const newPage = async (owner: Owner) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, server.url, owner.token)
    return context.newPage()
  }
  try {
    const owner = await signUpOwner(server, 'bench')
    await importTateSet(server.url, owner.bucket.slug, owner.token)
    const list = `${server.url}/${owner.bucket.slug}/objects`
    const cold: number[] = []
    for (let visit = 0; visit < VISITS; visit += 1) {
      const page = await newPage(owner)
      cold.push(await openList(page, list))
      await page.context().close()
    }
    const page = await newPage(owner)
    await addCommands(page.context())
    await openList(page, list)
    const changes = await changePages(page, owner.bucket.slug)
    const rows = [
      timeRow('list page interactive, cold, median', median(cold), 400),
      timeRow('page change to cached data, p95', percentile(changes, 0.95), 100),
      timeRow('page change to cached data, median', median(changes)),
      ...(await searchPalette(page, 'palette', 50, 33)),
      ...(await openPlans(page, server.url, owner)),
    ]
    const slower = () => searchPalette(page, 'palette, CPU four times slower', 100, 66)
    return [
      ...rows,
      ...(await throttled(page, 4, slower)),
      ...(await benchEditor(page, server.url, owner)),
      ...(await benchSheet(page, server, owner)),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const MANY = `({ default: part }) => {
  const verbs = ['Publish', 'Move', 'Rename', 'Duplicate', 'Archive', 'Translate', 'Resize', 'Share']
  const things = ['sketch', 'engraving', 'study', 'sculpture', 'print', 'portrait', 'landscape']
  const [owner] = part.commands[0].id.split('.')
  const many = Array.from({ length: ${COMMANDS} }, (_, at) => ({
    id: owner + '.many-' + at,
    title: verbs[at % 8] + ' ' + things[at % 7] + ' ' + at,
    effect: 'none',
    load: () => Promise.resolve({ run: async () => {} }),
  }))
  return { default: { ...part, commands: [...part.commands, ...many] } }
}`

/** Makes a plugin of the product add many commands. */
async function addCommands(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/first-(?!theme)[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const later =
      /import\([`"']\.\/commands-[^)]*\)\.then\((\w+)=>(?:\1\.\w+|\(\1\.\w+\(\),\1\.\w+\))\)/
    if (!later.test(text)) throw new Error('No plugin loads commands later')
    await route.fulfill({ response, body: text.replace(later, (load) => `${load}.then(${MANY})`) })
  })
}

async function openList(page: Page, address: string): Promise<number> {
  const start = performance.now()
  await page.goto(address)
  // Locates by attributes: computing the roles and names of a whole page keeps it busy.
  await page.locator('[role="grid"][aria-label="Objects"] [role="row"]').nth(5).waitFor()
  return performance.now() - start
}

/** Switches between the list of objects and the list of object types, both of which are loaded. */
async function changePages(page: Page, slug: string): Promise<number[]> {
  const there = async (to: string, text: string) =>
    clickToPaint(page, `nav a[href="/${slug}/${to}"]`, text)
  const times: number[] = []
  for (let at = 0; at < CHANGES; at += 1) {
    times.push(await there('object-types', '[aria-label="Object types"] [role="row"]'))
    times.push(await there('objects', '[role="grid"][aria-label="Objects"] [role="row"]'))
  }
  // The first visit of each page loads code and data.
  return times.slice(2)
}

async function searchPalette(
  page: Page,
  what: string,
  openBudget: number,
  keyBudget: number,
): Promise<BenchRow[]> {
  // Code and indexes load when the page is idle: the first search is not part of the measurement.
  await page.waitForTimeout(4000)
  const opening: number[] = []
  const typing: number[] = []
  for (let run = 0; run < OPENINGS; run += 1) {
    opening.push(await pressToPaint(page, 'ControlOrMeta+k'))
    // Earlier letters are buffered, and painted with the first later one.
    await page.locator('[role="combobox"]:focus').waitFor()
    for (const letter of QUERIES[run % QUERIES.length] ?? '')
      typing.push(await pressToPaint(page, letter))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  return [
    timeRow(`${what}: open → painted, p95`, percentile(opening, 0.95), openBudget),
    timeRow(`${what}: open → painted, median`, median(opening)),
    timeRow(`${what}: key → painted, p95`, percentile(typing, 0.95), keyBudget),
    timeRow(`${what}: key → painted, median`, median(typing)),
  ]
}

/** Opens plans for all objects. The bucket changes before each of them, so nothing is cached. */
async function openPlans(page: Page, url: string, { bucket, token }: Owner): Promise<BenchRow[]> {
  const { slug } = bucket
  const query = { slug, query: '{"type":"artists"}', limit: 1 }
  const { objects } = await call(url, listObjects, { query }, token)
  const object_id = objects[0]?.object.id ?? ''
  await openList(page, `${url}/${slug}/objects`)
  const times: number[] = []
  for (let run = 0; run < PLANS; run += 1) {
    const body = { slug, object_id, data: { content: `${run}` } }
    await call(url, updateObject, { body }, token)
    // The list behind the dialog refreshes.
    await page.waitForTimeout(500)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('unpublish')
    await page.getByRole('option', { name: /^Unpublish Objects/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /in this list/ }).waitFor()
    times.push(await pressToText(page, 'Enter', '[role="dialog"] tr[data-position="0"] th'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  return [
    timeRow('plan of all objects: Enter → first rows painted, median', median(times), 300),
    timeRow('plan of all objects: Enter → first rows painted, p95', percentile(times, 0.95)),
  ]
}
