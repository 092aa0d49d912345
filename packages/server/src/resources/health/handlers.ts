import { healthz, readyz } from '@typecase/contract/health'

import { PROBE_CACHE_MS } from '../../limits.ts'
import type { App } from '../../app.ts'
import { Failure } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'

export function routes({ db }: App): Route[] {
  let probe = { at: 0, isReady: Promise.resolve(false) }
  return [
    handle(healthz, () => ({ status: 'ok' as const })),
    handle(readyz, async () => {
      if (Date.now() - probe.at > PROBE_CACHE_MS) probe = { at: Date.now(), isReady: db.ping() }
      if (!(await probe.isReady))
        throw new Failure('unavailable', 'The database is not responding.')
      return { status: 'ready' as const }
    }),
  ]
}
