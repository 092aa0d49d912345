import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'
import { addSmartView } from '@typecase/contract/smart-views'
import type { Page } from '@playwright/test'

import { call } from '../e2e/fixtures/api.ts'
import { type Owner, signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { launch, signIn } from './browser.ts'
import { type BenchRow, median, ms, percentile, timeRow } from './table.ts'

const ROWS = 50
const COLUMNS = 8
const PRESSES = 48
const ROUNDS = 6
/** A display draws 60 frames a second. */
const FRAME = 1000 / 60

/** Measures holding down `j` in a list: one press per frame, twice as fast as keyboards repeat. */
export async function benchListKeys(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await launch()
  try {
    const owner = await signUpOwner(server, 'keys')
    const address = await addList(server.url, owner)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, server.url, owner.token)
    const page = await context.newPage()
    await page.goto(address)
    await page.locator('[role="grid"] [role="row"]').nth(5).waitFor()
    // Loads that come later are not part of the measurement.
    await page.waitForTimeout(4000)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    const busy = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    }
    const frames: number[] = []
    const work: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.locator('[role="grid"] [role="row"][data-id]').first().focus()
      await page.keyboard.press('Home')
      const before = await busy()
      frames.push(...(await hold(page, 'j', PRESSES)))
      work.push(((await busy()) - before) / PRESSES)
    }
    const lateFrames = frames.filter((time) => time > FRAME * 1.5).length
    return [
      timeRow('j held down, 50 × 8: frame, median', median(frames), 17),
      timeRow('j held down: frame, p95', percentile(frames, 0.95)),
      timeRow('j held down: worst frame', Math.max(...frames)),
      {
        what: 'j held down: frames that came late',
        value: `${lateFrames} of ${frames.length}`,
        budget: '',
      },
      { what: 'j held down: work of the page for a press', value: ms(median(work)), budget: '' },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/**
 * Presses a key at the beginning of each frame.
 * @returns the milliseconds between frames
 */
const hold = (page: Page, key: string, presses: number): Promise<number[]> =>
  page.evaluate(
    ([key, presses]) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        let last: number | undefined
        const press = (now: number) => {
          if (last !== undefined) frames.push(now - last)
          last = now
          if (frames.length >= presses) return resolve(frames)
          const code = `Key${key.toUpperCase()}`
          const init = { key, code, bubbles: true, cancelable: true, repeat: frames.length > 0 }
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init))
          requestAnimationFrame(press)
        }
        requestAnimationFrame(press)
      }),
    [key, presses] as const,
  )

/**
 * Adds a list with this many rows and columns.
 * @returns its address
 */
async function addList(url: string, { bucket: { slug }, token }: Owner): Promise<string> {
  const metafields = Array.from({ length: COLUMNS - 2 }, (_, index) => ({
    key: `f${index}`,
    title: `Field ${index}`,
    type: index % 3 === 0 ? ('number' as const) : ('text' as const),
  }))
  const type = { title: 'Works', slug: 'works', metafields }
  await call(url, addObjectType, { body: { slug, data: type } }, token)
  for (let row = 0; row < ROWS; row += 1) {
    const values = metafields.map(({ key, type: kind }, column) => [
      key,
      kind === 'number' ? row * column : `Value ${column} of row ${row}`,
    ])
    const data = { type: 'works', title: `Work ${row}`, metadata: Object.fromEntries(values) }
    await call(url, addObject, { body: { slug, data } }, token)
  }
  const data = {
    title: 'Keys',
    query_string: new URLSearchParams({ query: '{"type":"works"}' }).toString(),
    columns: ['title', ...metafields.map(({ key }) => `metadata.${key}`), 'status'],
  }
  const { smart_view: view } = await call(url, addSmartView, { body: { slug, data } }, token)
  return `${url}/${slug}/objects?smartViewID=${view.id}&limit=${ROWS}`
}
