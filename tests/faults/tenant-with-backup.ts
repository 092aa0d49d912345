import { newId } from '@typecase/contract/ids'
import '@typecase/server/resources/backups/tables'
import type { Owner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'

/** Adds a finished backup, without the files it contains. */
export async function addOneBackup(
  { app }: TestServer,
  { bucket }: Pick<Owner, 'bucket'>,
): Promise<string> {
  const id = newId()
  const input = { state: 'done' as const, reason: 'manual' as const, file_id: newId() }
  await app.db.write(
    ({ db }) =>
      db
        .insertInto('backups')
        .values({ bucket_id: bucket.id, id, at: app.clock.now(), ...input })
        .execute(),
    'serializable',
  )
  return id
}
