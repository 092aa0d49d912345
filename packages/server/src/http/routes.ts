import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { App } from '../app.ts'
import type { Route } from './handle.ts'

const SOURCE = join(import.meta.dirname, '..')
const FOLDERS = ['resources', 'content-api'] as const

/** What a resource's `handlers.ts` exports: its routes, given the services. */
export interface HandlersModule {
  routes(app: App): Route[]
}

/** Finds `handlers.ts` in every resource folder: a new resource edits no list. */
export async function loadRoutes(app: App): Promise<Route[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(SOURCE, folder, entry.name, 'handlers.ts'))
      .filter((file) => existsSync(file)),
  )
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href) as Promise<HandlersModule>),
  )
  const routes = modules.flatMap((module) => module.routes(app))
  assertUnique(routes)
  return routes
}

function assertUnique(routes: Route[]): void {
  const seen = new Set<string>()
  for (const { endpoint } of routes) {
    if (seen.has(endpoint.id)) throw new Error(`Endpoint ${endpoint.id} is answered twice.`)
    seen.add(endpoint.id)
  }
}
