// @vitest-environment jsdom
import type { ExtensionPermission } from '@typecase/contract/extension-manifest'
import {
  type Context,
  type Greeting,
  type Message,
  PROTOCOL,
} from '@typecase/extension-sdk/protocol'
import { afterEach, expect, test, vi } from 'vitest'

import { connectFrame, type FrameConnection } from './connect-frame.ts'

const context: Context = {
  view: 'panel',
  bucket: 'blog',
  theme: 'dark',
  object: {
    id: 'a'.repeat(24),
    type: 'lamps',
    locale: null,
    title: 'Lamp',
    slug: 'lamp',
    content: 'What is typed.',
    metadata: { price: 3 },
  },
}
const run = { name: 'stamp', args: { ink: 'red' }, objectIds: ['a'.repeat(24)] }

let connection: FrameConnection | undefined
afterEach(() => {
  connection?.close()
  document.body.replaceChildren()
})

/** Connects a frame of an extension. @returns the messages to the frame; grows as they arrive */
async function messagesFor(permissions: ExtensionPermission[]): Promise<unknown[]> {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const source = frame.contentWindow
  if (!source) throw new Error('A frame of the document has a window.')
  const received: unknown[] = []
  // Delivers the port like a browser, because jsdom does not transfer ports.
  source.postMessage = (greeting: unknown, _options: unknown, [port]: MessagePort[] = []) => {
    received.push((greeting as Extract<Greeting, { kind: 'connect' }>).context)
    port?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'context') received.push(data.context)
      if (data.kind === 'request' && data.method === 'command') received.push(data.params)
    })
    port?.start()
  }
  connection = connectFrame(frame, {
    manifest: { title: 'Stamps', permissions },
    context,
    answer: () => Promise.reject(new Error('Nothing is asked for.')),
    onUnavailable: (reason) => received.push(reason),
  })
  const data = { typecase: PROTOCOL, kind: 'ready' } satisfies Greeting
  window.dispatchEvent(new MessageEvent('message', { source, data }))
  await connection.connected
  connection.setContext({ ...context, theme: 'light' })
  connection.run(run).catch(() => {})
  await vi.waitFor(() => expect(received).toHaveLength(3), 10_000)
  return received
}

const { object: _object, ...rest } = context
const { objectIds: _objectIds, ...call } = run

test.each<ExtensionPermission[]>([['objects:read'], ['objects:read', 'objects:write']])(
  'a frame that may read objects gets the open object and the object ids of a command',
  async (...permissions) => {
    expect(await messagesFor(permissions)).toEqual([context, { ...context, theme: 'light' }, run])
  },
)

test.each<ExtensionPermission[]>([[], ['media:read'], ['objects:write']])(
  'a frame that may not read objects gets none, in its first context, a later one or a command',
  async (...permissions) => {
    expect(await messagesFor(permissions)).toEqual([rest, { ...rest, theme: 'light' }, call])
  },
)
