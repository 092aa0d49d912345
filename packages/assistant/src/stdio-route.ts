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

/** Parts of a program that serves its parent process through the API of a server. */
export interface StdioParts {
  readonly loadPlugins: LoadPlugins
  /** Address of the server. */
  readonly url: string
  readonly token: string
  /** Slug of the default bucket of tools. */
  readonly bucket: string | undefined
  readonly version: string
}

/** Serves the Model Context Protocol on standard input and output until the input ends. */
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
        // `follow` has handled the request already.
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

/** Returns a `fetch` that calls the API of a server as an assistant. */
const fetchFrom =
  (url: string): typeof fetch =>
  (to, init) => {
    const { pathname, search } = new URL(to instanceof Request ? to.url : to)
    const headers = new Headers(init?.headers)
    headers.set(ASSISTANT_HEADER, 'stdio')
    return fetch(new URL(pathname + search, url), { ...init, headers })
  }

/** Watches buckets through the server's event streams, for one token. Buckets are identified by slug. */
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
    // Calls of an ended session fail, so no changes can be read then.
    onSessionEnd: () => () => undefined,
  }
}

interface SubscriptionChange {
  readonly added?: readonly string[]
  readonly removed?: string
}

/** Returns the URIs that a client's message subscribes to or unsubscribes from, in the protocol of 2026 or of 2025. */
function subscriptionChange(message: JSONRPCMessage): SubscriptionChange | undefined {
  const listen = asListen(message)
  if (listen) return { added: urisOf(listen) }
  if (!('method' in message) || typeof message.params?.['uri'] !== 'string') return undefined
  const { uri } = message.params
  if (message.method === 'resources/subscribe') return { added: [uri] }
  if (message.method === 'resources/unsubscribe') return { removed: uri }
  return undefined
}

/** Returns a transport that passes each message on after `before` has handled it. */
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
