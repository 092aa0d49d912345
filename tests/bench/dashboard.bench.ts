import { chromium, type Page } from '@playwright/test'

import playwright from '../../playwright.config.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'
import { importTateSet } from './tate-set.ts'

const OPENINGS = 20
const QUERIES = ['turner venice', 'st gotthard', 'lady of shalott', 'publish', 'watercolour study']

/** Times in a real browser, from the key press to the next paint. */
export async function benchDashboard(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    await importTateSet(server.url, bucket.slug, token)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
    await context.addInitScript((value) => localStorage.setItem('token', value), token)
    // Pictures of the content set are elsewhere; a bench stays on this machine.
    await context.route(
      (address) => address.hostname !== '127.0.0.1',
      (route) => route.abort(),
    )
    const page = await context.newPage()

    const start = performance.now()
    await page.goto(`${server.url}/${bucket.slug}/objects`)
    await page.getByRole('grid', { name: 'Objects' }).getByRole('row').nth(5).waitFor()
    const cold = performance.now() - start
    // The title index and the palette's code are loaded when the page is idle.
    await page.waitForTimeout(4000)

    const opening: number[] = []
    const typing: number[] = []
    for (let run = 0; run < OPENINGS; run += 1) {
      opening.push(await pressToPaint(page, 'ControlOrMeta+k'))
      for (const letter of QUERIES[run % QUERIES.length] ?? '')
        typing.push(await pressToPaint(page, letter))
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    return [
      timeRow('list page interactive, cold', cold, 400),
      timeRow('palette: open → painted, p95', percentile(opening, 0.95), 50),
      timeRow('palette: open → painted, median', median(opening)),
      timeRow('palette: key → painted, p95', percentile(typing, 0.95), 33),
      timeRow('palette: key → painted, median', median(typing)),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Milliseconds from a key press until the frame after it was painted. */
async function pressToPaint(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const state = window as unknown as { painted?: Promise<number> }
    state.painted = new Promise((resolve) => {
      addEventListener(
        'keydown',
        (event) => {
          const channel = new MessageChannel()
          // A message after the frame callback is handled once the frame was painted.
          channel.port1.addEventListener('message', () =>
            resolve(performance.now() - event.timeStamp),
          )
          channel.port1.start()
          requestAnimationFrame(() => channel.port2.postMessage(null))
        },
        { capture: true, once: true },
      )
    })
  })
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}
