import { getBucket } from '@typecase/contract/buckets'
import { addObject, listObjects, updateObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { bareLoad, load } from './load.ts'
import { peakMb } from './memory.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'
import { importTateSet, TATE_TOTAL } from './tate-set.ts'

/** Measures requests per second as a share of a bare route that sends the same bytes. */
export async function benchApi(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    const seconds = await importTateSet(server.url, slug, token)
    const memory = peakMb(server.pid)
    const rows: BenchRow[] = [
      {
        what: `import of ${TATE_TOTAL} objects`,
        value: `${seconds.toFixed(1)} s`,
        budget: '< 60 s',
        isMet: seconds < 60,
      },
      {
        what: 'memory of the import, peak',
        value: `${memory.toFixed(0)} MB`,
        budget: '< 500 MB',
        isMet: memory < 500,
      },
    ]
    const keys = await call(server.url, getBucket, { query: { slug } }, token)
    const content = `${server.url}/v3/buckets/${slug}`
    const key = `read_key=${keys.bucket.api_access.read_key}`
    const { objects } = await call(
      server.url,
      listObjects,
      { query: { slug, query: '{"type":"artworks"}' } },
      token,
    )
    const id = objects[0]?.object.id ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const q = (query: object) => encodeURIComponent(JSON.stringify(query))

    const reads = [
      ['content API: get by id', `${content}/objects/${id}?${key}`, 0.5],
      [
        'content API: list of 10, exact total',
        `${content}/objects?${key}&limit=10&query=${q({ type: 'artworks' })}`,
        0.4,
      ],
      [
        'content API: filter on a metafield',
        `${content}/objects?${key}&limit=10&query=${q({ type: 'artworks', 'metadata.acquisition_year': 1922 })}`,
        0.15,
      ],
      [
        'content API: contains in title',
        `${content}/objects?${key}&limit=10&query=${q({ title: { $regex: 'Venice', $options: 'i' } })}`,
        0.15,
      ],
      [
        'dashboard: get by id',
        `${server.url}/v3/admin/objects/get?slug=${slug}&object_id=${id}`,
        0.5,
      ],
      [
        'dashboard: list of 10, exact total',
        `${server.url}/v3/admin/objects/list?slug=${slug}&limit=10`,
        0.4,
      ],
    ] as const
    for (const [what, url, budget] of reads) {
      const answer = await fetch(url, { headers: what.startsWith('dashboard') ? headers : {} })
      const baseline = await bareLoad(await answer.text())
      const measured = await load({ url, ...(what.startsWith('dashboard') && { headers }) })
      rows.push(shareRow(what, measured, baseline, budget))
    }

    const baseline = await bareLoad(JSON.stringify({ object: objects[0]?.object }))
    const json = { ...headers, 'content-type': 'application/json' }
    rows.push(
      shareRow(
        'create, durable, with revision',
        await load({
          url: `${server.url}/v3/admin${addObject.path}`,
          method: 'POST',
          headers: json,
          body: JSON.stringify({ slug, data: { title: 'Bench', type: 'authors', metadata: {} } }),
        }),
        baseline,
        0.25,
      ),
      shareRow(
        'update, durable, with revision',
        await load({
          url: `${server.url}/v3/admin${updateObject.path}`,
          method: 'PATCH',
          headers: json,
          // The text is different each time, since an unchanged one is not written.
          body: JSON.stringify({ slug, object_id: id, data: { content: 'Bench [<id>]' } }),
          idReplacement: true,
        }),
        baseline,
        0.25,
      ),
    )
    return [...rows, ...(await builderCounts(server.url, slug, token))]
  } finally {
    await server.stop()
  }
}

const CONDITIONS = 60
const WORDS = [
  'venice',
  'storm',
  'figure',
  'study',
  'sea',
  'head',
  'river',
  'night',
  'self',
  'group',
]

/**
 * Measures the count in the filter builder, with a new filter each time. It is the time of the list with that filter.
 */
async function builderCounts(url: string, slug: string, token: string): Promise<BenchRow[]> {
  const times: number[] = []
  for (let n = 0; n < CONDITIONS; n += 1) {
    const word = WORDS[n % WORDS.length]
    const year = 1800 + ((n * 37) % 220)
    const conditions = [
      { type: 'artworks', 'metadata.acquisition_year': year },
      {
        type: 'artworks',
        title: { $regex: `${word}`, $options: 'i' },
        'metadata.acquisition_year': { $gte: year },
      },
      {
        $or: [
          { 'metadata.acquisition_year': { $lt: year } },
          { title: { $regex: `${word} ${n}`, $options: 'i' } },
        ],
      },
    ]
    const query = { slug, query: JSON.stringify(conditions[n % conditions.length]), limit: 50 }
    const start = performance.now()
    await call(url, listObjects, { query }, token)
    times.push(performance.now() - start)
  }
  return [
    timeRow('builder: count of a new filter, p95', percentile(times, 0.95), 50),
    timeRow('builder: count of a new filter, median', median(times)),
  ]
}

function shareRow(
  what: string,
  { requestsPerSecond, p99, errors }: Awaited<ReturnType<typeof load>>,
  minimal: number,
  budget: number,
): BenchRow {
  const share = requestsPerSecond / minimal
  const failed = errors > 0 ? `, ${errors} FAILED` : ''
  return {
    what,
    value: `${(share * 100).toFixed(0)} % (${requestsPerSecond.toFixed(0)}/s, p99 ${p99} ms${failed})`,
    budget: `≥ ${budget * 100} %, p99 < 20 ms`,
    isMet: share >= budget && p99 < 20 && errors === 0,
  }
}
