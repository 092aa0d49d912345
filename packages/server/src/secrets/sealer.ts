import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

import { Failure } from '../http/failure.ts'

/** Encrypts the few secrets that must be shown or used again: API keys, one-time-code seeds. */
export interface Sealer {
  seal(secret: string): string
  /** @throws LostSecret when the text was sealed with another key or was changed */
  open(sealed: string): string
  /** Like `open`, but null for a secret that cannot be opened. */
  openOrNull(sealed: string): string | null
  /** Returns a signature of 43 characters, by which the server recognises a text that it issued. */
  sign(text: string): string
  /** Whether a signature matches a text. The time that it takes does not reveal where they differ. */
  isSigned(text: string, signature: string): boolean
}

/** A secret that cannot be decrypted because its key is lost. This is not a server error: the response is 409. */
export class LostSecret extends Failure {
  constructor() {
    super('conflict', 'This was encrypted with a key that the server no longer has.')
  }
}

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const KEY = 32

export const newKey = (): Buffer => randomBytes(KEY)

/** Reads a key as base64 or base64url. @returns undefined when the text is no key */
export function parseKey(text: string): Buffer | undefined {
  const isBase64 = /^[\w+/-]{43}=?$/.test(text)
  return isBase64 ? Buffer.from(text, 'base64url') : undefined
}

/** AES-256-GCM with a key outside the database: a stolen database alone reveals nothing. */
export function createSealer(key: Buffer): Sealer {
  // The key for signatures is derived, so they reveal nothing about the encryption key.
  const signing = Buffer.from(hkdfSync('sha256', key, '', 'signatures', KEY))

  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url')

  function open(sealed: string): string {
    try {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, NONCE)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      const text = decipher.update(bytes.subarray(NONCE + TAG))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      throw new LostSecret()
    }
  }

  return {
    seal(secret) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG })
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    open,

    sign,

    isSigned(text, signature) {
      const [a, b] = [Buffer.from(signature), Buffer.from(sign(text))]
      return a.length === b.length && timingSafeEqual(a, b)
    },

    openOrNull(sealed) {
      try {
        return open(sealed)
      } catch {
        return null
      }
    },
  }
}
