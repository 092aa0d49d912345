import { MAX_PASSWORD_BYTES } from '../limits.ts'
import { onFirstUse } from '../on-first-use.ts'
import { invalid } from '../http/failure.ts'
import { queueHash } from './hash-queue.ts'

/** Argon2id as in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. Only tests lower it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes a password with argon2id. It is normalised (NFKC), so the same letters typed on another system give the same
 * password.
 * @throws Failure `invalid` above 1,024 bytes, before hashing
 */
export async function hashPassword(password: string): Promise<string> {
  const text = normalize(password)
  return queueHash(() => onFirstUse.argon2.hash(text, passwordCost))
}

/**
 * Whether a password matches a hash. Without a hash (no such account) it is false after the same time, so that timing
 * does not reveal which addresses have accounts.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const text = normalize(password)
  return queueHash(async () => {
    if (stored) return onFirstUse.argon2.verify(stored, text)
    await onFirstUse.argon2.hash(text, passwordCost)
    return false
  })
}

/** Whether a hash was made with another cost than the current one. It is then replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = onFirstUse.argon2.parseOptions(stored)
  return (
    memoryCost !== passwordCost.memoryCost ||
    timeCost !== passwordCost.timeCost ||
    parallelism !== passwordCost.parallelism
  )
}

function normalize(password: string): string {
  const text = password.normalize('NFKC')
  if (Buffer.byteLength(text) > MAX_PASSWORD_BYTES) {
    throw invalid('password', `password must be at most ${MAX_PASSWORD_BYTES} bytes`, 'max')
  }
  return text
}
