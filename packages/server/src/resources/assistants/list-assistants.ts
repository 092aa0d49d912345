import type { Assistant } from '@typecase/contract/assistants'

import { MAX_LISTED_ASSISTANTS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { membersOf } from '../buckets/people.ts'
import { avatarUrl } from '../users/user-view.ts'
import { toClient } from './clients.ts'
import './tables.ts'

/**
 * Lists the assistants that can open a bucket, newest first: those of all its members if the caller may change its
 * settings, otherwise only the caller's.
 */
export async function assistantsIn(
  { settings }: Pick<App, 'settings'>,
  db: Reader,
  access: BucketAccess,
  userId: string,
): Promise<Assistant[]> {
  const seesAll = access.can('bucket:settings')
  const people = seesAll ? (await membersOf(db, access.bucketId)).map(({ id }) => id) : [userId]
  const rows = await db
    .selectFrom('assistant_grants as g')
    .innerJoin('assistant_clients as c', 'c.id', 'g.client_id')
    .innerJoin('users', 'users.id', 'g.user_id')
    .select(['g.id', 'g.scope', 'g.bucket_ids', 'g.created_at', 'g.last_used_at', 'g.user_id'])
    .select(['c.id as client_id', 'c.name', 'c.redirect_uris'])
    .select(['users.first_name', 'users.last_name', 'users.avatar'])
    .where('g.user_id', 'in', people)
    .where((eb) =>
      eb.or([
        eb('g.bucket_ids', 'is', null),
        // Ids contain no wildcard characters.
        eb('g.bucket_ids', 'like', `%"${access.bucketId}"%`),
      ]),
    )
    // A grant whose code was never redeemed is not a connected assistant.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('assistant_tokens')
          .select('token_hash')
          .whereRef('grant_id', '=', 'g.id')
          .where('kind', '=', 'refresh'),
      ),
    )
    .orderBy('g.id', 'desc')
    .limit(MAX_LISTED_ASSISTANTS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    client: toClient({ ...row, id: row.client_id }),
    user: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      avatar_url: avatarUrl(settings.PUBLIC_URL, row.avatar),
    },
    scope: row.scope,
    // Only `addGrant` writes this column, so the cast is safe.
    buckets: row.bucket_ids === null ? null : (JSON.parse(row.bucket_ids) as string[]).length,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    may_revoke: seesAll || row.user_id === userId,
  }))
}
