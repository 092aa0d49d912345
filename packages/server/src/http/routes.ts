import type { App } from '../app.ts'
import type { Route } from './handle.ts'
import { loadHandlers } from './handler-modules.ts'

/** Loads the routes of all resources. @throws when two routes have the same endpoint */
export async function loadRoutes(app: App): Promise<Route[]> {
  const routes = (await loadHandlers()).flatMap((module) => module.routes(app))
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
