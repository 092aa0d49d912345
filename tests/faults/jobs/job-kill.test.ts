import type { Owner } from '@typecase/server/testing/people'
import { afterAll, beforeAll, test } from 'vitest'

import type { JobKind } from './job-kind.ts'
import { jobKinds } from './job-kinds.ts'
import {
  begin,
  type Beginning,
  type Deaths,
  runThroughDeaths,
  runUndisturbed,
  type Stage,
} from './killed-job.ts'
import { closeServers } from './media-job-kinds.ts'
import { createChance, momentsOf } from './moments.ts'
import { prepareBucket, removeFolder } from './prepared-bucket.ts'

/** JOB_KILL_RUNS sets a longer run. */
const RUNS = Number(process.env['JOB_KILL_RUNS'] ?? 1)
/** KILL_SEED repeats the moments of an earlier run, as far as a machine does the same twice. */
const SEED = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
/** Approximate time until a server continues its jobs. The moments of second deaths include that time. */
const START_MS = 400

let base: { dataDir: string; owner: Owner }
beforeAll(async () => {
  base = await prepareBucket()
  process.stdout.write(`job kills: KILL_SEED=${SEED}\n`)
})
afterAll(async () => {
  await closeServers()
  removeFolder(base.dataDir)
})

test.concurrent.for(jobKinds)(
  '$title: the job processes each object exactly once although the server is killed during it',
  { timeout: 120_000 + RUNS * 60_000 },
  async (kind) => {
    const beginning = await begin(kind, base.dataDir, base.owner)
    try {
      const life = await runUndisturbed(kind, beginning)
      const stages = await dieAtMoments(kind, beginning, life)
      process.stdout.write(`${kind.title} (${Math.round(life)} ms): ${tellStages(stages)}\n`)
    } finally {
      removeFolder(beginning.dataDir)
    }
  },
)

/**
 * Runs a kind of job and kills its servers at random moments. In every other run the second server dies as well; in the
 * first run, it does for every other kind. Lifetimes depend on the load of the machine, so each death adjusts the
 * moment of the next.
 */
async function dieAtMoments(kind: JobKind, beginning: Beginning, seen: number): Promise<Stage[]> {
  const index = jobKinds.indexOf(kind)
  const chance = createChance(SEED + index)
  const stages: Stage[] = []
  let life = seen
  for (const [run, moment] of momentsOf(RUNS, chance).entries()) {
    const first = Math.round(moment * life)
    const second = Math.round(chance() * (START_MS + life))
    const deaths: Deaths = (index + run) % 2 === 0 ? [first] : [first, second]
    const words = `KILL_SEED=${SEED}, run ${run + 1} of ${RUNS}, dead after ${deaths.join(' and ')} ms`
    const reached = await runThroughDeaths(kind, beginning, deaths).catch(withLabel(words))
    if (reached[0] === 'over' && moment < 1) life *= 0.8
    if (reached[0] !== 'over' && moment > 1) life *= 1.25
    stages.push(...reached)
  }
  return stages
}

/** Adds the moments of the deaths to an error. */
const withLabel = (words: string) => (reason: unknown) => {
  if (reason instanceof Error) reason.message = `${words}: ${reason.message}`
  throw reason
}

function tellStages(stages: readonly Stage[]): string {
  const counts = Map.groupBy(stages, (stage) => stage)
  const summary = [...counts].map(([stage, { length }]) => `${length} ${stage}`)
  return `${stages.length} deaths, ${summary.sort().join(', ')}`
}
