import { listPeople } from '@typecase/contract/people'
import { objectReferences } from '@typecase/contract/object-references'
import { deleteObjects, listObjects } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { timed } from './bulk-work.ts'
import { type BenchRow, median, timeRow } from './table.ts'
import { importTateSet } from './tate-set.ts'

const RUNS = 9
/** The artist to whom most artworks refer. */
const MOST = { type: 'artists', title: 'Joseph Mallord William Turner' }

/** Measures the references to an object, as the editor requests them, before and after the columns are loaded. */
export async function benchReferences(): Promise<BenchRow[]> {
  const server = await startServer()
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    await importTateSet(server.url, slug, token)
    const list = { query: { slug, query: JSON.stringify(MOST) } }
    const { objects } = await call(server.url, listObjects, list, token)
    const object_id = objects[0]?.object.id ?? ''
    const ask = (more: object = {}) =>
      call(server.url, objectReferences, { query: { slug, object_id, limit: 5, ...more } }, token)
    const plan = (scope: object) =>
      call(server.url, deleteObjects, { body: { slug, dry_run: true, ...scope } }, token)
    const people = () => call(server.url, listPeople, { query: { slug } }, token)

    const first = await timed(ask)
    const firstPeople = await timed(people)
    const times = async (work: () => Promise<unknown>) => {
      const all: number[] = []
      for (let run = 0; run < RUNS; run += 1) all.push(await timed(work))
      return median(all)
    }
    const { total } = await ask()
    return [
      timeRow(`who points at an object, ${total} do, the first time`, first),
      timeRow('the same again', await times(ask)),
      timeRow('1,000 of them after 30,000', await times(() => ask({ limit: 1000, skip: 30_000 }))),
      timeRow('plan of its deletion', await times(() => plan({ object_ids: [object_id] }))),
      timeRow(
        'plan of deleting all 3,538 artists',
        await times(() => plan({ query: { type: 'artists' } })),
      ),
      timeRow('people of the bucket, the first time', firstPeople),
      timeRow('people of the bucket', await times(people)),
    ]
  } finally {
    await server.stop()
  }
}
