import { deleteProject } from '@typecase/contract/projects'
import { deleteObjectType, updateObjectType } from '@typecase/contract/object-types'
import { setTimeout } from 'node:timers/promises'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { meetNeighbours, type Samples } from '../faults/neighbours/neighbours.ts'
import { peakMb } from './memory.ts'
import { type BenchRow, percentile, timeRow } from './table.ts'
import { importTateSet } from './tate-set.ts'

/** Measures a tenant's waiting time while the whole content of another tenant changes at once. */
export async function benchLargeChanges(): Promise<BenchRow[]> {
  const server = await startServer()
  const neighbours = await meetNeighbours(server, { works: 200, large: 0 })
  const { token, bucket, project } = await signUpOwner(server, 'importer')
  const { slug } = bucket
  const { url } = server
  const rename = (from: string, to: string) =>
    call(url, updateObjectType, { body: { slug, type_slug: from, data: { slug: to } } }, token)
  const changes: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
    ['alone', () => setTimeout(3000)],
    ['import of 72,740 objects', () => importTateSet(url, slug, token)],
    ['rename of a type with 69,202', () => rename('artworks', 'pieces')],
    [
      'deletion of a type with 69,202',
      () => call(url, deleteObjectType, { query: { slug, type_slug: 'pieces' } }, token),
    ],
    [
      'deletion of the project',
      async () => {
        await call(url, deleteProject, { query: { project_id: project.id } }, token)
        // The content is deleted after the response.
        await setTimeout(5000)
      },
    ],
  ]
  try {
    const rows: BenchRow[] = []
    for (const [what, change] of changes) {
      const working = neighbours.work()
      const start = performance.now()
      await change()
      const value = `${((performance.now() - start) / 1000).toFixed(1)} s`
      const samples = await working.stop()
      rows.push({ what, value, budget: '' }, ...timesOf(what, samples))
    }
    rows.push({ what: 'memory, peak', value: `${peakMb(server.pid).toFixed(0)} MB`, budget: '' })
    return rows
  } finally {
    await neighbours.leave()
    await server.stop()
  }
}

const budgets = { get: 50, list: 150, save: 250 }

const timesOf = (what: string, samples: Samples): BenchRow[] =>
  (['get', 'list', 'save'] as const).map((kind) => {
    const times = samples[kind]
    const row = timeRow(`${what}: ${kind}, p95`, percentile(times, 0.95), budgets[kind])
    const median = percentile(times, 0.5).toFixed(0)
    const longest = Math.max(...times).toFixed(0)
    return { ...row, value: `${row.value} (${times.length}, p50 ${median}, longest ${longest})` }
  })
