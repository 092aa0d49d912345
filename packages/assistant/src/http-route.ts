import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { LoadPlugins } from './kernel.ts'
import { createMcpServer } from './mcp-server.ts'
import { createSessions } from './session.ts'
import {
  asListen,
  type BucketWatch,
  createSubscriptions,
  type ListenRequest,
  type Subscription,
  urisOf,
} from './subscriptions.ts'

/** What the composition root passes in. */
export interface RouteParts {
  readonly loadPlugins: LoadPlugins
  readonly publicUrl: string
  readonly version: string
  /** The source of changes for subscriptions. */
  readonly watch: BucketWatch
  /** Headers for calls that this process makes to its own API. */
  readonly internalHeaders?: Readonly<Record<string, string>>
}

/**
 * IP address of the client for API calls of its request, and of the run that the request starts: the audit log stores
 * it.
 */
const callerAddress = new AsyncLocalStorage<string>()

/**
 * Serves the Model Context Protocol at `/mcp` for callers with a valid token: a tool call becomes API calls with the
 * caller's token.
 */
export function createMcpRoute(http: FastifyInstance, parts: RouteParts) {
  const { publicUrl, version, internalHeaders = {} } = parts
  const openSession = createSessions({ ...parts, fetch: fetchInProcess(http, internalHeaders) })
  const handler = createMcpHandler(
    ({ authInfo, requestInfo, era }) => {
      const bucket = requestInfo && new URL(requestInfo.url).searchParams.get('bucket')
      const session = openSession(authInfo?.token ?? '', bucket ?? undefined)
      // In the older protocol, only a session of the transport could notify of changes, and this one has none.
      return createMcpServer(session, version, { canSubscribe: era === 'modern' })
    },
    { onerror: (reason) => http.log.warn({ err: reason }, 'a request of an assistant failed') },
  )
  const subscriptions = createSubscriptions(parts.watch, openSession, (uri) =>
    handler.notify.resourceUpdated(uri),
  )

  return async (
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const expiresAt = Math.floor(Date.now() / 1000) + 3600
    const authInfo = { token, clientId: 'typecase', scopes: [], expiresAt }
    const listen = asListen(request.body)
    const subscription = listen && (await subscriptions.subscribe(token, urisOf(listen)))
    if (subscription) reply.raw.once('close', subscription.close)
    const response = await callerAddress.run(request.ip, () =>
      handler.fetch(webRequest(publicUrl, request, reply, subscription?.signal), {
        authInfo,
        parsedBody: subscription ? narrowRequest(listen, subscription) : request.body,
      }),
    )
    return sendResponse(reply, response)
  }
}

/** Returns the request with only those addresses that its caller may read, since the acknowledgement lists them. */
function narrowRequest(request: ListenRequest, { uris }: Subscription): ListenRequest {
  const { params } = request
  if (params?.notifications?.resourceSubscriptions === undefined) return request
  const notifications = { ...params.notifications, resourceSubscriptions: uris }
  return { ...request, params: { ...params, notifications } }
}

function webRequest(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
  ended?: AbortSignal,
): Request {
  const left = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '))
  }
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers,
    signal: ended ? AbortSignal.any([left.signal, ended]) : left.signal,
  })
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  // The types of web streams in Node.js and in the DOM differ only in name.
  return response.body
    ? reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]))
    : reply.send()
}

/** Returns a `fetch` that calls the routes of this process without the network. */
const fetchInProcess =
  (http: FastifyInstance, extra: Readonly<Record<string, string>>): typeof fetch =>
  async (to, init = {}) => {
    const { pathname, search } = new URL(to instanceof Request ? to.url : to)
    const remoteAddress = callerAddress.getStore()
    const response = await http.inject({
      ...(remoteAddress !== undefined && { remoteAddress }),
      // Endpoints of the contract only have methods that `inject` supports.
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...extra },
      ...(typeof init.body === 'string' && { payload: init.body }),
      ...(init.signal && { signal: init.signal }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, [value].flat().join(', '))
    }
    const body = response.rawPayload.length > 0 ? new Uint8Array(response.rawPayload) : null
    return new Response(body, { status: response.statusCode, headers })
  }
