import { type Bucket, type BucketKeyName, bucketKeyNames } from '@typecase/contract/buckets'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { BucketAccess } from './bucket-access.ts'
import { parseFormerKeys } from './bucket-snapshots.ts'
import { newKeys } from './new-keys.ts'
import './tables.ts'

const HOUR = 3600 * 1000

/** Returns the replaced keys that still work, in the form of the bucket's response. */
export function showFormerKeys(
  text: string,
  now: number,
  uses: ReadonlyMap<string, string>,
): Pick<Bucket, 'former_keys'> {
  const present = parseFormerKeys(text, now)
  if (present.length === 0) return {}
  return {
    former_keys: present.map(({ key, hash, ending, ends_at }) => ({
      key,
      ending,
      used_at: uses.get(hash) ?? null,
      ends_at: new Date(ends_at).toISOString(),
    })),
  }
}

/** The key parameters of `updateBucket`. */
export interface KeyChange {
  readonly reset_api_access_keys?: boolean | readonly BucketKeyName[] | undefined
  readonly former_key_hours?: { readonly [key in BucketKeyName]?: number | undefined }
}

/** Returns the names of the keys that a change replaces. */
export const replacedKeys = ({
  reset_api_access_keys: named,
}: KeyChange): readonly BucketKeyName[] => (named === true ? bucketKeyNames : named || [])

/**
 * Returns the bucket's columns after a change of its keys. A replaced key stops working at once unless the change gives
 * it hours.
 */
export async function replaceKeys(
  db: Reader,
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  { bucketId }: BucketAccess,
  change: KeyChange,
): Promise<Partial<ReturnType<typeof newKeys>> & { former_keys?: string }> {
  const replaced = replacedKeys(change)
  if (replaced.length === 0 && !change.former_key_hours) return {}
  const row = await db
    .selectFrom('buckets')
    .selectAll()
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const hoursOf = (key: BucketKeyName) =>
    change.former_key_hours?.[key] ?? (replaced.includes(key) ? 0 : undefined)
  const keys = newKeys(sealer)
  const columns = Object.fromEntries(
    replaced.flatMap((key) => [
      [`${key}_key_hash`, keys[`${key}_key_hash`]],
      [`${key}_key_sealed`, keys[`${key}_key_sealed`]],
    ]),
  )
  const outgoing = replaced.map((key) => ({
    key,
    hash: row[`${key}_key_hash`],
    ending: sealer.openOrNull(row[`${key}_key_sealed`])?.slice(-4) ?? '',
    ends_at: 0,
  }))
  const former = [...parseFormerKeys(row.former_keys, now), ...outgoing].flatMap((one) => {
    const hours = hoursOf(one.key)
    const ends_at = hours === undefined ? one.ends_at : now + hours * HOUR
    return ends_at > now ? [{ ...one, ends_at }] : []
  })
  return { ...columns, former_keys: JSON.stringify(former) }
}
