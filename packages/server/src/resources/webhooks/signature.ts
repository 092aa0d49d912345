import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** Generates a signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/**
 * Returns the header `webhook-signature`: one signature for each valid secret, newest first.
 * @param seconds UNIX time of the header `webhook-timestamp`
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const signatureOf = (
  secrets: readonly string[],
  id: string,
  seconds: number,
  body: string,
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      const signed = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
      return `v1,${signed}`
    })
    .join(' ')
