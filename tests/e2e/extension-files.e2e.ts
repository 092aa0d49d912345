import { addPublisher, installOn, publishOn } from './fixtures/extension.ts'
import { expect, test } from './fixtures/test.ts'

/** Code that tries things in an extension's frame, and reports the results to the parent. */
const MODULE = `
import * as sdk from '@typecase/extension-sdk'
import { own } from './own.js'
const tried = async (work) => {
  try {
    return String(await work())
  } catch (reason) {
    return reason.name
  }
}
const image = new Image()
const loaded = new Promise((resolve) => {
  image.onload = () => resolve('shown')
  image.onerror = () => resolve('refused')
})
image.src = new URL('dot.svg', import.meta.url)
parent.postMessage({
  own,
  sdk: Object.keys(sdk).length > 0,
  origin: self.origin,
  color: getComputedStyle(document.documentElement).color,
  image: await loaded,
  parent: await tried(() => parent.document.title),
  storage: await tried(() => localStorage.length),
  cookie: await tried(() => document.cookie),
  server: await tried(() => fetch('/v3/openapi.json')),
  evaluated: await tried(() => new Function('return 1')()),
  inline: await tried(() => {
    const script = document.createElement('script')
    script.textContent = 'self.ran = true'
    document.head.append(script)
    return self.ran
  }),
  top: await tried(() => (top.location.href = 'about:blank')),
  popup: await tried(() => window.open('about:blank')),
}, '*')
`

test('an extension in a frame runs its own code, and reaches nothing outside the frame', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const workspace = await addPublisher(server.url, owner)
  const framed = { id: `framed-${workspace}` }
  const manifest = await publishOn(server.url, owner, workspace, framed, {
    'extension.js': MODULE,
    'own.js': `export const own = 'own module'`,
    'extension.css': ':root { color: rgb(1, 2, 3) }',
    'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  })
  const { url: address } = await installOn(server.url, owner, manifest)
  await page.goto(`/${owner.bucket.slug}/objects`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const title = await page.title()
  const answered = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.title = 'Extension'
        frame.sandbox.add('allow-scripts')
        frame.src = src
        addEventListener('message', ({ source, origin, data }) => {
          // The SDK may send a message first.
          const result = data as { own?: string }
          if (source === frame.contentWindow && result.own)
            resolve({ ...result, seenOrigin: origin })
        })
        document.body.append(frame)
      }),
    address,
  )
  expect(answered).toEqual({
    own: 'own module',
    sdk: true,
    origin: 'null',
    seenOrigin: 'null',
    color: 'rgb(1, 2, 3)',
    image: 'shown',
    parent: 'SecurityError',
    storage: 'SecurityError',
    cookie: 'SecurityError',
    server: 'TypeError',
    evaluated: 'EvalError',
    inline: 'undefined',
    top: 'SecurityError',
    popup: 'null',
  })
  expect(await page.title()).toBe(title)
  expect(page.url()).toContain(`/${owner.bucket.slug}/objects`)

  // Opened as a page, it still has an opaque origin.
  await page.goto(address)
  expect(await page.evaluate(() => self.origin)).toBe('null')
})
