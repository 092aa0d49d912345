import {
  type AccessToken,
  addToken,
  deleteToken,
  listTokens,
  TOKEN_PREFIX,
} from '@typecase/contract/access-tokens'
import { newId } from '@typecase/contract/ids'
import type { Selectable } from 'kysely'

import { MAX_ACCESS_TOKENS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import type { Write } from '../../database/write-queue.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { conflict, invalid, notFound, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import { tokenAddedMail } from '../../mail/account-mails.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { openBuckets } from '../buckets/bucket-access.ts'
import { assertStepUp } from './step-up.ts'
import { findUser } from './store.ts'
import { toMailReader } from './user-view.ts'

const DAY = 24 * 3600 * 1000

/** Routes for personal access tokens; `http/authenticate.ts` decides their rights. */
export function accessTokenRoutes(app: App): Route[] {
  const { clock, db } = app
  return [
    handle(listTokens, async ({ principal }) => {
      const rows = await db.read
        .selectFrom('access_tokens')
        .selectAll()
        .where('user_id', '=', principal.userId)
        .orderBy('id', 'desc')
        .execute()
      return { tokens: rows.map(toAccessToken), total: rows.length }
    }),

    handle(addToken, async (call) => {
      const { principal, body, ip, commit } = call
      await assertStepUp(app, principal, body.current_password, ip)
      const { userId } = principal
      const secret = TOKEN_PREFIX + newToken()
      const now = clock.now()
      const scope = body.scope === 'write' ? 'admin' : body.scope
      const bucketIds = body.bucket_ids ?? null
      if (bucketIds) await assertOpens(app, principal, bucketIds)
      return commit(async (write) => {
        const { db: tx } = write
        const user = await findUser(tx, userId)
        if (user?.status !== 'active') throw unauthenticated()
        const { count } = await tx
          .selectFrom('access_tokens')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        if (count >= MAX_ACCESS_TOKENS)
          throw conflict(`You have ${MAX_ACCESS_TOKENS} access tokens already. Delete one first.`)
        const row = await tx
          .insertInto('access_tokens')
          .values({
            id: newId(now),
            token_hash: hashToken(secret),
            user_id: userId,
            title: body.title.trim() || 'Token',
            scope,
            bucket_ids: bucketIds && JSON.stringify([...new Set(bucketIds)]),
            created_at: now,
            expires_at: now + body.days * DAY,
            last_used_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const subject = { id: row.id, title: row.title }
        const details = { scope, days: body.days, ...(bucketIds && { buckets: bucketIds.length }) }
        await audit(write, app, actorOf(call), { kind: 'account.token_add', subject, details })
        const way = `The access token “${row.title}”`
        const mail = tokenAddedMail(toMailReader(user), app.settings.PUBLIC_URL, way)
        write.afterCommit(() => app.mailer.send(mail))
        return { token: toAccessToken(row), secret }
      }, 'serializable')
    }),

    handle(deleteToken, async (call) => {
      const { principal, query } = call
      return call.commit(async (write) => {
        const [token] = await deleteTokens(app, write, principal.userId, query.token_id)
        if (!token) throw notFound('Access token')
        const subject = { id: token.id, title: token.title }
        await audit(write, app, actorOf(call), { kind: 'account.token_delete', subject })
        return { message: 'The access token is deleted.' }
      }, 'serializable')
    }),
  ]
}

/**
 * Checks that the user can open all these buckets.
 * @throws Failure `invalid` that names the first one they cannot open
 */
export async function assertOpens(
  { db }: Pick<App, 'db'>,
  principal: UserPrincipal,
  bucketIds: readonly string[],
  field = 'bucket_ids',
): Promise<void> {
  const ids = new Set((await openBuckets(db, principal)).map(({ access }) => access.bucketId))
  const at = bucketIds.findIndex((id) => !ids.has(id))
  if (at === -1) return
  const path = `${field}.${at}`
  throw invalid(path, `${path} is not a bucket that you can open`, 'unknown')
}

/**
 * Deletes all access tokens of a user, or the one with this id. Calls that use them are refused at once.
 * @returns the deleted tokens
 */
export async function deleteTokens(
  { sessions }: Pick<App, 'sessions'>,
  write: Write,
  userId: string,
  id?: string,
): Promise<{ id: string; title: string }[]> {
  const rows = await write.db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['token_hash', 'id', 'title'])
    .execute()
  sessions.endTokens(
    write,
    rows.map((row) => row.token_hash),
  )
  return rows
}

const toAccessToken = (row: Selectable<Tables['access_tokens']>): AccessToken => ({
  id: row.id,
  title: row.title,
  scope: row.scope,
  // Only the server writes this column, so the cast is safe.
  bucket_ids: row.bucket_ids === null ? null : (JSON.parse(row.bucket_ids) as string[]),
  created_at: new Date(row.created_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
  last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
})
