import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { App } from '../app.ts'
import type { Route } from './handle.ts'

const SOURCE = join(import.meta.dirname, '..')
const FOLDERS = ['resources', 'content-api'] as const

/** The exports of a resource's `handlers.ts`. */
export interface HandlersModule {
  routes(app: App): Route[]
}

/**
 * Loads `handlers.ts` of every resource folder, so a new resource needs no entry in a list. In the installed package, a
 * static list replaces this module (scripts/package/bundle.ts).
 */
export function loadHandlers(): Promise<HandlersModule[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(SOURCE, folder, entry.name, 'handlers.ts'))
      .filter((file) => existsSync(file)),
  )
  return Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<HandlersModule>),
  )
}
