import type { Page } from '@playwright/test'

import { addObjectWithEveryField } from './fixtures/content.ts'
import { settle } from './fixtures/settle.ts'
import { expect, test } from './fixtures/test.ts'

declare global {
  interface Window {
    /** Set by the test: reports refusals of the browser. */
    reportRefusal(text: string): void
  }
}

/** Collects errors and refusals of the browser from now on. */
async function watchFor(page: Page): Promise<string[]> {
  const refusals: string[] = []
  await page.exposeFunction('reportRefusal', (text: string) => refusals.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      window.reportRefusal(
        `${event.violatedDirective} refused ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      ),
    ),
  )
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => refusals.push(`thrown: ${error.message}`))
  return refusals
}

const PUBLIC = ['/login', '/signup', '/2fa', '/forgot-password', '/verify-email', '/404']

test('pages without a session are served with the policy and do not violate it', async ({
  page,
}) => {
  const refusals = await watchFor(page)
  for (const path of PUBLIC) {
    const response = await page.goto(path)
    const headers = response?.headers() ?? {}
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).not.toContain('unsafe')
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['referrer-policy'], path).toMatch(/^(same-origin|no-referrer)$/)
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect(headers['permissions-policy'], path).toContain('camera=()')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  expect(refusals).toEqual([])
})

test('injected markup and scripts do not run', async ({ page }) => {
  const refusals = await watchFor(page)
  // Simulates an injected script in the page that the server sends: not even a file of the allowed folder runs.
  await page.route('/login', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const script = /src="(\/assets\/first-theme[^"]+)"/.exec(html)?.[1] ?? ''
    const body = html.replace('</body>', `<script src="${script}?injected"></script></body>`)
    await route.fulfill({ response, body })
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(refusals.join()).toMatch(/script-src-elem refused \S+injected/)

  const outcome = await page.evaluate(() => {
    const succeeded: string[] = []
    const attempt = (name: string, work: () => void) => {
      try {
        work()
        succeeded.push(name)
      } catch (reason) {
        if (!(reason instanceof TypeError)) throw reason
      }
    }
    const element = document.createElement('div')
    attempt('markup', () => (element.innerHTML = '<img src="x">'))
    attempt('a text in a script', () => (document.createElement('script').text = 'x'))
    attempt('the address of a script', () => (document.createElement('script').src = '/x.js'))
    attempt('a handler', () => element.setAttribute('onclick', 'x'))
    // A text that is only parsed does not become part of the page.
    const read = new DOMParser().parseFromString('<p>Text</p>', 'text/html')
    return { succeeded, text: read.body.textContent }
  })
  expect(outcome).toEqual({ succeeded: [], text: 'Text' })
})

test('addresses with an e-mailed code send no referrer', async ({ page }) => {
  for (const path of ['/verify-email?verification_code=x', '/forgot-password?reset_code=x']) {
    const response = await page.goto(path)
    expect(response?.headers()['referrer-policy'], path).toBe('no-referrer')
  }
})

test('a visit to every main screen violates no policy and logs no error', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  test.slow()
  const refusals = await watchFor(page)
  const object = await addObjectWithEveryField(server, owner)
  const bucket = `/${owner.bucket.slug}`
  const screens = [
    '/projects',
    `/projects/${owner.project.id}`,
    '/account',
    '/help/keyboard',
    `${bucket}/objects`,
    `${bucket}/objects/${object.id}`,
    `${bucket}/objects/new?type=specimens`,
    `${bucket}/object-types`,
    `${bucket}/object-types/specimens`,
    `${bucket}/trash`,
    `${bucket}/history`,
    `${bucket}/import-export`,
  ]
  for (const path of screens) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await settle(page)
      await page.keyboard.press('ControlOrMeta+k')
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
      await page.keyboard.press('Escape')
      expect(refusals, path).toEqual([])
    })
  }
})

const COPIED = `<meta charset="utf-8"><style>td { color: red }</style>
  <b style="font-weight:normal" id="docs-internal-guid-1">
    <p style="line-height:1.4"><span style="font-weight:700">Towers</span> of the coast</p>
    <table style="width:10cm"><tbody>
      <tr><th style="color:blue">Name</th><th>Height</th></tr>
      <tr><td>Eddystone</td><td>49 m</td></tr>
    </tbody></table>
  </b>`

function isCaretAtEnd(editor: Element): boolean {
  const { anchorNode, anchorOffset } = getSelection() ?? {}
  if (!anchorNode || anchorOffset === undefined || !editor.contains(anchorNode)) return false
  const rest = document.createRange()
  rest.selectNodeContents(editor)
  rest.setStart(anchorNode, anchorOffset)
  return rest.toString() === ''
}

test('pasted content keeps its tables and marks, and its styles violate no policy', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const refusals = await watchFor(page)
  const object = await addObjectWithEveryField(server, owner)
  await page.goto(`/${owner.bucket.slug}/objects/${object.id}`)
  const text = page.getByRole('textbox', { name: 'The html-textarea', exact: true })
  // A text field sets its caret once more a moment after it gets the focus.
  await expect(async () => {
    await text.press('ControlOrMeta+End')
    expect(await text.evaluate(isCaretAtEnd)).toBe(true)
  }).toPass()
  await text.press('Enter')
  await expect(text.locator(':scope > :last-child')).toHaveText('')
  await text.evaluate((editor, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, COPIED)
  await expect(text.locator('strong').last()).toHaveText('Towers')
  await expect(text.locator('th')).toHaveText(['Name', 'Height'])
  await expect(text.locator('td')).toHaveText(['Eddystone', '49 m'])
  expect(refusals).toEqual([])

  await page.keyboard.type('!')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved')
  await page.reload()
  await expect(text.locator('td')).toContainText(['Eddystone', '49 m'])
  expect(refusals).toEqual([])
})
