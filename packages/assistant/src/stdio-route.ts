import { getBucket } from '@typecase/contract/buckets'
import { ASSISTANT_HEADER } from '@typecase/contract/product'
import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'

import { createBucketEvents } from '../../../src/api/bucket-events.ts'
import { createQueryClient } from '../../../src/api/query-client.ts'
import type { LoadPlugins } from './kernel.ts'
import { createMcpServer } from './mcp-server.ts'
import { createSessions, type Session } from './session.ts'
import {
  asListen,
  type BucketWatch,
  createSubscriptions,
  type Subscription,
  urisOf,
} from './subscriptions.ts'

/** A program that answers its parent process, over the API of a server. */
export interface StdioParts {
  readonly loadPlugins: LoadPlugins
  /** Address of the server. */
  readonly url: string
  readonly token: string
  /** Slug of the bucket that tools work in by default. */
  readonly bucket: string | undefined
  readonly version: string
}

/** Answers the Model Context Protocol on standard input and output, until the input ends. */
export function serveOverStdio({ loadPlugins, url, token, bucket, version }: StdioParts): void {
  const openSession = createSessions({ loadPlugins, publicUrl: url, fetch: fetchFrom(url) })
  const session = openSession(token, bucket)
  let server: McpServer | undefined
  const subscriptions = createSubscriptions(
    watchOver(url, token, session),
    openSession,
    (uri) => void server?.server.sendResourceUpdated({ uri }).catch(() => undefined),
  )
  const followed = new Set<string>()
  let open: Subscription | undefined
  async function follow({ added = [], removed }: SubscriptionChange): Promise<void> {
    for (const uri of added) followed.add(uri)
    if (removed !== undefined) followed.delete(removed)
    const next = await subscriptions.subscribe(token, [...followed])
    open?.close()
    open = next
  }
  serveStdio(
    ({ era }) => {
      server = createMcpServer(session, version, { canSubscribe: true })
      if (era === 'legacy') {
        // `follow` has seen the request by then.
        for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
          server.server.setRequestHandler(method, () => ({}))
      }
      return server
    },
    {
      transport: watchTransport(new StdioServerTransport(), async (message) => {
        const change = subscriptionChange(message)
        if (change) await follow(change)
      }),
    },
  )
}

/** Calls the API of a server for an assistant. */
const fetchFrom =
  (url: string): typeof fetch =>
  (to, init) => {
    const { pathname, search } = new URL(to instanceof Request ? to.url : to)
    const headers = new Headers(init?.headers)
    headers.set(ASSISTANT_HEADER, 'stdio')
    return fetch(new URL(pathname + search, url), { ...init, headers })
  }

/** What the server tells of buckets over its event streams, for one token. A bucket is known by its slug. */
function watchOver(url: string, token: string, { call }: Session): BucketWatch {
  const events = createBucketEvents({
    baseUrl: url,
    token: () => token,
    onUnauthenticated: () => undefined,
    api: { call },
    queries: createQueryClient(),
  })
  return {
    async open(_token, slug) {
      await call(getBucket, { query: { slug } })
      return { bucketId: slug, session: token }
    },
    subscribe: (slug, listener) => events.subscribe(slug, listener),
    // The calls of an ended session fail, and with them each look at what changed.
    onSessionEnd: () => () => undefined,
  }
}

interface SubscriptionChange {
  readonly added?: readonly string[]
  readonly removed?: string
}

/** The addresses that a message of a client subscribes to, in the protocol of 2026 or of 2025. */
function subscriptionChange(message: JSONRPCMessage): SubscriptionChange | undefined {
  const listen = asListen(message)
  if (listen) return { added: urisOf(listen) }
  if (!('method' in message) || typeof message.params?.['uri'] !== 'string') return undefined
  const { uri } = message.params
  if (message.method === 'resources/subscribe') return { added: [uri] }
  if (message.method === 'resources/unsubscribe') return { removed: uri }
  return undefined
}

/** The transport, which hands each message on when `before` has seen it. */
function watchTransport(
  inner: Transport,
  before: (message: JSONRPCMessage) => Promise<void>,
): Transport {
  const outer: Transport = {
    start() {
      // oxlint-disable unicorn/prefer-add-event-listener -- a transport has one of each
      inner.onclose = () => outer.onclose?.()
      inner.onerror = (reason) => outer.onerror?.(reason)
      inner.onmessage = (message, extra) =>
        void before(message)
          .catch(() => undefined)
          .then(() => outer.onmessage?.(message, extra))
      return inner.start()
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  return outer
}
