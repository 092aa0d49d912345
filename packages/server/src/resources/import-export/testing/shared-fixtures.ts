import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../../../../shared/fixtures')

/** Whether the shared fixtures exist next to the repository; without them, their tests are skipped, visibly. */
export const hasSharedFixtures = existsSync(FOLDER)

export const sharedFixture = (path: string): string => join(FOLDER, path)

export const readSharedFixture = (path: string): Buffer => readFileSync(sharedFixture(path))
