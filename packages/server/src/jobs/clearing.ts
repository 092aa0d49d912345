import type { App } from '../app.ts'
import { deleteSome } from '../database/row-statements.ts'
import { type Sql, sql } from '../database/sql-text.ts'
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
  const jobsBefore = new Date(now - JOBS_KEPT_MS).toISOString()
  const unused = sql`expires_at <= ${now} OR last_seen_at <= ${now - KEPT_MS}`
  const oldJobs = sql`finished_at <= ${jobsBefore}`
  await deleteAll(app, 'idempotency_keys', 'id', sql`created_at <= ${now - KEPT_MS}`)
  await deleteAll(app, 'sessions', 'token_hash', unused)
  await deleteAll(app, 'mail_codes', 'code_hash', sql`expires_at <= ${now}`)
  const ofJobs = sql`job_id IN (SELECT id FROM jobs WHERE ${oldJobs})`
  await deleteAll(app, 'job_failures', 'seq', ofJobs)
  await deleteAll(app, 'jobs', 'id', oldJobs)
}

/** Deletes rows, some in each write. */
async function deleteAll({ db }: App, table: string, key: string, which: Sql): Promise<void> {
  while (await db.write((write) => deleteSome(write.db, table, key, which)));
}
