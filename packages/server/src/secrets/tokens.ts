import { hash, randomBytes } from 'node:crypto'

import { TOKEN_PREFIX } from '@typecase/contract/access-tokens'
import { ASSISTANT_TOKEN_PREFIX } from '@typecase/contract/assistants'

/** Returns a new secret of 256 random bits, for sessions and e-mailed codes. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const FORM = new RegExp(`^(?:${TOKEN_PREFIX}|${ASSISTANT_TOKEN_PREFIX})?[\\w-]{43}$`)

/** Whether a text has the form of a token: of a session, a personal access token or an assistant's. */
export const isToken = (text: string): boolean => FORM.test(text)

/** Returns the stored hash of a secret: enough to find it, not enough to use it. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Whether a text has the form of an API key, which differs from that of sessions and codes. */
export const isApiKey = (text: string): boolean => /^[A-Za-z0-9]{50}$/.test(text)

/** Returns a new API key: 50 letters and digits, the form that clients know. */
export function newApiKey(): string {
  let key = ''
  while (key.length < 50) {
    for (const byte of randomBytes(64)) {
      // Bytes beyond the last whole multiple of 62 would make some characters likelier.
      if (byte < 248 && key.length < 50) key += ALPHABET[byte % 62]
    }
  }
  return key
}
