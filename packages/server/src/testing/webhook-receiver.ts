import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createSafeAddresses, type SafeAddresses } from '../http/safe-addresses.ts'

/** A request that has arrived. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A webhook endpoint on this machine whose responses a test can set. */
export interface WebhookReceiver {
  url: string
  /** Settings of a server that may reach it as part of a private network. */
  settings: { REACHABLE_NETWORKS: string }
  /** Addresses for a server that treats it as part of the public internet. */
  addresses: SafeAddresses
  received: Received[]
  /** Answers a request; 200 without it. */
  answer?: ((response: ServerResponse, received: Received) => void) | undefined
  close(): void
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      receiver.received.push(one)
      if (receiver.answer) receiver.answer(response, one)
      else response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    settings: { REACHABLE_NETWORKS: '127.0.0.1/32' },
    addresses: createSafeAddresses({
      isPublic: (address) => address === '127.0.0.1',
      isPublicPort: () => true,
    }),
    received: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** Parses the JSON body of a delivery. */
export const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as {
    id: string
    resource: string
    event: string
    triggered_at: number
    rev?: number
    data: { object?: Record<string, unknown>; media?: Record<string, unknown> }
    is_gone?: boolean
    payload_left_out?: boolean
  }
