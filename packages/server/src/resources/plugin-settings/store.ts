import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    plugin_settings: {
      bucket_id: string
      user_id: string
      plugin_id: string
      /** A JSON object. */
      settings: string
      modified_at: string
      rev: number
    }
  }
}

/** A plugin's settings, and how often they were changed. */
interface StoredSettings {
  settings: Record<string, unknown>
  rev: number
}

/** Reads a plugin's settings for an account in a bucket; empty with rev 0 before the first write. */
export async function readSettings(
  db: Reader,
  { bucketId }: BucketAccess,
  { userId }: UserPrincipal,
  pluginId: string,
): Promise<StoredSettings> {
  const row = await db
    .selectFrom('plugin_settings')
    .select(['settings', 'rev'])
    .where('bucket_id', '=', bucketId)
    .where('user_id', '=', userId)
    .where('plugin_id', '=', pluginId)
    .executeTakeFirst()
  // The contract's schema validated the column before it was stored.
  return row
    ? { settings: JSON.parse(row.settings) as StoredSettings['settings'], rev: row.rev }
    : { settings: {}, rev: 0 }
}

/** Replaces the settings. */
export async function saveSettings(
  clock: Clock,
  db: Reader,
  { bucketId }: BucketAccess,
  { userId }: UserPrincipal,
  pluginId: string,
  { settings, rev }: StoredSettings,
): Promise<void> {
  const changed = { settings: JSON.stringify(settings), modified_at: clock.iso(), rev }
  await db
    .insertInto('plugin_settings')
    .values({ bucket_id: bucketId, user_id: userId, plugin_id: pluginId, ...changed })
    .onConflict((to) => to.columns(['bucket_id', 'user_id', 'plugin_id']).doUpdateSet(changed))
    .execute()
}
