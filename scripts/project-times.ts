import { writeFileSync } from 'node:fs'

import type { Reporter, TestModule } from 'vitest/node'

/** The file with the milliseconds that each project took. */
export const PROJECT_TIMES = 'test-results/summary/projects.json'

/**
 * Adds up the times of each project's files, two of which run at a time. Vitest's own report does not name projects.
 */
export default class ProjectTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: Record<string, number> = {}
    for (const module of modules) {
      const { name } = module.project
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      const ms = duration + collectDuration + setupDuration + prepareDuration
      times[name] = (times[name] ?? 0) + ms
    }
    writeFileSync(PROJECT_TIMES, JSON.stringify(times))
  }
}
