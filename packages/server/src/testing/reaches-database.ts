import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DATABASE = /\/testing\/(test-server|postgres[^/]*)\.ts$|\/src\/database\//
const HELPER = /\.(test|fixture)\.ts$|\/testing\//
const IMPORT = /^(?:import|export)(?! type)[^'"]*from '(\.[^']+)'|import\('(\.[^']+)'\)/gm

const cache = new Map<string, boolean>()

/**
 * Whether a test can open a database, because it imports one or a server, directly or through other test files. Imports
 * of product code do not count, since the test decides which database that uses.
 * @param file path of the test
 */
export function reachesDatabase(file: string): boolean {
  const before = cache.get(file)
  if (before !== undefined) return before
  cache.set(file, false)
  const reaches =
    DATABASE.test(file) || (HELPER.test(file) && existsSync(file) && importsDatabase(file))
  cache.set(file, reaches)
  return reaches
}

const importsDatabase = (file: string): boolean =>
  Array.from(readFileSync(file, 'utf8').matchAll(IMPORT)).some(([, from, later]) =>
    reachesDatabase(join(dirname(file), from ?? later ?? '')),
  )
