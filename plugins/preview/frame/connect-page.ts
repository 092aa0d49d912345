import {
  PREVIEW_PROTOCOL,
  type PreviewAccess,
  type PreviewGreeting,
  type ToPage,
} from '@typecase/preview/protocol'

import { type PageMessage, readMessage } from './messages.ts'

/** Messages read per second, and the number per second after which the page is disconnected. */
const MAX_MESSAGES = 100
const FLOOD = 10 * MAX_MESSAGES
/** How long before its expiry a token is replaced, and how long after a failure it is requested again, in ms. */
const RENEW_BEFORE = 60_000
const RETRY_AFTER = 5_000

export interface PageParts {
  /** The window of the document around the frame, to which the page sends its greeting. */
  readonly holder: Window
  readonly frame: HTMLIFrameElement
  /** The origin of the site. Only at this origin is the page heard and given a token. */
  readonly origin: string
  access(): Promise<PreviewAccess>
  /** Called whenever a page of the site has sent its greeting, also after the frame went to another page. */
  onConnect(): void
  onMessage(message: PageMessage): void
  /** Called when the page misbehaves. Nothing more is read. */
  onFail(reason: string): void
}

export interface PageConnection {
  post(message: ToPage): void
  close(): void
}

/** Connects to the page of a site in a frame. */
export function connectPage(parts: PageParts): PageConnection {
  const { holder, frame, origin } = parts
  let port: MessagePort | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let since = 0
  let count = 0

  /** Counts a message. @returns the number of messages in the current second */
  function countMessage(): number {
    const now = performance.now()
    if (now - since > 1000) {
      since = now
      count = 0
    }
    count += 1
    if (count > FLOOD) {
      close()
      parts.onFail('The page sends more messages than can be read.')
    }
    return count
  }

  async function greet({ source, origin: sender, data }: MessageEvent): Promise<void> {
    if (isClosed || !source || source !== frame.contentWindow) return
    if (countMessage() > MAX_MESSAGES) return
    const { typecase, kind } = (data ?? {}) as Partial<PreviewGreeting>
    if (sender !== origin || typecase !== PREVIEW_PROTOCOL || kind !== 'preview-ready') return
    const access = await parts.access().catch(() => undefined)
    if (isClosed || !access) return
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.addEventListener('message', (event) => read(event.data))
    port.start()
    const greeting: PreviewGreeting = {
      typecase: PREVIEW_PROTOCOL,
      kind: 'preview-connect',
      access,
    }
    frame.contentWindow?.postMessage(greeting, origin, [channel.port2])
    renewAt(access)
    parts.onConnect()
  }

  function read(data: unknown): void {
    // Messages queued before the port was closed still arrive.
    if (isClosed || countMessage() > MAX_MESSAGES) return
    const message = readMessage(data)
    if (message) parts.onMessage(message)
  }

  function renewAt({ expiresAt }: PreviewAccess): void {
    clearTimeout(renewal)
    renewal = setTimeout(
      () => void renew(),
      Math.max(RETRY_AFTER, expiresAt - Date.now() - RENEW_BEFORE),
    )
  }

  async function renew(): Promise<void> {
    try {
      const access = await parts.access()
      if (isClosed) return
      port?.postMessage({ kind: 'access', access } satisfies ToPage)
      renewAt(access)
    } catch {
      if (!isClosed) renewal = setTimeout(() => void renew(), RETRY_AFTER)
    }
  }

  function close(): void {
    isClosed = true
    holder.removeEventListener('message', listen)
    clearTimeout(renewal)
    port?.close()
    port = undefined
  }

  const listen = (event: MessageEvent) => void greet(event)
  holder.addEventListener('message', listen)
  return { post: (message) => port?.postMessage(message), close }
}
