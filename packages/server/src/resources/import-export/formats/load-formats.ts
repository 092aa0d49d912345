import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { ImportFormat } from './format.ts'

/**
 * Loads `format.ts` of every folder here, so a new format edits no list. The installed package replaces this module by
 * a list (scripts/package/bundle.ts).
 */
export function loadFormats(): Promise<{ default: ImportFormat }[]> {
  const files = readdirSync(import.meta.dirname, { withFileTypes: true })
    .map((entry) => join(import.meta.dirname, entry.name, 'format.ts'))
    .filter((file) => existsSync(file))
  return Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<{ default: ImportFormat }>),
  )
}
