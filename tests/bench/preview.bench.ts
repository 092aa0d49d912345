import { updateBucket } from '@typecase/contract/buckets'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startPreviewSite } from '../e2e/fixtures/preview-site.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { launch, signIn } from './browser.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'

const KEYS = 50

type Measured = { times?: number[] }

/** Measures typing next to a page of a site: from the key press to the frame of the page that shows it. */
export async function benchPreview(): Promise<BenchRow[]> {
  const server = await startServer()
  const browser = await launch()
  let website: Awaited<ReturnType<typeof startPreviewSite>> | undefined
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    const type = { title: 'Articles', slug: 'articles', metafields: [] }
    await call(server.url, addObjectType, { body: { slug, data: type } }, token)
    const article = { type: 'articles', title: 'The door' }
    const { object } = await call(server.url, addObject, { body: { slug, data: article } }, token)
    website = await startPreviewSite(
      `<!doctype html><title>Site</title><h1 data-typecase="${object.id}:title">The door</h1>
      <script type="module" src="${server.url}/preview.js"></script>`,
    )
    const site = { id: 'a', name: 'Website', url: `${website.url}/{slug}`, types: [] }
    const data = { preview_sites: [site] }
    await call(server.url, updateBucket, { body: { slug, data } }, token)

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, server.url, token)
    const page = await context.newPage()
    await page.goto(`${server.url}/${slug}/objects/${object.id}`)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.focus()
    await page.keyboard.press('Alt+v')
    const heading = page
      .frameLocator('iframe[title^="Preview: "]')
      .frameLocator('iframe')
      .getByRole('heading', { level: 1 })
    await heading.waitFor()
    await page.keyboard.press('End')
    // The first key begins a draft, and the page has to be connected.
    await page.keyboard.type('!')
    await heading.filter({ hasText: 'The door!' }).waitFor()

    // Both processes use the clock of this machine.
    await page.evaluate(() => {
      const measured = window as Measured
      measured.times = []
      const note = ({ timeStamp }: Event) =>
        measured.times?.push(performance.timeOrigin + timeStamp)
      addEventListener('keydown', note, { capture: true })
    })
    await heading.evaluate((element) => {
      const measured = window as Measured
      measured.times = []
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () =>
        measured.times?.push(performance.timeOrigin + performance.now()),
      )
      channel.port1.start()
      // A message after the frame callback is handled once the frame was painted.
      const note = () => requestAnimationFrame(() => channel.port2.postMessage(null))
      new MutationObserver(note).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('a')
      await heading.filter({ hasText: `!${'a'.repeat(key + 1)}` }).waitFor()
      await page.waitForTimeout(30)
    }
    const pressed = await page.evaluate(() => (window as Measured).times ?? [])
    const seen = await heading.evaluate(() => (window as Measured).times ?? [])
    if (seen.length !== pressed.length)
      throw new Error(`${pressed.length} keys made ${seen.length} changes`)
    const times = seen.map((time, at) => time - (pressed[at] ?? Number.NaN))
    return [
      timeRow('typed → seen in the preview, 50 keys, median', median(times)),
      timeRow('typed → seen in the preview, 50 keys, p95', percentile(times, 0.95), 100),
    ]
  } finally {
    website?.close()
    await browser.close()
    await server.stop()
  }
}
