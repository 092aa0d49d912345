import type { BrowserContext, Page } from '@playwright/test'
import type { Media } from '@typecase/contract/media-upload'

import { hostileFiles, type HostileFile, script } from './fixtures/hostile-files.ts'
import { expect, type Owner, test } from './fixtures/test.ts'

// Each file is opened directly, loaded in every way that a page can load it, and shown.
test.describe.configure({ timeout: 300_000 })

/** Records executed scripts, their requests, and dialogs, in any page of the context. */
async function watch(context: BrowserContext): Promise<string[]> {
  const executions: string[] = []
  await context.exposeFunction('executed', (what: string) => void executions.push(what))
  context.on('dialog', (dialog) => {
    executions.push(`a dialog of ${dialog.page()?.url()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (request.url().endsWith('/executed'))
      executions.push(`a request of ${request.frame().url()}`)
  })
  return executions
}

/** Uploads a file. @returns the media, or the server's error */
async function upload(url: string, owner: Owner, { name, type, bytes }: HostileFile) {
  const body = new FormData()
  body.append('files', new Blob([bytes], { type }), name)
  const answer = await fetch(`${url}/v3/buckets/${owner.bucket.slug}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body,
  })
  return (await answer.json()) as { media: Media[] } | { status: number; message: string }
}

/** Number of files that one page loads. */
const SOME = 8

/** Returns markup that loads an address in every way that a page can. */
const embedding = (url: string) => `
  <img src="${url}"><iframe src="${url}"></iframe><embed src="${url}"><object data="${url}"></object>
  <script src="${url}"></script><script type="module" src="${url}"></script>
  <link rel="stylesheet" href="${url}"><video src="${url}"></video><audio src="${url}"></audio>
  <svg><use href="${url}#x"/><image href="${url}"/></svg>`

/** Opens an address like someone who received it. */
const open = (page: Page, url: string) =>
  page.goto(url).catch((reason: unknown) => {
    // An attachment starts a download instead of a page.
    if (!/Download is starting|ERR_ABORTED/.test(String(reason))) throw reason
  })

test('the test detects scripts that run', async ({ page, context, server }) => {
  const executions = await watch(context)
  await context.route(`${server.url}/control`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${script('control')}</script>` }),
  )
  await page.goto(`${server.url}/control`)
  await expect
    .poll(() => executions.toSorted())
    .toEqual([`a dialog of ${server.url}/control`, `a request of ${server.url}/control`, 'control'])
})

test('hostile files run nothing at their addresses, embedded in other pages and in the dashboard', async ({
  ownerPage: page,
  context,
  server,
  owner,
}) => {
  const executions = await watch(context)
  const media: Media[] = []
  const refused: string[] = []
  for (const file of hostileFiles) {
    const answer = await upload(server.url, owner, file)
    if ('media' in answer) media.push(...answer.media)
    else {
      expect(answer.status, `${file.name}: ${answer.message}`).toBe(400)
      refused.push(file.name)
    }
  }
  // Pages are refused as such, and so are invalid pictures; everything else is accepted.
  expect(refused.toSorted()).toEqual([
    'broken.jpg',
    'marked.txt',
    'page.html',
    'page.txt',
    'page.xhtml',
    'wide.txt',
  ])

  for (const { url, imgix_url, type } of media) {
    await open(page, url)
    if (type.startsWith('image/')) await open(page, `${imgix_url ?? url}?w=20&fm=png`)
    expect(executions, url).toEqual([])
  }
  let body = ''
  await context.route(`${server.url}/embedding`, (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  for (let at = 0; at < media.length; at += SOME) {
    const some = media.slice(at, at + SOME)
    body = `<!doctype html><title>Embedding</title>${some.map(({ url }) => embedding(url)).join('')}`
    await page.goto(`${server.url}/embedding`)
    expect(executions, some.map(({ url }) => url).join(' ')).toEqual([])
  }

  // Names and previews appear in the grid, in the list and in the details.
  for (const view of ['grid', 'list']) {
    await page.goto(`/${owner.bucket.slug}/media?view=${view}`)
    const grid = page.getByRole('grid', { name: 'Media' })
    await expect(grid.getByRole('gridcell').first()).toBeVisible()
    await page.keyboard.press('j')
    for (let n = 0; n < media.length; n += 1) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('complementary')).toBeVisible()
  }
  expect(executions).toEqual([])
})
