import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { captchaScript } from '../identity/captcha.ts'
import { googleScript } from '../identity/google-script.ts'
import type { Settings } from '../settings/settings.ts'

/** The hosts of Stripe’s card form, which keeps card numbers away from this server. */
const STRIPE = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
]

/**
 * A placeholder in the built page and in the policy, which each response replaces with a fresh nonce. Must match
 * vite.config.ts.
 */
export const NONCE = '__CSP_NONCE__'

/** Hosts and addresses of others that pages may use. */
interface ForeignSources {
  readonly scripts: readonly string[]
  /** Hosts for frames and for calls. */
  readonly hosts: readonly string[]
}

/**
 * Limits a page of the dashboard to content of this server (reliability §4.4). The header holds two policies, and a
 * script must satisfy both: one permits the folder of built files and the configured hosts, the other requires that the
 * page or one of its scripts loads the script. So injected markup runs no script, not even one from an allowed host.
 * @param origins origins that the page may be opened at
 * @param foreign origins of the captcha and of card payments and, on sign-in pages, of Google
 */
function contentSecurityPolicy(
  origins: readonly string[],
  { scripts, hosts }: ForeignSources,
): string {
  const below = (path: string) => origins.map((origin) => origin + path).join(' ')
  const after = (sources: readonly string[]) => sources.map((source) => ` ${source}`).join('')
  return [
    `default-src 'none'`,
    // Limited to the folder of built files, so that an uploaded script can never be one.
    `script-src ${below('/assets/')}${after(scripts)}`,
    `style-src ${below('/assets/')}`,
    `font-src ${below('/assets/')}`,
    `img-src 'self' data: blob: https: http:`,
    `connect-src 'self'${after(hosts)}`,
    `frame-src ${below('/ext/')} ${below('/preview-frame/')}${after(hosts)}`,
    `worker-src ${below('/assets/')}`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    // Foreign scripts write to the page in ways that Trusted Types refuse.
    ...(scripts.length === 0 ? TRUSTED_TYPES : []),
  ]
    .join('; ')
    .concat(`, script-src 'nonce-${NONCE}' 'strict-dynamic'`)
}

/**
 * The only policies that may turn text into markup: the parser of inert documents (src/shell/trusted-types.ts) and the
 * editor's.
 */
const TRUSTED_TYPES = [
  `require-trusted-types-for 'script'`,
  'trusted-types default ProseMirrorClipboard',
]

/**
 * Returns the origins of the dashboard. They come from `PUBLIC_URL`, not from the request, because a proxy may pass on
 * another name or port than the browser's. On localhost, every name of it counts.
 */
export function pageOrigins(server: FastifyInstance, { PUBLIC_URL }: Settings): string[] {
  const { origin, protocol, hostname, port } = new URL(PUBLIC_URL)
  if (protocol !== 'http:' || !LOOPBACK.includes(hostname)) return [origin]
  // With `PORT=0` the port differs from that of PUBLIC_URL.
  const address = server.server.address()
  const listens = typeof address === 'object' && address ? String(address.port) : port
  return [...new Set([port, listens])].flatMap((one) =>
    LOOPBACK.map((name) => new URL(`http://${name}:${one}`).origin),
  )
}

const LOOPBACK = ['127.0.0.1', 'localhost']

/** For a year after a visit, a browser never uses plain HTTP again. */
const HSTS = 'max-age=31536000'

/** Pages whose address carries an e-mailed code. */
const CODE_PAGES = /^\/(verify-email|forgot-password|account\/deactivate|auth\/\w+\/callback)\b/

/** Pages with the button that opens Google's pop-up. */
const SIGN_IN_PAGES = /^\/(login|signup)\/?(\?|$)/

/** Returns the configured hosts of others. @param google the address of Google's script, on pages that use it */
function foreignSources(settings: Settings, google?: string): ForeignSources {
  const hosts = [
    ...(captchaScript(settings)?.hosts ?? []),
    ...(settings.STRIPE_PUBLISHABLE_KEY === undefined ? [] : STRIPE),
  ]
  if (google === undefined) return { scripts: hosts, hosts }
  // Google's script itself, and its folder for frames and calls.
  const { origin, pathname } = new URL(google)
  return {
    scripts: [...hosts, origin + pathname],
    hosts: [...hosts, new URL('.', origin + pathname).href],
  }
}

/** Adds headers to every response. */
export function installHeaders(server: FastifyInstance, settings: Settings): void {
  const isHttps = settings.PUBLIC_URL.startsWith('https:')
  const script = googleScript(settings)
  const policies = new Map<string | undefined, string>()
  function policyWith(google: string | undefined): string {
    // The port is known once the server listens.
    const policy =
      policies.get(google) ??
      contentSecurityPolicy(pageOrigins(server, settings), foreignSources(settings, google))
    policies.set(google, policy)
    return policy
  }
  server.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', CODE_PAGES.test(request.url) ? 'no-referrer' : 'same-origin')
    const google = SIGN_IN_PAGES.test(request.url) ? script : undefined
    reply.header(
      'cross-origin-opener-policy',
      google === undefined ? 'same-origin' : 'same-origin-allow-popups',
    )
    reply.header('x-request-id', request.id)
    if (isHttps) reply.header('strict-transport-security', HSTS)
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    // An extension's document has its own policy.
    if (isPage && !reply.hasHeader('content-security-policy')) {
      const nonce = randomBytes(16).toString('base64')
      reply.header('content-security-policy', policyWith(google).replace(NONCE, nonce))
      reply.header('x-frame-options', 'DENY')
      reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
      if (typeof payload === 'string') return done(null, payload.replaceAll(NONCE, nonce))
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
      reply.header('vary', 'Authorization, Origin, Accept-Encoding')
    }
    done()
  })
}
