import { addObjectType } from '@typecase/contract/object-types'
import { addSmartView } from '@typecase/contract/smart-views'
import type { Page } from '@playwright/test'

import { call } from '../e2e/fixtures/api.ts'
import { addArtworks } from '../e2e/fixtures/content.ts'
import type { Owner } from '../e2e/fixtures/people.ts'
import type { RunningServer } from '../e2e/fixtures/server.ts'
import { type BenchRow, timeRow } from './table.ts'

const ROWS = 1000
const COLUMNS = 10
const TYPE = 'sheets'

/**
 * Measures pasting as much as a sheet holds: from the paste until all of it is checked and the visible rows are
 * painted.
 */
export async function benchSheet(
  page: Page,
  server: RunningServer,
  owner: Owner,
): Promise<BenchRow[]> {
  const { slug } = owner.bucket
  const metafields = Array.from({ length: COLUMNS - 1 }, (_, index) => ({
    key: `f${index}`,
    title: `Field ${index}`,
    type: 'text' as const,
    maxlength: 100,
  }))
  const data = { title: 'Sheets', slug: TYPE, metafields }
  await call(server.url, addObjectType, { body: { slug, data } }, owner.token)
  await addArtworks(server, owner, ROWS, 'draft', TYPE)
  const view = {
    title: 'Sheet',
    query_string: new URLSearchParams({ query: JSON.stringify({ type: TYPE }) }).toString(),
    columns: ['title', ...metafields.map(({ key }) => `metadata.${key}`)],
  }
  const added = await call(server.url, addSmartView, { body: { slug, data: view } }, owner.token)
  await page.goto(`${server.url}/${slug}/objects?smartViewID=${added.smart_view.id}&limit=${ROWS}`)
  await page.getByRole('row', { name: 'Work' }).first().waitFor()
  await page.keyboard.press('s')
  await page.getByRole('textbox', { name: /^Title of/ }).waitFor()
  const text = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_column, column) => `Pasted ${row} ${column}`).join('\t'),
  ).join('\n')
  return [timeRow('paste of 1,000 × 10 cells: checked and painted', await paste(page, text), 1000)]
}

/** Measures the milliseconds from the paste until the frame after it is painted. */
const paste = (page: Page, text: string): Promise<number> =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    const start = performance.now()
    document.activeElement?.dispatchEvent(event)
    return new Promise<number>((resolve) => {
      const look = () => {
        const isThere = document.querySelector('[role="grid"]')?.textContent?.includes('Pasted 0 0')
        // A task after the frame's callback runs once the frame was painted.
        requestAnimationFrame(() =>
          isThere ? setTimeout(() => resolve(performance.now() - start)) : look(),
        )
      }
      look()
    })
  }, text)
