import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { undoChangeSet } from '@typecase/contract/change-sets'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type Account, endOf, timed, watch } from './bulk-work.ts'
import { peakMb } from './memory.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'
import { importTateSet, TATE_TOTAL } from './tate-set.ts'

/** Words that occur in most objects, in some, and in none. */
const OFTEN = 'the'
const SOMETIMES = 'river'
const NEVER = 'typecase'
const RUNS = 5

/** Measures search and replace as its caller sees it, and the delay of other clients meanwhile. */
export async function benchReplace(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const account: Account = { server, slug: bucket.slug, token }
    await importTateSet(server.url, bucket.slug, token)
    const search = (find: string, more: object = {}) => {
      const body = { slug: bucket.slug, find, replace: `${find}.`, ...more }
      return call(server.url, searchAndReplace, { body }, token)
    }
    const dryRun = (find: string, more: object = {}) => search(find, { dry_run: true, ...more })
    const first = (find: string) => dryRun(find, { sample_limit: 20, is_quick: true })
    await first(NEVER)

    const quick = await timed(() => first(OFTEN))
    const quickRare = await timed(() => first(NEVER))
    const some = await timed(() => dryRun(SOMETIMES))
    const pattern = { match: { regex: true } }
    const byPattern = await timed(() => dryRun('(\\d{4})[–-](\\d{4})', pattern))

    const seen = await dryRun(OFTEN, { match: { case: true } })
    const others = watch(account, seen.sample?.[0]?.object_id ?? '')
    let matches = 0
    const whole = await timed(async () => ({ matches = 0 } = await dryRun(OFTEN)))
    const waited = await others.stop()
    const pages: number[] = []
    for (let run = 1; run <= RUNS; run += 1) {
      const page = { sample_skip: Math.floor((matches * run) / (RUNS + 1)), sample_limit: 100 }
      pages.push(await timed(() => dryRun(OFTEN, page)))
    }

    let changeSet = ''
    const applying = watch(account, seen.sample?.[0]?.object_id ?? '')
    const applied = await timed(async () => {
      const job = await endOf(account, await search(OFTEN))
      changeSet = job?.change_set_id ?? ''
    })
    const waitedApplying = await applying.stop()
    const undone = await timed(async () => {
      const body = { slug: bucket.slug, change_set_id: changeSet }
      await endOf(account, await call(server.url, undoChangeSet, { body }, token))
    })
    return [
      timeRow('search and replace: first hits', quick, 300),
      timeRow('first hits without any match', quickRare),
      timeRow(`whole plan, ${TATE_TOTAL} objects, ${matches} matches`, whole, 5000),
      timeRow(`whole plan, a word that few have`, some),
      timeRow(`whole plan, a pattern`, byPattern),
      timeRow('meanwhile: get by id, p95', percentile(waited.get, 0.95), 100),
      timeRow('meanwhile: list of 10 by five clients, p95', percentile(waited.list, 0.95), 100),
      timeRow('a page of 100 matches', median(pages), 100),
      timeRow(`apply to ${seen.matched_objects ?? 0} objects`, applied, 20_000),
      timeRow('meanwhile: get by id, p95', percentile(waitedApplying.get, 0.95), 100),
      timeRow(
        'meanwhile: list of 10 by five clients, p95',
        percentile(waitedApplying.list, 0.95),
        100,
      ),
      timeRow('its undo', undone, 20_000),
      { what: 'memory, peak', value: `${peakMb(server.pid).toFixed(0)} MB`, budget: '' },
    ]
  } finally {
    await server.stop()
  }
}
