import type { Page } from '@playwright/test'
import type { BodyOf } from '@typecase/contract/endpoint'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import type { Owner } from '../e2e/fixtures/people.ts'
import { countElements, pressToPaint } from './paint.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'

const FIELDS = 500
const ROWS = 1000
const NODES = 5000
const TYPED = 'The pink house stood at the edge of the sea for years'

type Metafields = NonNullable<BodyOf<typeof addObjectType>['data']['metafields']>

/**
 * Measures typing in the largest possible objects: the time from key to paint, and the number of elements on the page.
 */
export async function benchEditor(page: Page, url: string, owner: Owner): Promise<BenchRow[]> {
  const many = Array.from({ length: FIELDS }, (_, at) => ({
    key: `field_${at}`,
    title: `Field ${at}`,
    type: 'text' as const,
  }))
  const rows = Array.from({ length: ROWS }, (_, at) => ({ name: `Tate Britain ${at}` }))
  const repeater = {
    key: 'shows',
    title: 'Shows',
    type: 'repeater' as const,
    repeater_fields: [{ key: 'name', title: 'Name', type: 'text' as const }],
  }
  return [
    ...(await typeIn(page, url, owner, 'Forms', many, {}, 'Field 2')),
    ...(await typeIn(page, url, owner, 'Exhibitions', [repeater], { shows: rows }, 'Name')),
  ]
}

async function typeIn(
  page: Page,
  url: string,
  { bucket: { slug }, token }: Owner,
  title: string,
  metafields: Metafields,
  metadata: Record<string, unknown>,
  field: string,
): Promise<BenchRow[]> {
  const type = title.toLowerCase()
  await call(url, addObjectType, { body: { slug, data: { title, slug: type, metafields } } }, token)
  const data = { type, title: 'Large', metadata }
  const { object } = await call(url, addObject, { body: { slug, data } }, token)
  await page.goto(`${url}/${slug}/objects/${object.id}`)
  if ('shows' in metadata) await page.getByRole('button', { name: /^Row 1:/ }).click()
  await page.getByRole('textbox', { name: field, exact: true }).focus()
  // The first key begins a draft, which is not typical of typing.
  await page.keyboard.type('ab')
  const typeAll = async () => {
    const times: number[] = []
    for (const letter of TYPED) times.push(await pressToPaint(page, letter))
    return times
  }
  // The palette reads 72,740 titles at the same time.
  const opening = await typeAll()
  await page.waitForTimeout(4000)
  const times = await typeAll()
  const nodes = await countElements(page)
  const what = 'shows' in metadata ? `a repeater of ${ROWS} rows` : `${FIELDS} fields`
  return [
    timeRow(`typing in ${what}: key → painted, p95`, percentile(times, 0.95), 32),
    timeRow(`typing in ${what}: key → painted, median`, median(times)),
    timeRow(`the same while the page is still loading, median`, median(opening)),
    {
      what: `elements of a page with ${what}`,
      value: nodes.toLocaleString('en'),
      budget: `≤ ${NODES.toLocaleString('en')}`,
      isMet: nodes <= NODES,
    },
  ]
}
