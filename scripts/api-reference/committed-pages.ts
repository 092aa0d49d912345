import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the pages of the reference are. */
export const API_PAGES = join(import.meta.dirname, '../../docs/api')

/** What to do when the pages are out of date. */
export const REGENERATE = 'docs/api is out of date. Run: npm run docs:api'

/** The pages as they are committed, by name. */
export const committedPages = (): ReadonlyMap<string, string> =>
  new Map(readdirSync(API_PAGES).map((name) => [name, readFileSync(join(API_PAGES, name), 'utf8')]))
