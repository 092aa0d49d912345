import { randomBytes, timingSafeEqual } from 'node:crypto'

import { CHALLENGE_LIFETIME_MS } from '../limits.ts'
import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import { invalid } from '../http/failure.ts'
import { hashToken } from '../secrets/tokens.ts'

/**
 * Purposes of a challenge: a value that a browser brings back from another site, signed so that the server stores
 * nothing meanwhile.
 */
export type ChallengePurpose = 'sign-in' | 'popup' | 'link' | 'passkey' | 'new-passkey'

interface ChallengeOf {
  readonly purpose: ChallengePurpose
  /** The account of the challenge; empty while no one is signed in. */
  readonly userId?: string
  /** A secret that only the requesting browser has; empty if the response itself proves the browser. */
  readonly browser?: string
}

type Parts = Pick<App, 'clock' | 'sealer'>

const signatureOf = ({ sealer }: Parts, text: string, { userId, browser }: ChallengeOf) =>
  sealer.sign(`challenge ${text} ${userId ?? ''} ${browser ?? ''}`)

/** A challenge for ten minutes: `<purpose>.<end>.<random>.<signature>`. */
export function newChallenge(app: Parts, of: ChallengeOf): string {
  const end = (app.clock.now() + CHALLENGE_LIFETIME_MS).toString(36)
  const text = `${of.purpose}.${end}.${randomBytes(16).toString('base64url')}`
  return `${text}.${signatureOf(app, text, of)}`
}

/**
 * Checks that a challenge is ours, for this, for this user and this browser, and not too old; it may be used already.
 * @param path where the body has it
 * @throws Failure `invalid` at `path`, rule `challenge`
 */
export function assertChallenge(
  app: Parts,
  challenge: string,
  of: ChallengeOf,
  path: string,
): void {
  const at = challenge.lastIndexOf('.')
  const text = challenge.slice(0, at)
  const [purpose, end = ''] = text.split('.')
  const isOurs = isSame(challenge.slice(at + 1), signatureOf(app, text, of))
  if (!isOurs || purpose !== of.purpose || Number.parseInt(end, 36) <= app.clock.now())
    throw badChallenge(path)
}

/**
 * Uses a challenge up, within a write.
 * @param proved its proof, stored sealed until it ends: see `provedBy`
 * @param lifetime milliseconds after which the challenge has expired anyway
 * @throws Failure `invalid` at `path` when it was used before
 */
export async function useChallenge(
  { db: tx }: Write,
  app: Parts,
  challenge: string,
  path: string,
  proved = '',
  lifetime = CHALLENGE_LIFETIME_MS,
): Promise<void> {
  const row = await tx
    .insertInto('used_challenges')
    .values({
      id_hash: hashToken(challenge),
      sealed: proved && app.sealer.seal(proved),
      expires_at: app.clock.now() + lifetime,
    })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  if (!row) throw badChallenge(path)
}

/** The proof of a used challenge that is still pending; undefined for an unused one, empty for a settled one. */
export async function provedBy(
  { db, sealer }: App,
  challenge: string,
): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('used_challenges')
    .select('sealed')
    .where('id_hash', '=', hashToken(challenge))
    .executeTakeFirst()
  return row && row.sealed && (sealer.openOrNull(row.sealed) ?? '')
}

/** Forgets the proof of a challenge: it has taken effect. @throws Failure `invalid` at `path` when it had before */
export async function settleChallenge(
  { db: tx }: Write,
  challenge: string,
  path: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('used_challenges')
    .set({ sealed: '' })
    .where('id_hash', '=', hashToken(challenge))
    .where('sealed', '!=', '')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw badChallenge(path)
}

const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))

export const badChallenge = (path: string) =>
  invalid(
    path,
    'This sign-in has expired, was started in another browser, or is already done. Start again.',
    'challenge',
  )
