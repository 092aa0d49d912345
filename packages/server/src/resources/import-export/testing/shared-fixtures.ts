import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../../../../shared/fixtures')

/** Options of a test that reads real exports of other systems. They are next to the repository, not part of it. */
export const needsSharedFixtures = {
  skip: !existsSync(FOLDER),
  meta: { needs: 'real exports of other systems in ../shared/fixtures' },
}

export const sharedFixture = (path: string): string => join(FOLDER, path)

export const readSharedFixture = (path: string): Buffer => readFileSync(sharedFixture(path))
