import { addObject } from '@typecase/contract/objects'
import type { BrowserContext, Page } from '@playwright/test'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { launch, signIn } from './browser.ts'
import { type BenchRow, median, timeRow } from './table.ts'

const VISITS = 9

interface Visit {
  readonly ms: number
  readonly kB: number
}

/**
 * Measures the first page for a visitor with an empty cache: until the login form accepts input, and until a list shows
 * its rows. Bytes are the compressed downloads until then.
 */
export async function benchFirstPage(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await launch()
  try {
    const owner = await signUpOwner(server, 'bench')
    const { slug } = owner.bucket
    for (let row = 0; row < 50; row += 1) {
      const data = { type: 'posts', title: `Post ${row}` }
      await call(server.url, addObject, { body: { slug, data } }, owner.token)
    }
    const login: Visit[] = []
    const list: Visit[] = []
    for (let visit = 0; visit < VISITS; visit += 1) {
      const guest = await browser.newContext()
      login.push(await visitTo(guest, `${server.url}/login`, 'input[type="email"]:enabled'))
      await guest.close()
      const editor = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await signIn(editor, server.url, owner.token)
      const rows = '[role="grid"][aria-label="Objects"] [role="row"] [role="gridcell"]'
      list.push(await visitTo(editor, `${server.url}/${slug}/objects`, rows))
      await editor.close()
    }
    return [
      ...rowsOf('login form takes letters', login, 300, 200),
      ...rowsOf('list shows rows', list, 450, 300),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function visitTo(context: BrowserContext, url: string, text: string): Promise<Visit> {
  const page = await context.newPage()
  const bytes = await countBytes(page)
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(text).first().waitFor()
  return { ms: performance.now() - start, kB: bytes() / 1000 }
}

async function countBytes(page: Page): Promise<() => number> {
  const network = await page.context().newCDPSession(page)
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await network.send('Network.enable')
  return () => bytes
}

function rowsOf(what: string, visits: readonly Visit[], time: number, size: number): BenchRow[] {
  const kB = median(visits.map((visit) => visit.kB))
  return [
    timeRow(`${what}, median`, median(visits.map((visit) => visit.ms)), time),
    {
      what: `${what}: transferred by then`,
      value: `${kB.toFixed(0)} kB`,
      budget: `≤ ${size} kB`,
      isMet: kB <= size,
    },
  ]
}
