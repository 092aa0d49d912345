import type { FastifyInstance } from 'fastify'

import { captchaScript } from '../identity/captcha.ts'
import type { Settings } from '../settings/settings.ts'

/** Stripe’s form for cards, which keeps their numbers from us. */
const STRIPE = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
]

/**
 * What a page of the dashboard may load: only what this server ships (reliability §4.4).
 * @param origins where the page may be opened
 * @param hosts those of the captcha and of card payments
 */
function contentSecurityPolicy(origins: readonly string[], hosts: readonly string[]): string {
  const below = (path: string) => origins.map((origin) => origin + path).join(' ')
  // Nothing but these, and only where they are set up.
  const elsewhere = hosts.map((host) => ` ${host}`).join('')
  return [
    `default-src 'none'`,
    // Limited to the folder of built files, so that an uploaded script can never be one.
    `script-src ${below('/assets/')}${elsewhere}`,
    `style-src ${below('/assets/')}`,
    `font-src ${below('/assets/')}`,
    `img-src 'self' data: blob: https: http:`,
    `connect-src 'self'${elsewhere}`,
    `frame-src ${below('/ext/')}${elsewhere}`,
    `worker-src ${below('/assets/')}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/**
 * Where the dashboard may be opened: at `PUBLIC_URL`, never at what a request says, since a proxy passes on another
 * name or port than the browser's. On one's own machine that is any of its names.
 */
export function pageOrigins(server: FastifyInstance, { PUBLIC_URL }: Settings): string[] {
  const { origin, protocol, hostname, port } = new URL(PUBLIC_URL)
  if (protocol !== 'http:' || !LOOPBACK.includes(hostname)) return [origin]
  // With `PORT=0` it differs from that of PUBLIC_URL.
  const address = server.server.address()
  const listens = typeof address === 'object' && address ? String(address.port) : port
  return [...new Set([port, listens])].flatMap((one) =>
    LOOPBACK.map((name) => new URL(`http://${name}:${one}`).origin),
  )
}

const LOOPBACK = ['127.0.0.1', 'localhost']

/** A browser that has been here once never asks over plain HTTP again, for a year. */
const HSTS = 'max-age=31536000'

/** Pages whose address carries a mailed code. */
const CODE_PAGES = /^\/(verify-email|forgot-password|account\/deactivate|auth\/\w+\/callback)\b/

/** Headers of every answer. */
export function installHeaders(server: FastifyInstance, settings: Settings): void {
  const isHttps = settings.PUBLIC_URL.startsWith('https:')
  let policy: string | undefined
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', CODE_PAGES.test(request.url) ? 'no-referrer' : 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('x-request-id', request.id)
    if (isHttps) reply.header('strict-transport-security', HSTS)
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    // An extension's document has a policy of its own.
    if (isPage && !reply.hasHeader('content-security-policy')) {
      // The port is known once it listens.
      policy ??= contentSecurityPolicy(pageOrigins(server, settings), [
        ...(captchaScript(settings)?.hosts ?? []),
        ...(settings.STRIPE_PUBLISHABLE_KEY === undefined ? [] : STRIPE),
      ])
      reply.header('content-security-policy', policy)
      reply.header('x-frame-options', 'DENY')
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
      reply.header('vary', 'Authorization, Origin, Accept-Encoding')
    }
    done()
  })
}
