import { DELIVERY_DAYS, MAX_DELIVERIES } from '@typecase/contract/webhooks'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { deleteSome } from '../../database/delete-some.ts'
import './tables.ts'

const DAY = 24 * 3600 * 1000

/** Deletes old finished deliveries, and webhooks that were deleted long ago. Pending deliveries stay. */
export async function clearDeliveries(app: App): Promise<void> {
  const before = app.clock.now() - DELIVERY_DAYS * DAY
  await all(app, (db) =>
    deleteSome(db, 'webhook_deliveries', ['bucket_id', 'id'], (eb) =>
      eb.and([eb('next_at', 'is', null), eb('triggered_at', '<=', before)]),
    ),
  )
  for (const { bucket_id, id } of await tooMany(app.db.read)) {
    await all(app, (db) =>
      deleteSome(db, 'webhook_deliveries', ['bucket_id', 'id'], (eb) =>
        eb.and([eb('bucket_id', '=', bucket_id), eb('next_at', 'is', null), eb('id', '<=', id)]),
      ),
    )
  }
  const deleted = new Date(before).toISOString()
  await all(app, (db) =>
    deleteSome(db, 'webhooks', ['bucket_id', 'id'], (eb) => eb('deleted_at', '<=', deleted)),
  )
}

/** Finds buckets with more finished deliveries than the limit, each with the newest delivery to delete. */
async function tooMany(db: Reader): Promise<{ bucket_id: string; id: string }[]> {
  const over = db.selectFrom('webhook_deliveries').where('next_at', 'is', null)
  const buckets = await over
    .select('bucket_id')
    .groupBy('bucket_id')
    .having((eb) => eb.fn.countAll(), '>', MAX_DELIVERIES)
    .execute()
  const expired = []
  for (const { bucket_id } of buckets) {
    const row = await over
      .select(['bucket_id', 'id'])
      .where('bucket_id', '=', bucket_id)
      .orderBy('id', 'desc')
      .offset(MAX_DELIVERIES)
      .limit(1)
      .executeTakeFirst()
    if (row) expired.push(row)
  }
  return expired
}

/** Repeats a deletion, each time in a new write, until no rows are left. */
async function all({ db }: App, some: (db: Reader) => Promise<number>): Promise<void> {
  while ((await db.write((write) => some(write.db), 'read committed')) > 0);
}
