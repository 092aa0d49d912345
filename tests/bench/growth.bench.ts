import { randomInt } from 'node:crypto'

import { getBucket } from '@typecase/contract/buckets'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { addObject, getObject, listObjects, updateObject } from '@typecase/contract/objects'
import { searchAndReplace } from '@typecase/contract/search-and-replace'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { type Account, endOf, timed } from './bulk-work.ts'
import { median, ms, type BenchRow } from './table.ts'
import { addWorks } from './works.ts'

const SMALL = 10_000
/** A smaller number gives the same picture sooner: `GROWTH=100000 npm run bench -- growth`. */
const LARGE = Number(process.env['GROWTH'] ?? 500_000)
const RUNS = 25
/** Objects per import, since an import reads its file as a whole. */
const STEP = 50_000

/** Measures one call in a bucket of 10,000 objects and in one of 500,000, right after a write each time. */
export async function benchGrowth(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const account: Account = { server, slug: bucket.slug, token }
    await addWorks(account, 0, SMALL)
    const small = await measure(account)
    for (let at = SMALL; at < LARGE; at += STEP) {
      await addWorks(account, at, Math.min(STEP, LARGE - at))
    }
    const large = await measure(account)
    return Object.entries(small).map(([what, before]) => {
      const after = large[what] ?? Number.NaN
      return {
        what: `${what}: ${SMALL.toLocaleString('en')} → ${LARGE.toLocaleString('en')} objects`,
        value: `${ms(before)} → ${ms(after)} (× ${(after / before).toFixed(2)})`,
        budget: '≤ × 1.50',
        isMet: after / before <= 1.5,
      }
    })
  } finally {
    await server.stop()
  }
}

async function measure(account: Account): Promise<Record<string, number>> {
  const { server, slug, token } = account
  const ask = <E extends Parameters<typeof call>[1]>(
    endpoint: E,
    input: Parameters<typeof call<E>>[2],
  ) => call(server.url, endpoint, input, token)
  const { bucket } = await ask(getBucket, { query: { slug } })
  const { objects } = await ask(listObjects, {
    query: { slug, limit: 1000, query: '{"type":"works"}', props: 'id' },
  })
  const ids = objects.map(({ object }) => object.id)
  const anId = () => ids[randomInt(ids.length)] ?? ''
  const write = () =>
    ask(updateObject, { body: { slug, object_id: anId(), data: { content: `${randomInt(1e9)}` } } })
  const list = (query: object) => () =>
    ask(listObjects, { query: { slug, limit: 10, query: JSON.stringify(query) } })
  const readByKey = async () => {
    const key = bucket.api_access.read_key
    await (await fetch(`${server.url}/v3/buckets/${slug}/objects/${anId()}?read_key=${key}`)).text()
  }

  const calls = {
    'content API: get by id': readByKey,
    'dashboard: get by id': () => ask(getObject, { query: { slug, object_id: anId() } }),
    'dashboard: list of 10, exact total': list({ type: 'works' }),
    'filter on a metafield': list({ type: 'works', 'metadata.number': randomInt(SMALL) }),
    'a title by its words': list({
      title: { $regex: `work ${randomInt(SMALL)} of`, $options: 'i' },
    }),
    create: () => ask(addObject, { body: { slug, data: { type: 'works', title: 'Another' } } }),
    update: write,
    'search and replace: first hits': () =>
      ask(searchAndReplace, {
        body: {
          slug,
          find: 'work',
          replace: 'piece',
          dry_run: true,
          is_quick: true,
          sample_limit: 20,
        },
      }),
  }
  const measured: Record<string, number> = {}
  for (const [what, one] of Object.entries(calls)) {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      // Responses are cached until the next write.
      await write()
      const took = await timed(one)
      if (run > 0) times.push(took)
    }
    measured[what] = median(times)
  }
  const some = { op: 'append' as const, value: '.' }
  measured['bulk update of 1,000'] = await timed(async () => {
    const body = { slug, object_ids: ids, data: { fields: { content: some } } }
    await endOf(account, await ask(bulkEditObjects, { body }))
  })
  return measured
}
