import { loadArktype } from './arktype-proxy.ts'
import type { Host } from '../kernel/host.ts'
import { type AppRouter, preloadAddress } from '../routing/router.ts'
import { loadFrame } from './lazy-frame.tsx'

/** How long a page's data is waited for, in milliseconds, before its frame is shown without it. */
const PATIENCE = 500

/**
 * Fetches code and data of the first page side by side. Rendered before they are there, a page would be rendered
 * twice, and React shows the second time no sooner than 300 ms after the first.
 */
export async function loadFirstPage(app: AppRouter, host: Host): Promise<void> {
  preloadAddress(app)
  // What goes wrong with either is shown once the page is rendered, with Retry.
  const code = Promise.allSettled([loadFrame(), loadArktype(), host.complete()])
  const load = () => app.router.load().catch(() => undefined)
  // The query of an address is checked against the page's schema, for which arktype is needed.
  const data = app.router.latestLocation.searchStr === '' ? load() : code.then(load)
  await code
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
