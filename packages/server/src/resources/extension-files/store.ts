import type { Reader } from '../../database/database.ts'
import { deleteSome } from '../../database/delete-some.ts'
import { prepared } from '../../database/prepared.ts'
import type { Bundle } from '../marketplace/bundle.ts'
import '../extensions/tables.ts'
import '../marketplace/store.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    extension_files: {
      /** Hash of all files of a version. */
      sha256: string
      path: string
      type: string
      /** In base64. */
      content: string
    }
  }
}

/** Stores the files of a version that are not stored yet. Rows that refer to them must be part of the same write. */
export async function keepFiles(db: Reader, { sha256, files }: Bundle): Promise<void> {
  const rows = files.map(({ path, type, content }) => ({
    sha256,
    path,
    type,
    content: content.toString('base64'),
  }))
  await db
    .insertInto('extension_files')
    .values(rows)
    .onConflict((to) => to.doNothing())
    .execute()
}

export const findFile = prepared((db, of: { sha256: string; path: string }) =>
  db
    .selectFrom('extension_files')
    .select(['type', 'content'])
    .where('sha256', '=', of.sha256)
    .where('path', '=', of.path),
)

/** Deletes some files of versions that are neither offered nor installed. @returns their number */
export const forgetFiles = (db: Reader): Promise<number> =>
  deleteSome(db, 'extension_files', ['sha256', 'path'], (eb) =>
    eb.and(
      (['published_extensions', 'installed_extensions'] as const).map((table) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom(table)
              .select(`${table}.sha256`)
              .whereRef(`${table}.sha256`, '=', 'extension_files.sha256'),
          ),
        ),
      ),
    ),
  )
