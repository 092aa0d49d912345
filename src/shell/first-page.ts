import { fetchModule } from '@typecase/plugin-sdk/module'

import { loadArktype } from '../commands/arktype-proxy.ts'
import type { Host } from '../kernel/host.ts'
import { type AppRouter, preloadAddress } from '../routing/router.ts'
import { loadFrame } from './lazy-frame.tsx'

/** How long, in milliseconds, to wait for the first page before showing it incomplete. */
const PATIENCE = 500

/**
 * Loads code and data of the first page in parallel. If it rendered before they arrive, it would render twice, and
 * React delays the second time to at least 300 ms after the first.
 */
export async function loadFirstPage(app: AppRouter, host: Host, isGuest: boolean): Promise<void> {
  // Errors are shown by the rendered page, with Retry.
  const load = () => app.router.load().catch(() => undefined)
  const gates = loadGates(host)
  if (isGuest) return withPatience(Promise.all([gates, load()]))
  preloadAddress(app, host.services)
  const code = Promise.allSettled([gates, loadFrame(), host.complete()])
  // Checking the query of the address requires arktype. Nothing else on a page does.
  const isChecked = hasQuery(app) ? loadArktype().catch(() => undefined) : undefined
  const data = isChecked ? Promise.all([code, isChecked]).then(load) : load()
  await code
  await withPatience(data)
}

export const hasQuery = ({ router }: AppRouter): boolean => router.latestLocation.searchStr !== ''

/**
 * Loads the gates around the app. A gate that does not arrive counts as open; the failure of its plugin is reported
 * when it renders.
 */
function loadGates(host: Host): Promise<unknown> {
  const gates = host.react.slots.get('shell.gate')
  return Promise.allSettled(gates.map((gate) => fetchModule(gate, `The panel ${gate.id}`)))
}

async function withPatience(page: Promise<unknown>): Promise<void> {
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
