import type { App } from '../app.ts'
import { Failure, invalid } from '../http/failure.ts'

const PATIENCE = 10_000

/**
 * Checks that a person solved the captcha, where one is set up (`CAPTCHA_SECRET`). The verifiers of reCAPTCHA,
 * hCaptcha and Turnstile all take this form.
 * @throws Failure `invalid` at `captcha_token`, `unavailable` when the verifier does not answer
 */
export async function assertCaptcha(
  { settings, log }: App,
  token: string | undefined,
  ip: string,
): Promise<void> {
  const { CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: url } = settings
  // Settings hold all of a captcha's or none.
  if (secret === undefined || url === undefined) return
  if (!token) throw invalid('captcha_token', 'captcha_token is a required field', 'required')
  let isHuman: boolean
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const { success } = (await answer.json()) as { success?: unknown }
    isHuman = success === true
  } catch (reason) {
    log.error({ err: reason }, 'captcha verifier failed')
    throw new Failure('unavailable', 'The captcha could not be checked. Try again soon.')
  }
  if (!isHuman) throw invalid('captcha_token', 'The captcha was not solved. Try again.', 'captcha')
}
