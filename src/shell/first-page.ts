import { fetchModule } from '@typecase/plugin-sdk/module'

import { loadArktype } from '../commands/arktype-proxy.ts'
import type { Host } from '../kernel/host.ts'
import { type AppRouter, preloadAddress } from '../routing/router.ts'
import { loadFrame } from './lazy-frame.tsx'

/** How long the first page is waited for, in milliseconds, before what is there of it is shown. */
const PATIENCE = 500

/**
 * Fetches code and data of the first page side by side. Rendered before they are there, a page would be rendered
 * twice, and React shows the second time no sooner than 300 ms after the first.
 */
export async function loadFirstPage(app: AppRouter, host: Host, isGuest: boolean): Promise<void> {
  // Errors show once the page is rendered, with Retry.
  const load = () => app.router.load().catch(() => undefined)
  const gates = loadGates(host)
  if (isGuest) return withPatience(Promise.all([gates, load()]))
  preloadAddress(app, host.services)
  const code = Promise.allSettled([gates, loadFrame(), host.complete()])
  // The query of an address is checked against the page's schema, for which arktype is needed. Nothing else of a page is.
  const isChecked = hasQuery(app) ? loadArktype().catch(() => undefined) : undefined
  const data = isChecked ? Promise.all([code, isChecked]).then(load) : load()
  await code
  await withPatience(data)
}

export const hasQuery = ({ router }: AppRouter): boolean => router.latestLocation.searchStr !== ''

/** The gates around everything. A gate that does not arrive counts as open; its plugin's failure is reported when it renders. */
function loadGates(host: Host): Promise<unknown> {
  const gates = host.react.slots.get('shell.gate')
  return Promise.allSettled(gates.map((gate) => fetchModule(gate, `The panel ${gate.id}`)))
}

async function withPatience(page: Promise<unknown>): Promise<void> {
  await Promise.race([page, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
