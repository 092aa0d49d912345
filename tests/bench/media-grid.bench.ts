import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { picture } from '../e2e/fixtures/pictures.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { launch, signIn } from './browser.ts'
import { copyMedia } from './fill.ts'
import { residentMb } from './memory.ts'
import { pressToPaint } from './paint.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'

const MEDIA = 100_000
const VISITS = 5
const PAGES = 60
const FIRST_TILE = '[role="grid"][aria-label="Media"] [role="gridcell"] img'

/** Measures the page of a bucket with very many media, in a real browser. */
export async function benchMediaGrid(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'typecase-grid-'))
  let server = await startServer({ dataDir })
  try {
    const owner = await signUpOwner(server, 'grid')
    const { slug } = owner.bucket
    const { buffer, name } = picture('tile.png', [120, 60, 40], 320, 240)
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(buffer)]), name)
    const answer = await fetch(`${server.url}/v3/buckets/${slug}/media-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: form,
    })
    if (!answer.ok) throw new Error(await answer.text())
    await server.stop()
    copyMedia(dataDir, slug, MEDIA - 1)

    server = await startServer({ dataDir })
    const browser = await launch()
    try {
      const cold: number[] = []
      let page: Page | undefined
      for (let visit = 0; visit < VISITS; visit += 1) {
        await page?.context().close()
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        await signIn(context, server.url, owner.token)
        page = await context.newPage()
        const start = performance.now()
        await page.goto(`${server.url}/${slug}/media`)
        await page.locator(FIRST_TILE).first().waitFor()
        cold.push(performance.now() - start)
      }
      if (!page) throw new Error('No page was opened')
      const [first = 0, ...others] = cold
      const keys: number[] = []
      await page.locator('[role="grid"][aria-label="Media"] [data-position="0"]').focus()
      for (let at = 0; at < PAGES; at += 1) keys.push(await pressToPaint(page, 'PageDown'))
      const end = performance.now()
      await page.keyboard.press('End')
      await page.locator(`[data-position="${MEDIA - 1}"] img`).waitFor()
      const toEnd = performance.now() - end
      return [
        timeRow('100,000 media: first pictures after a start of the server', first),
        timeRow('100,000 media: first pictures, median', median(others), 400),
        timeRow('100,000 media: PageDown → painted, p95', percentile(keys, 0.95), 33),
        timeRow('100,000 media: End → its picture', toEnd),
        {
          what: '100,000 media: memory of the server',
          value: `${residentMb(server.pid).toFixed(0)} MB`,
          budget: '',
        },
      ]
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
