import { randomBytes, timingSafeEqual } from 'node:crypto'

import { CHALLENGE_LIFETIME_MS } from '../limits.ts'
import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import { invalid } from '../http/failure.ts'
import { hashToken } from '../secrets/tokens.ts'

/**
 * The purposes of a challenge: a signed value that a browser brings back from another site, so that the server need not
 * store it in the meantime.
 */
export type ChallengePurpose = 'sign-in' | 'popup' | 'link' | 'passkey' | 'new-passkey'

interface ChallengeOf {
  readonly purpose: ChallengePurpose
  /** The user whom the challenge belongs to; empty if no one is signed in. */
  readonly userId?: string
  /** A secret that only the requesting browser has; empty if the response itself identifies the browser. */
  readonly browser?: string
}

type Parts = Pick<App, 'clock' | 'sealer'>

const signatureOf = ({ sealer }: Parts, text: string, { userId, browser }: ChallengeOf) =>
  sealer.sign(`challenge ${text} ${userId ?? ''} ${browser ?? ''}`)

/** Creates a challenge that is valid for ten minutes: `<purpose>.<end>.<random>.<signature>`. */
export function newChallenge(app: Parts, of: ChallengeOf): string {
  const end = (app.clock.now() + CHALLENGE_LIFETIME_MS).toString(36)
  const text = `${of.purpose}.${end}.${randomBytes(16).toString('base64url')}`
  return `${text}.${signatureOf(app, text, of)}`
}

/**
 * Checks that this server has issued a challenge for this purpose, user and browser, and that it has not expired. It
 * may have been used.
 * @param path the field of the challenge in the body
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
 * Marks a challenge as used, within a write.
 * @param proved what it proves, stored encrypted until `settleChallenge`: see `provedBy`
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

/** Returns what a used challenge proves; undefined if it is unused, empty if it is settled. */
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

/**
 * Deletes what a challenge proves, once that has taken effect.
 * @throws Failure `invalid` at `path` if it is settled already
 */
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
