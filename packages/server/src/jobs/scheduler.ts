import type { App } from '../app.ts'
import { clearBackups } from '../resources/backups/clear-backups.ts'
import { startDueBackups } from '../resources/backups/start-due.ts'
import { settlePending } from '../resources/billing/charges.ts'
import { renewDue, syncSubscriptions } from '../resources/billing/renewals.ts'
import { eraseSome } from '../resources/buckets/erase-bucket.ts'
import { publishDueReleases } from '../resources/releases/publish-job.ts'
import { storeMetered } from '../resources/plans/metered-usage.ts'
import { deleteExpired } from './clearing.ts'
import { carryOutPlans, registerPlannedChanges } from './planned-changes.ts'

const LOOK_MS = 1000
const PAY_MS = 60 * 1000
const COUNT_MS = 60 * 1000
const CLEAR_MS = 3600 * 1000

export interface Scheduler {
  /** Stops after the current write. */
  stop(): Promise<void>
}

/**
 * Runs scheduled work. Every second: due objects and releases, backups, plan renewals and the removal of deleted
 * buckets. Every minute: open payments. At the start and every hour: expired records. Only one process per database
 * runs it; each process stores its own metering every minute. Timers only trigger the checks; the database knows what
 * is due.
 */
export function startScheduler(app: App): Scheduler {
  registerPlannedChanges(app)
  let leads: Promise<boolean> | undefined
  const timers = [
    every(LOOK_MS, asLeader(carryOutPlans)),
    every(LOOK_MS, asLeader(publishDueReleases)),
    every(LOOK_MS, asLeader(startDueBackups)),
    every(LOOK_MS, asLeader(clearBackups)),
    every(LOOK_MS, asLeader(eraseSome)),
    every(LOOK_MS, asLeader(renewDue)),
    every(PAY_MS, asLeader(settlePending)),
    every(PAY_MS, asLeader(syncSubscriptions)),
    every(CLEAR_MS, asLeader(deleteExpired)),
    every(COUNT_MS, () => storeMetered(app)),
  ]

  function asLeader(work: (app: App) => Promise<unknown>) {
    return async () => {
      // Simultaneous timers share one query.
      leads ??= app.db.leads().finally(() => (leads = undefined))
      if (await leads) await work(app)
    }
  }

  /** Runs the work immediately and after each interval, but never twice at the same time. */
  function every(ms: number, work: () => Promise<unknown>) {
    let running: Promise<unknown> | undefined
    const run = () => {
      running ??= work()
        .catch((reason: unknown) => app.log.error({ err: reason }, 'scheduled work failed'))
        .finally(() => (running = undefined))
    }
    run()
    const timer = setInterval(run, ms).unref()
    return {
      async stop() {
        clearInterval(timer)
        await running
      },
    }
  }

  return {
    async stop() {
      for (const timer of timers) await timer.stop()
    },
  }
}
