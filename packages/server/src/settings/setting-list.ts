import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'

import { parseKey } from '../secrets/sealer.ts'

const MEGABYTE = 1_048_576

type Environment = Readonly<Record<string, string | undefined>>

/** One setting: its description, its default for the help, and the parser of its text. */
export interface Setting<T> {
  about: string
  fallback: string
  parse(text: string | undefined, environment: Environment): T
}

const text = (about: string, fallback: string): Setting<string> => ({
  about,
  fallback,
  parse: (value) => value ?? fallback,
})

const optional = (about: string): Setting<string | undefined> => ({
  about,
  fallback: 'unset',
  parse: (value) => value,
})

const optionalUrl = (about: string, schemes: readonly string[]): Setting<string | undefined> => ({
  about,
  fallback: 'unset',
  parse: (value) => value && parseUrl(value, schemes) && value.replace(/\/+$/, ''),
})

const url = (about: string, fallback: string): Setting<string> => ({
  about,
  fallback,
  parse(value = fallback) {
    parseUrl(value, ['http', 'https'])
    return value.replace(/\/+$/, '')
  },
})

const folder = (about: string): Setting<string | undefined> => ({
  about,
  fallback: 'unset',
  parse(value) {
    if (value && !statSync(value, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`must be a folder (was ${value})`)
    return value
  },
})

const choice = <const T extends string>(
  about: string,
  options: readonly T[],
  fallback: T,
): Setting<T> => ({
  about,
  fallback,
  parse(value) {
    const match = options.find((option) => option === (value ?? fallback))
    if (!match) throw new Error(`must be one of ${options.join(', ')} (was ${value})`)
    return match
  },
})

function parseUrl(value: string, schemes: readonly string[]): URL {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1))) {
    throw new Error(
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )
  }
  return parsed
}

const publicUrl: Setting<string> = {
  about: 'Address where people reach the product: the base of every link in an e-mail.',
  fallback: 'http://127.0.0.1:$PORT',
  parse(value, { PORT = '4700' }) {
    if (!value) return `http://127.0.0.1:${PORT}`
    const { origin, href } = parseUrl(value, ['http', 'https'])
    // Pages, calls and files all begin at the root.
    if (href !== `${origin}/`) {
      throw new Error(`must be an address without a path, such as ${origin} (was ${value})`)
    }
    return origin
  },
}

const port: Setting<number> = {
  about: 'Port to listen on; 0 takes any free port.',
  fallback: '4700',
  parse(value) {
    const number = Number(value ?? 4700)
    if (!Number.isInteger(number) || number < 0 || number > 65_535) {
      throw new Error(`must be a whole number from 0 to 65535 (was ${value})`)
    }
    return number
  },
}

const clock: Setting<number | undefined> = {
  about: 'For tests only: ISO time at which the server’s clock starts.',
  fallback: 'the real time',
  parse(value) {
    if (!value) return undefined
    const at = Date.parse(value)
    if (Number.isNaN(at)) throw new Error(`must be an ISO time (was ${value})`)
    return at
  },
}

const networks: Setting<readonly string[]> = {
  about:
    'Private networks that webhooks and imports can reach, at any port, separated by commas, such as 10.1.0.0/16. Responses from there are not logged.',
  fallback: 'unset',
  parse(value = '') {
    const ranges = value.split(',').flatMap((range) => range.trim() || [])
    const wrong = ranges.find((range) => !isNetwork(range))
    if (wrong !== undefined)
      throw new Error(`must be ranges of addresses such as 10.1.0.0/16 (was ${wrong})`)
    return ranges
  },
}

/** Whether a text is a network, such as `10.1.0.0/16` or `::1/128`. */
function isNetwork(range: string): boolean {
  const [address = '', bits = '', ...more] = range.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most
}

const databaseUrl: Setting<string | undefined> = {
  about:
    'PostgreSQL database, such as postgres://user:password@host:port/name. Unset: a SQLite file in DATA_DIR.',
  fallback: 'unset',
  parse(value) {
    if (value === undefined) return undefined
    // The text may contain a password, so the error does not repeat it.
    const { pathname } = parseUrl(value, ['postgres', 'postgresql'])
    if (pathname.length < 2) throw new Error('must name a database, as postgres://host/name')
    return value
  },
}

const secretKey: Setting<Buffer | undefined> = {
  about:
    'Key that encrypts bucket keys and two-step secrets: 32 bytes in base64. Unset: DATA_DIR/secret.key.',
  fallback: 'unset',
  parse(value) {
    const key = value === undefined ? undefined : parseKey(value)
    // The error does not repeat the value, which may be a truncated key.
    if (value !== undefined && !key)
      throw new Error('must be 32 random bytes in base64, as `openssl rand -base64 32` prints them')
    return key
  },
}

const indexMemory: Setting<number> = {
  about:
    'Memory for the indexes that queries use, in MB. A dropped index is rebuilt when it is needed.',
  fallback: 'a quarter of the machine’s memory, at most 2048',
  parse(value) {
    if (value === undefined) return Math.min(totalmem() / 4, 2048 * MEGABYTE)
    const megabytes = Number(value)
    if (!Number.isInteger(megabytes) || megabytes < 16)
      throw new Error(`must be a whole number of at least 16 (was ${value})`)
    return megabytes * MEGABYTE
  },
}

const modelPrices: Setting<ReadonlyMap<string, number>> = {
  about:
    'Further models that calls can name, each with the price of a token in tokens of the wallet: small-model=1, large-model=4. Unset: only AI_MODEL with PLAN_LIMITS=on, otherwise any.',
  fallback: 'unset',
  parse(value = '') {
    const entries = value.split(',').flatMap((entry) => entry.trim() || [])
    return new Map(
      entries.map((entry) => {
        const [name = '', price = '1', ...more] = entry.split('=').map((part) => part.trim())
        if (name === '' || more.length > 0 || !(Number(price) > 0 && Number(price) <= 1000))
          throw new Error(`must be models with prices, such as large-model=4 (was ${entry})`)
        return [name, Number(price)]
      }),
    )
  },
}

const storageUrl: Setting<string | undefined> = {
  about:
    'S3 bucket for media, such as s3://bucket?endpoint=https://host&region=eu-west-1&forcePathStyle=true. Unset: files in DATA_DIR/media.',
  fallback: 'unset',
  parse(value) {
    if (value === undefined) return undefined
    const { hostname, pathname, username, searchParams } = parseUrl(value, ['s3'])
    if (hostname === '' || !['', '/'].includes(pathname))
      throw new Error('must name a bucket and no path, as s3://bucket?region=eu-west-1')
    // The error does not repeat the value, which may contain a secret.
    if (username !== '')
      throw new Error('must not hold keys: they are S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
    const keys = ['endpoint', 'region', 'forcePathStyle']
    const unknown = [...searchParams.keys()].find((name) => !keys.includes(name))
    if (unknown !== undefined) throw new Error(`may have ${keys.join(', ')} (it has ${unknown})`)
    const endpoint = searchParams.get('endpoint')
    if (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint))
      throw new Error('must have an endpoint that begins with https:// or http://')
    return value
  },
}

const megabytes = (about: string, fallback: number, least: number): Setting<number> => ({
  about,
  fallback: String(fallback),
  parse(value) {
    const number = Number(value ?? fallback)
    if (!Number.isInteger(number) || number < least)
      throw new Error(`must be a whole number of at least ${least} (was ${value})`)
    return number * MEGABYTE
  },
})

/** Every setting, with its default (decisions §2). */
export const settingList = {
  PORT: port,
  HOST: text('Address to listen on.', '127.0.0.1'),
  PUBLIC_URL: publicUrl,
  DATA_DIR: text('Folder for the database, media and key files.', './data'),
  PLUGINS_DIR: folder(
    'Folder of additional plugins for the built dashboard, each as `<id>/plugin.js`. Read at the start.',
  ),
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secretKey,
  STORAGE_URL: storageUrl,
  S3_ACCESS_KEY_ID: optional(
    'Access key id for the S3 bucket. Unset: the credentials of the AWS environment.',
  ),
  S3_SECRET_ACCESS_KEY: optional('Secret access key for the S3 bucket.'),
  IMAGE_CACHE: megabytes(
    'Disk space for resized images in DATA_DIR/cache, in MB. The least recently used are deleted first.',
    1024,
    1,
  ),
  SMTP_URL: optionalUrl(
    'Mail server, such as smtp://user:password@host:port. Unset: e-mails are written to DATA_DIR/outbox.',
    ['smtp', 'smtps'],
  ),
  MAIL_FROM: text('Sender of e-mails.', 'Typecase <typecase@localhost>'),
  ACCESS_CODE: optional(
    'Code that visitors of the dashboard must enter first. It protects pages, not the API. Unset: none.',
  ),
  SIGNUP: choice('Who can create an account.', ['open', 'invite', 'closed'], 'open'),
  LOG_LEVEL: choice(
    'Lowest level to log.',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
  ),
  TRUSTED_PROXIES: optional(
    'Addresses or ranges of proxies whose X-Forwarded-For is trusted, separated by commas.',
  ),
  REACHABLE_NETWORKS: networks,
  RATE_LIMITS: choice('Limits on sign-in, codes, e-mails and requests.', ['on', 'off'], 'on'),
  CAPTCHA_SITE_KEY: optional('Captcha on sign-up: the public key.'),
  CAPTCHA_SECRET: optional('Captcha on sign-up: the secret.'),
  CAPTCHA_VERIFY_URL: optionalUrl('Captcha on sign-up: the address that verifies tokens.', [
    'http',
    'https',
  ]),
  CAPTCHA_SCRIPT_URL: optionalUrl(
    'Captcha on sign-up: its script. Unset: the script of Turnstile, hCaptcha or reCAPTCHA, according to CAPTCHA_VERIFY_URL.',
    ['http', 'https'],
  ),
  GOOGLE_CLIENT_ID: optional('“Continue with Google”: the client’s id.'),
  GOOGLE_CLIENT_SECRET: optional('“Continue with Google”: the client’s secret.'),
  GOOGLE_ISSUER: url('Address of Google’s OpenID Connect.', 'https://accounts.google.com'),
  GOOGLE_TOKENINFO_URL: url(
    'Address where Google returns the client that a token was issued to.',
    'https://oauth2.googleapis.com/tokeninfo',
  ),
  GOOGLE_SCRIPT_URL: optionalUrl(
    'Google’s script, for its pop-up on the sign-in pages. Unset: Google’s own; with another GOOGLE_ISSUER, no script: the page goes to the issuer.',
    ['http', 'https'],
  ),
  GITHUB_CLIENT_ID: optional('“Continue with GitHub”: the id of the OAuth app.'),
  GITHUB_CLIENT_SECRET: optional('“Continue with GitHub”: the secret of the OAuth app.'),
  GITHUB_URL: url('Address of GitHub, or of GitHub Enterprise.', 'https://github.com'),
  GITHUB_API_URL: url('Address of GitHub’s API.', 'https://api.github.com'),
  PLAN_LIMITS: choice(
    'Whether plans are enforced: their limits, add-ons only if bought, AI only with bought tokens. Off: everything is available and unlimited.',
    ['on', 'off'],
    'off',
  ),
  STRIPE_SECRET_KEY: optional(
    'Secret key of the Stripe account that charges cards. Unset: a test mode that charges no one.',
  ),
  STRIPE_PUBLISHABLE_KEY: optional('Publishable key of the same account, for the card form.'),
  STRIPE_WEBHOOK_SECRET: optional(
    'Signing secret of the webhook /v3/billing/webhook, which reports renewals.',
  ),
  STRIPE_API_BASE: url('Address of Stripe’s API.', 'https://api.stripe.com'),
  AI_BASE_URL: optionalUrl(
    'AI provider with an OpenAI-compatible API, such as https://host/v1. Unset: no AI; calls that need it fail with the reason.',
    ['http', 'https'],
  ),
  AI_API_KEY: optional('Key of the AI provider. Unset: none is sent.'),
  AI_MODEL: optional('Model of the AI provider that writes texts and draws images.'),
  AI_MODELS: modelPrices,
  VERCEL_TOKEN: optional(
    'Vercel token of the installation: staff link its projects to buckets. Unset: each bucket needs its own token.',
  ),
  VERCEL_TEAM_ID: optional('Team that VERCEL_TOKEN is used for. Unset: the account itself.'),
  VERCEL_API_BASE: url('Address of Vercel’s API.', 'https://api.vercel.com'),
  INDEX_MEMORY: indexMemory,
  METRICS: choice(
    'Whether /metrics serves metrics for Prometheus. Anyone who can reach it can read it, so keep it behind the proxy.',
    ['on', 'off'],
    'off',
  ),
  CLOCK: clock,
}

/** Settings that only work together. */
export const settingGroups: readonly (readonly (keyof typeof settingList)[])[] = [
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
]
