import { CAPTCHA_TIMEOUT_MS } from '../limits.ts'
import type { App } from '../app.ts'
import { Failure, invalid } from '../http/failure.ts'
import type { Settings } from '../settings/settings.ts'

/** A captcha's script, and the hosts of its frames and calls. */
interface CaptchaScript {
  readonly url: string
  readonly hosts: readonly string[]
}

/** The scripts by host of the verifier. */
const scripts: Readonly<Record<string, CaptchaScript>> = {
  'challenges.cloudflare.com': {
    url: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    hosts: ['https://challenges.cloudflare.com'],
  },
  'api.hcaptcha.com': {
    url: 'https://js.hcaptcha.com/1/api.js',
    hosts: [
      'https://js.hcaptcha.com',
      'https://newassets.hcaptcha.com',
      'https://api.hcaptcha.com',
    ],
  },
  'www.google.com': {
    url: 'https://www.google.com/recaptcha/api.js',
    hosts: ['https://www.google.com', 'https://www.gstatic.com'],
  },
}

/** Returns the script that shows the captcha; undefined if none is configured. */
export function captchaScript({
  CAPTCHA_VERIFY_URL: verify,
  CAPTCHA_SCRIPT_URL: script,
}: Settings): CaptchaScript | undefined {
  if (verify === undefined) return undefined
  if (script !== undefined) return { url: script, hosts: [new URL(script).origin] }
  return scripts[new URL(verify).hostname]
}

/**
 * Checks that a person has solved the captcha, if one is configured (`CAPTCHA_SECRET`). The verifiers of reCAPTCHA,
 * hCaptcha and Turnstile all accept this form.
 * @throws Failure `invalid` at `captcha_token`, `unavailable` when the verifier does not respond
 */
export async function assertCaptcha(
  { settings, log }: App,
  token: string | undefined,
  ip: string,
): Promise<void> {
  const { CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: url } = settings
  // The settings contain both values or neither.
  if (secret === undefined || url === undefined) return
  if (!token) throw invalid('captcha_token', 'captcha_token is a required field', 'required')
  let isHuman: boolean
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(CAPTCHA_TIMEOUT_MS),
    })
    const { success } = (await answer.json()) as { success?: unknown }
    isHuman = success === true
  } catch (reason) {
    log.error({ err: reason }, 'captcha verifier failed')
    throw new Failure('unavailable', 'The captcha could not be checked. Try again soon.')
  }
  if (!isHuman) throw invalid('captcha_token', 'The captcha was not solved. Try again.', 'captcha')
}
