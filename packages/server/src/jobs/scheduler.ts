import type { App } from '../app.ts'
import { clearBackups } from '../resources/backups/clear-backups.ts'
import { startDueBackups } from '../resources/backups/start-due.ts'
import { settlePending } from '../resources/billing/charges.ts'
import { renewDue, syncSubscriptions } from '../resources/billing/renewals.ts'
import { eraseSome } from '../resources/buckets/erase-bucket.ts'
import { publishDueReleases } from '../resources/releases/publish-job.ts'
import { storeMetered } from '../resources/plans/metering.ts'
import { clearOut } from './clearing.ts'
import { carryOutPlans, registerPlannedChanges } from './planned-changes.ts'

const LOOK_MS = 1000
const PAY_MS = 60 * 1000
const COUNT_MS = 60 * 1000
const CLEAR_MS = 3600 * 1000

export interface Scheduler {
  /** Ends after the write that it is in. */
  stop(): Promise<void>
}

/**
 * Does what is to be done at a time: every second what is planned for objects and releases, backups, renewals of plans, and the rest
 * of deleted buckets; every minute what the payment provider left open, and what was metered; every hour (and at the start) letting go of what
 * is old. The timers only say when to look; what is due stands in the database.
 */
export function startScheduler(app: App): Scheduler {
  registerPlannedChanges(app)
  const timers = [
    every(LOOK_MS, () => carryOutPlans(app)),
    every(LOOK_MS, () => publishDueReleases(app)),
    every(LOOK_MS, () => startDueBackups(app)),
    every(LOOK_MS, () => clearBackups(app)),
    every(LOOK_MS, () => eraseSome(app)),
    every(LOOK_MS, () => renewDue(app)),
    every(PAY_MS, () => settlePending(app)),
    every(PAY_MS, () => syncSubscriptions(app)),
    every(COUNT_MS, () => storeMetered(app)),
    every(CLEAR_MS, () => clearOut(app)),
  ]

  /** Runs now and again after each interval, never twice at a time. */
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
