import { createHash, timingSafeEqual } from 'node:crypto'

import { ASSISTANT_TOKEN_PREFIX } from '@typecase/contract/assistants'
import { newId } from '@typecase/contract/ids'
import type { TokenScope } from '@typecase/contract/roles'

import {
  ASSISTANT_CODE_MS,
  ASSISTANT_TOKEN_MS,
  MAX_ASSISTANTS,
  ASSISTANT_IDLE_MS,
} from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict } from '../../http/failure.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import { OAuthError } from './oauth-error.ts'
import './tables.ts'

/** The permission that a person gives to a client. */
export interface NewGrant {
  readonly clientId: string
  readonly userId: string
  readonly scope: TokenScope
  readonly bucketIds: readonly string[] | null
  /** The address that the code is sent to; `challenge` is the hash of the secret that redeems the code. */
  readonly redirectUri: string
  readonly challenge: string
}

/**
 * Stores a grant with the code that redeems it.
 * @returns the grant's id and the code
 * @throws Failure `conflict` for a user with too many grants
 */
export async function addGrant(
  { clock }: Pick<App, 'clock'>,
  { db }: Write,
  { clientId, userId, scope, bucketIds, redirectUri, challenge }: NewGrant,
): Promise<{ id: string; code: string }> {
  const grants = db.selectFrom('assistant_grants').where('user_id', '=', userId)
  if ((await countOf(grants)) >= MAX_ASSISTANTS)
    throw conflict(`You have connected ${MAX_ASSISTANTS} assistants already. Revoke one first.`)
  const now = clock.now()
  const id = newId(now)
  const code = newToken()
  await db
    .insertInto('assistant_grants')
    .values({
      id,
      client_id: clientId,
      user_id: userId,
      scope,
      bucket_ids: bucketIds && JSON.stringify([...new Set(bucketIds)]),
      created_at: now,
      last_used_at: null,
    })
    .execute()
  await addSecret(db, id, 'code', code, now + ASSISTANT_CODE_MS, { challenge, redirectUri })
  return { id, code }
}

const addSecret = (
  db: Reader,
  grant_id: string,
  kind: 'code' | 'access' | 'refresh',
  secret: string,
  expires_at: number,
  { challenge, redirectUri }: { challenge?: string; redirectUri?: string } = {},
) =>
  db
    .insertInto('assistant_tokens')
    .values({
      token_hash: hashToken(secret),
      grant_id,
      kind,
      expires_at,
      used_at: null,
      challenge: challenge ?? null,
      redirect_uri: redirectUri ?? null,
    })
    .execute()

/** The request of a client that exchanges a code or a refresh token for tokens. */
export interface Exchange {
  readonly kind: 'code' | 'refresh'
  readonly secret: string
  readonly clientId: string
  /** With a code: the address that it was sent to, and the secret of its challenge. */
  readonly redirectUri?: string | undefined
  readonly verifier?: string | undefined
}

export interface Tokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: TokenScope
}

const findSecret = (db: Reader, kind: Exchange['kind'], secret: string) =>
  db
    .selectFrom('assistant_tokens as t')
    .innerJoin('assistant_grants as g', 'g.id', 't.grant_id')
    .innerJoin('users', 'users.id', 'g.user_id')
    .select(['t.grant_id', 't.expires_at', 't.used_at', 't.challenge', 't.redirect_uri'])
    .select(['g.client_id', 'g.scope', 'users.status'])
    .where('t.token_hash', '=', hashToken(secret))
    .where('t.kind', '=', kind)
    .executeTakeFirst()

const refusal = (reason: string) => new OAuthError('invalid_grant', reason)

/**
 * Exchanges a code or a refresh token, each of which works once. A second use ends the grant, because one of the two
 * users must have stolen it (OAuth 2.1 §4.3.1).
 * @throws OAuthError `invalid_grant`
 */
export async function exchange(app: App, request: Exchange): Promise<Tokens> {
  const { db, clock } = app
  const { kind, secret } = request
  // A guess costs only a read.
  const stored = await findSecret(db.read, kind, secret)
  if (!stored || stored.client_id !== request.clientId)
    throw refusal(`The ${kind === 'code' ? 'code' : 'refresh token'} is not valid.`)
  await app.limits.count('assistantToken', stored.grant_id)
  const outcome = await db.write(async (write) => {
    const row = await findSecret(write.db, kind, secret)
    const now = clock.now()
    if (row?.status !== 'active') return refusal('Access was revoked.')
    if (row.used_at !== null) {
      await endGrants(app, write, [row.grant_id])
      return refusal('It was used before: access is revoked. Sign in again.')
    }
    if (row.expires_at <= now) return refusal('It has expired. Sign in again.')
    if (kind === 'code') {
      if (row.redirect_uri !== request.redirectUri)
        return refusal('redirect_uri is not the one that the code was sent to.')
      if (!isVerifier(request.verifier, row.challenge))
        return refusal('code_verifier does not match the code_challenge.')
    }
    await write.db
      .updateTable('assistant_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(secret))
      .execute()
    return issueTokens(write.db, now, row.grant_id, row.scope)
  }, 'serializable')
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

async function issueTokens(
  db: Reader,
  now: number,
  grantId: string,
  scope: TokenScope,
): Promise<Tokens> {
  const access_token = ASSISTANT_TOKEN_PREFIX + newToken()
  const refresh_token = newToken()
  await addSecret(db, grantId, 'access', access_token, now + ASSISTANT_TOKEN_MS)
  await addSecret(db, grantId, 'refresh', refresh_token, now + ASSISTANT_IDLE_MS)
  const expires_in = ASSISTANT_TOKEN_MS / 1000
  return { access_token, token_type: 'Bearer', expires_in, refresh_token, scope }
}

/** Whether a secret matches the hash of a challenge (RFC 7636 §4.6). */
function isVerifier(verifier: string | undefined, challenge: string | null): boolean {
  if (verifier === undefined || challenge === null || !/^[\w.~-]{43,128}$/.test(verifier))
    return false
  const hash = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return hash.length === expected.length && timingSafeEqual(hash, expected)
}

/** Ends grants. Calls with their tokens are refused at once, in every process. */
export async function endGrants(
  { sessions }: Pick<App, 'sessions'>,
  write: Write,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { db } = write
  const rows = await db
    .deleteFrom('assistant_tokens')
    .where('grant_id', 'in', ids)
    .returning('token_hash')
    .execute()
  await db.deleteFrom('assistant_grants').where('id', 'in', ids).execute()
  sessions.endTokens(
    write,
    rows.map(({ token_hash }) => token_hash),
  )
}

/** Ends all grants of a user. */
export async function endGrantsOf(
  app: Pick<App, 'sessions'>,
  write: Write,
  userId: string,
): Promise<void> {
  const rows = await write.db
    .selectFrom('assistant_grants')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  await endGrants(
    app,
    write,
    rows.map(({ id }) => id),
  )
}

/** Returns the id of the grant of an access or refresh token. */
export async function grantOfToken(
  db: Reader,
  token: string,
  clientId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('assistant_tokens as t')
    .innerJoin('assistant_grants as g', 'g.id', 't.grant_id')
    .select('g.id')
    .where('t.token_hash', '=', hashToken(token))
    .where('t.kind', '<>', 'code')
    .where('g.client_id', '=', clientId)
    .executeTakeFirst()
  return row?.id
}
