// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { connectPage, type PageConnection } from './connect-page.ts'

const origin = 'https://shop.test'
const access = { bucket: 'blog', token: 'secret', expiresAt: Date.now() + 900_000 }
const ready = { typecase: 1, kind: 'preview-ready' }

let connection: PageConnection | undefined
afterEach(() => {
  connection?.close()
  document.body.replaceChildren()
})

function open() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentWindow
  if (!page) throw new Error('The frame has no window.')
  const post = vi.spyOn(page, 'postMessage').mockImplementation(() => {})
  const parts = {
    access: vi.fn(() => Promise.resolve(access)),
    onConnect: vi.fn(),
    onMessage: vi.fn(),
    onFail: vi.fn(),
  }
  connection = connectPage({ holder: window, frame, origin, ...parts })
  const greet = (init: MessageEventInit) =>
    window.dispatchEvent(
      new MessageEvent('message', { source: page, origin, data: ready, ...init }),
    )
  return { ...parts, post, greet }
}

/** Returns the page's end of the port. */
async function connected({ post, greet }: ReturnType<typeof open>): Promise<MessagePort> {
  greet({})
  await vi.waitFor(() => expect(post).toHaveBeenCalled())
  // The mock has the type of another overload of `postMessage`.
  const [, , [port]] = post.mock.calls[0] as unknown as [unknown, string, MessagePort[]]
  if (!port) throw new Error('No port was sent.')
  return port
}

test('the page gets a token and a port, which are sent to its origin only', async () => {
  const parts = open()
  const port = await connected(parts)
  expect(parts.post).toHaveBeenCalledWith(
    { typecase: 1, kind: 'preview-connect', access },
    origin,
    [port],
  )
  expect(parts.onConnect).toHaveBeenCalledOnce()
  port.postMessage({
    kind: 'open',
    source: { object: 'a'.repeat(24), path: 'metadata.rows.2.text' },
  })
  await vi.waitFor(() => expect(parts.onMessage).toHaveBeenCalledOnce())
})

test.each<[string, MessageEventInit]>([
  ['another window', { source: window }],
  ['no window', { source: null }],
  ['another origin', { origin: 'https://evil.test' }],
  ['an opaque origin', { origin: 'null' }],
  ['another version', { data: { typecase: 2, kind: 'preview-ready' } }],
  ['another kind', { data: { typecase: 1, kind: 'preview-connect' } }],
  ['nothing', { data: null }],
])('a greeting of %s gets no answer', async (_name, init) => {
  const parts = open()
  parts.greet(init)
  await Promise.resolve()
  expect(parts.access).not.toHaveBeenCalled()
  expect(parts.post).not.toHaveBeenCalled()
})

const source = { object: 'a'.repeat(24), path: 'title' }
test.each([
  [null],
  ['open'],
  [{ kind: 'run', command: 'objects.delete' }],
  [{ kind: 'key', key: 'Mod+Enter' }],
  [{ kind: 'key', key: 'Delete' }],
  [{ kind: 'open', source: { ...source, object: '../login' } }],
  [{ kind: 'open', source: { ...source, path: 'a b' } }],
  [{ kind: 'open', source: { ...source, path: 'x.'.repeat(12) } }],
  [{ kind: 'page', url: 'x'.repeat(5000), title: '', editables: [] }],
  [
    {
      kind: 'page',
      url: '',
      title: '',
      editables: Array.from({ length: 2000 }, () => ({ ...source, text: 'x'.repeat(1000) })),
    },
  ],
])('a message outside the protocol is ignored', async (message) => {
  const parts = open()
  const port = await connected(parts)
  port.postMessage(message)
  port.postMessage({ kind: 'labels-closed' })
  await vi.waitFor(() => expect(parts.onMessage).toHaveBeenCalled())
  expect(parts.onMessage.mock.calls).toEqual([[{ kind: 'labels-closed' }]])
})

test('a page that floods the port is no longer read', async () => {
  const parts = open()
  const port = await connected(parts)
  for (let n = 0; n < 1500; n += 1) port.postMessage({ kind: 'labels-closed' })
  await vi.waitFor(() => expect(parts.onFail).toHaveBeenCalledOnce())
  expect(parts.onMessage.mock.calls.length).toBeLessThanOrEqual(100)
})
