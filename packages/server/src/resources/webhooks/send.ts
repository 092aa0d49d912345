import { FORMER_SECRET_HOURS, KEPT_ANSWER, KEPT_BODY } from '@typecase/contract/webhooks'

import { WEBHOOK_TIMEOUT_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import type { StoredWebhook } from './store.ts'
import { signatureOf } from './signature.ts'

/** Replaces the values of headers in the log. */
const MASK = '•••'
/** Minimum length of a value to hide in responses. Shorter values are not secrets, and may be parts of other words. */
const LEAST_SECRET = 8

/** A sent request in the form of the log: without secret values, and with bodies cut short. */
export interface Attempt {
  /** UNIX ms. */
  readonly at: number
  /** In ms. */
  readonly duration: number
  /** Null without a response. */
  readonly status: number | null
  /** The reason for the failure; null for a success. */
  readonly problem: string | null
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly size: number
  }
  readonly response: {
    readonly headers: Readonly<Record<string, string>>
    /** Null if it came from a private network. */
    readonly body: string | null
  } | null
}

type Answer = NonNullable<Attempt['response']>

/** Returns when the previous secret stops signing, UNIX ms. */
export const formerSecretUntil = (now: number): number => now + FORMER_SECRET_HOURS * 3600 * 1000

/** Decrypts the headers of a webhook. @returns undefined if the key that sealed them was lost */
export function openHeaders(
  { sealer }: Pick<App, 'sealer'>,
  { header_keys, header_values_sealed }: StoredWebhook,
): [string, string][] | undefined {
  const values = sealer.openOrNull(header_values_sealed)
  if (values === null) return undefined
  // Only `sealHeaders` creates this value, so the cast is safe.
  const list = JSON.parse(values) as string[]
  return header_keys.map((key, n) => [key, list[n] ?? ''])
}

/**
 * Posts a signed body to the endpoint of a webhook.
 * @param id id of the delivery, the same for each attempt
 * @throws the reason of `signal` when that is aborted
 */
export async function send(
  app: App,
  webhook: StoredWebhook,
  id: string,
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const at = app.clock.now()
  const seconds = Math.floor(at / 1000)
  const secrets = secretsOf(app, webhook, at)
  const customHeaders = openHeaders(app, webhook)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Typecase-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(secrets, id, seconds, body),
  }
  const start = performance.now()
  const attempt = (rest: Pick<Attempt, 'status' | 'problem' | 'response'>): Attempt => ({
    at,
    duration: Math.round(performance.now() - start),
    request: {
      headers: {
        ...headers,
        ...Object.fromEntries(webhook.header_keys.map((key) => [key, MASK])),
      },
      body: shorten(body, KEPT_BODY),
      size: Buffer.byteLength(body),
    },
    ...rest,
  })
  const unsent = (problem: string) => attempt({ status: null, problem, response: null })
  if (secrets.length === 0)
    return unsent(
      'Nothing was sent: the signing secret was lost with the key that it was encrypted with. Rotate it.',
    )
  if (!customHeaders)
    return unsent(
      'Nothing was sent: the values of headers were lost with the key that they were encrypted with. Enter them again.',
    )
  try {
    const { status, ...response } = await app.safePost.post(webhook.endpoint, {
      headers: { ...headers, ...Object.fromEntries(customHeaders) },
      body,
      signal,
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      maxBytes: KEPT_ANSWER,
    })
    const values = customHeaders.map(([, value]) => value)
    return attempt({
      status,
      problem: problemOf(status),
      response: withoutValues(response, values),
    })
  } catch (reason) {
    signal.throwIfAborted()
    if (reason instanceof Failure) return unsent(`No answer came: ${reason.message}`)
    app.log.error({ err: reason, webhook: webhook.id }, 'a webhook could not be sent')
    return unsent('No response. The reason is in the server’s log.')
  }
}

/** Hides the values of the request's headers in a response, since some endpoints echo their requests. */
function withoutValues({ headers, body }: Answer, values: readonly string[]): Answer {
  const hide = (text: string) =>
    values
      .filter((value) => value.length >= LEAST_SECRET)
      .reduce((rest, value) => rest.replaceAll(value, MASK), text)
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([key, text]) => [key, hide(text)])),
    body: body === null ? null : hide(body),
  }
}

/** Returns the attempt of a delivery that failed before its body was complete. */
export const unsendable = (at: number): Attempt => ({
  at,
  duration: 0,
  status: null,
  problem: 'Nothing was sent. The reason is in the server’s log.',
  request: { headers: {}, body: '', size: 0 },
  response: null,
})

/** Returns the secrets that sign requests now, newest first. */
function secretsOf(
  { sealer }: Pick<App, 'sealer'>,
  { secret_sealed, former_secret_sealed: former, former_secret_until: until }: StoredWebhook,
  now: number,
): string[] {
  const sealed = former !== null && until !== null && until > now ? [former] : []
  return [secret_sealed, ...sealed].flatMap((one) => sealer.openOrNull(one) ?? [])
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The endpoint answered ${status}. Redirects are not followed.`
  return `The endpoint answered ${status}.`
}

/** Returns the beginning of a text, at most `bytes` long in UTF-8. */
const shorten = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })
