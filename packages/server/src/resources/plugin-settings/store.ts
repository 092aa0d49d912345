import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import './tables.ts'

/** What a plugin keeps, and how often it was changed. */
interface Kept {
  settings: Record<string, unknown>
  rev: number
}

/** What a plugin keeps for an account in a bucket; empty while it has stored nothing. */
export async function readSettings(
  db: Reader,
  { bucketId }: BucketAccess,
  { userId }: UserPrincipal,
  pluginId: string,
): Promise<Kept> {
  const row = await db
    .selectFrom('plugin_settings')
    .select(['settings', 'rev'])
    .where('bucket_id', '=', bucketId)
    .where('user_id', '=', userId)
    .where('plugin_id', '=', pluginId)
    .executeTakeFirst()
  // The column holds what the contract's schema let in.
  return row
    ? { settings: JSON.parse(row.settings) as Kept['settings'], rev: row.rev }
    : { settings: {}, rev: 0 }
}

/** Stores the settings whole. */
export async function saveSettings(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { userId }: UserPrincipal,
  pluginId: string,
  { settings, rev }: Kept,
): Promise<void> {
  const changed = { settings: JSON.stringify(settings), modified_at: clock.iso(), rev }
  await db
    .insertInto('plugin_settings')
    .values({ bucket_id: bucketId, user_id: userId, plugin_id: pluginId, ...changed })
    .onConflict((to) => to.columns(['bucket_id', 'user_id', 'plugin_id']).doUpdateSet(changed))
    .execute()
}
