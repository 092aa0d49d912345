import {
  ASSISTANT_CLIENT_RETENTION_MS,
  INVITE_RETENTION_MS,
  JOB_RETENTION_MS,
  LINK_RETENTION_MS,
  PAYMENT_EVENT_RETENTION_MS,
  PLAN_RETENTION_MS,
  RETRY_RETENTION_MS,
  USAGE_RETENTION_MS,
} from '../limits.ts'
import type { App } from '../app.ts'
import type { Reader } from '../database/database.ts'
import { deleteSome } from '../database/delete-some.ts'
import type { WriteScope } from '../database/write-queue.ts'
import { auditHorizon } from '../resources/audit/audit-log.ts'
import { clearClients } from '../resources/assistants/clients.ts'
import { forgetFiles } from '../resources/extension-files/store.ts'
import { sweepExports } from '../resources/import-export/exporting/export-files.ts'
import '../resources/invites/store.ts'
import '../resources/billing/tables.ts'
import '../resources/plans/metered-usage.ts'
import '../resources/assistant-plans/tables.ts'
import '../resources/shared-links/tables.ts'
import { sweepUploads } from '../resources/media-upload/sweep-uploads.ts'
import { purgeExpiredMedia } from '../resources/media/purge-media.ts'
import { thinRevisions } from '../resources/revisions/thin.ts'
import { purgeExpired } from '../resources/trash/purge.ts'
import { clearDeliveries } from '../resources/webhooks/clear-deliveries.ts'
import '../http/idempotency.ts'
import '../http/limits.ts'
import '../resources/users/tables.ts'

/**
 * Deletes expired data: old trash, change sets and revisions, responses stored for retries, ended sessions. A failed
 * step does not stop the others.
 * @throws AggregateError with the failures
 */
export async function deleteExpired(app: App): Promise<void> {
  const failures: unknown[] = []
  const now = app.clock.now()
  for (const step of steps) await step(app, now).catch((reason: unknown) => failures.push(reason))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${steps.length} steps failed`)
}

const steps: readonly ((app: App, now: number) => Promise<unknown>)[] = [
  purgeExpired,
  purgeExpiredMedia,
  (app) => sweepUploads(app),
  thinRevisions,
  (app) => sweepExports(app),
  // Serializable, because an extension that is being installed may start to refer to these files.
  (app) => deleteAll(app, forgetFiles, 'serializable'),
  clearDeliveries,
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'audit_log', ['id'], (eb) => eb('created_at', '<=', auditHorizon(now))),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'invites', ['id'], (eb) => eb('expires_at', '<=', now - INVITE_RETENTION_MS)),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'shared_links', ['bucket_id', 'id'], (eb) =>
        eb('expires_at', '<=', now - LINK_RETENTION_MS),
      ),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'assistant_plans', ['bucket_id', 'id'], (eb) =>
        eb('expires_at', '<=', now - PLAN_RETENTION_MS),
      ),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'assistant_tokens', ['token_hash'], (eb) => eb('expires_at', '<=', now)),
    ),
  // The grants of assistants whose last refresh token has expired.
  (app) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'assistant_grants', ['id'], (eb) =>
        eb('id', 'not in', eb.selectFrom('assistant_tokens').select('grant_id')),
      ),
    ),
  (app, now) =>
    app.db.write(
      ({ db }) => clearClients(db, now - ASSISTANT_CLIENT_RETENTION_MS),
      'read committed',
    ),
  (app, now) => {
    const months = isoTime(now - USAGE_RETENTION_MS).slice(0, 7)
    return deleteAll(app, (db) =>
      deleteSome(db, 'metered_usage', ['place_id', 'month', 'meter'], (eb) =>
        eb('month', '<=', months),
      ),
    )
  },
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'payment_events', ['id'], (eb) =>
        eb('created_at', '<=', now - PAYMENT_EVENT_RETENTION_MS),
      ),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'idempotency_keys', ['id'], (eb) =>
        eb('created_at', '<=', now - RETRY_RETENTION_MS),
      ),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'sessions', ['token_hash'], (eb) =>
        eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - RETRY_RETENTION_MS)]),
      ),
    ),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'mail_codes', ['code_hash'], (eb) => eb('expires_at', '<=', now)),
    ),
  (app, now) =>
    deleteAll(app, (db) => deleteSome(db, 'limits', ['id'], (eb) => eb('keep_until', '<=', now))),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'used_challenges', ['id_hash'], (eb) => eb('expires_at', '<=', now)),
    ),
  (app, now) =>
    deleteAll(app, (db) => {
      const old = db
        .selectFrom('jobs')
        .select(['bucket_id', 'id'])
        .where('finished_at', '<=', isoTime(now - JOB_RETENTION_MS))
        .$asTuple('bucket_id', 'id')
      return deleteSome(db, 'failures', ['bucket_id', 'owner_id', 'place'], (eb) =>
        eb(eb.refTuple('bucket_id', 'owner_id'), 'in', old),
      )
    }),
  (app, now) =>
    deleteAll(app, (db) =>
      deleteSome(db, 'jobs', ['id'], (eb) =>
        eb('finished_at', '<=', isoTime(now - JOB_RETENTION_MS)),
      ),
    ),
]

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** Deletes rows in batches, one write each. */
async function deleteAll(
  { db }: App,
  some: (db: Reader) => Promise<number>,
  scope: WriteScope = 'read committed',
): Promise<void> {
  while ((await db.write((write) => some(write.db), scope)) > 0);
}
