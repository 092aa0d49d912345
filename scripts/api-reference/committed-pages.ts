import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the reference pages. */
export const API_PAGES = join(import.meta.dirname, '../../docs/api')

/** Message for outdated pages. */
export const REGENERATE = 'docs/api is out of date. Run: npm run docs:api'

/** Reads the committed pages, by name. */
export const committedPages = (): ReadonlyMap<string, string> =>
  new Map(readdirSync(API_PAGES).map((name) => [name, readFileSync(join(API_PAGES, name), 'utf8')]))
