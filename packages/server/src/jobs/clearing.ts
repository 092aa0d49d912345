import type { App } from '../app.ts'
import { purgeExpired } from '../resources/trash/purge.ts'
import '../http/idempotency.ts'
import '../resources/users/tables.ts'

const DAY = 24 * 3600 * 1000
/** How long answers are kept for retries, and sessions that nobody uses. */
const KEPT_MS = DAY
/** How long the list of jobs goes back. */
const JOBS_KEPT_MS = 30 * DAY

/** Lets go of what nobody needs any more: old trash and change sets, answers kept for retries, ended sessions. */
export async function clearOut(app: App): Promise<void> {
  const now = app.clock.now()
  await purgeExpired(app)
  await app.db.write(async ({ db }) => {
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<=', now - KEPT_MS)
      .execute()
    await db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - KEPT_MS)]))
      .execute()
    await db.deleteFrom('mail_codes').where('expires_at', '<=', now).execute()
    await db
      .deleteFrom('jobs')
      .where('finished_at', '<=', new Date(now - JOBS_KEPT_MS).toISOString())
      .execute()
  })
}
