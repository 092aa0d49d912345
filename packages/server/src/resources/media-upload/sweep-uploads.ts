import { readdirSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../app.ts'
import { sweepFiles } from '../../storage/stored-files.ts'
import { temporaryFolder } from '../import-export/import-files.ts'
import { IN_PARTS, ONE_REQUEST, partsPath } from './temporary-files.ts'
import './resumable.ts'

/** After which nobody writes a file of one request any more, ms. */
const QUIET = 60 * 60_000

/**
 * Deletes what uploads left behind that were given up: their bytes, here and in the store.
 * @param isStart whether this server answers nobody yet: what is there is of a former one
 */
export async function sweepUploads(app: App, isStart = false): Promise<void> {
  const { db, settings, clock } = app
  // Servers of one PostgreSQL share the folder, and others may be at work in it.
  const isAlone = isStart && settings.DATABASE_URL === undefined
  const startedAt = clock.now()
  const folder = temporaryFolder(settings.DATA_DIR)
  const names = readdirSync(folder)
  const before = isAlone ? Infinity : Date.now() - QUIET
  const isOld = async (path: string) =>
    ((await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity) < before

  const ended = await db.read
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<=', clock.now())
    .execute()
  for (const { id } of ended) {
    await rm(partsPath(settings, id), { force: true })
    await db.write((write) => write.db.deleteFrom('uploads').where('id', '=', id).execute())
  }
  const known = new Set(
    (await db.read.selectFrom('uploads').select('id').execute()).map(({ id }) => id),
  )
  for (const name of names) {
    const upload = IN_PARTS.exec(name)?.[1]
    const isNeeded = upload === undefined ? !ONE_REQUEST.test(name) : known.has(upload)
    const path = join(folder, name)
    if (!isNeeded && (await isOld(path))) await rm(path, { force: true })
  }
  await sweepFiles(app, isAlone ? startedAt : undefined)
  await app.images.cache.trim()
}
