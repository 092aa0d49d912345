import { undoChangeSet } from '@typecase/contract/change-sets'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import { describe, expect, test } from 'vitest'

import { addManyObjects } from '../../../../testing/content.ts'
import { cutNextJob } from '../../../../testing/cut-job.ts'
import { usePostsToSearch } from './posts-to-search.fixture.ts'

const world = usePostsToSearch()
const { call, run, dryRun, read, jobEnd } = world

describe('a replacement in more than a hundred objects', () => {
  const body = { find: 'old', replace: 'new' }

  test('is done by a job, which can be undone', async () => {
    const ids = await addManyObjects(world.server, world.owner, 'posts', 250, (n) => ({
      metadata: JSON.stringify({ summary: n === 7 ? 'old '.repeat(5) : 'old', notes: 'o' }),
    }))
    const before = await read(ids[0] ?? '')
    const [match] = (await dryRun({ ...body, object_ids: [ids[3]] })).sample ?? []
    const answer = await call({ ...body, replace: 'newer', exclude: [match?.match_id] })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as SearchAndReplaceResult
    expect(job).toMatchObject({
      kind: 'objects.searchAndReplace',
      title: 'Replace “old” with “newer” in 250 objects',
    })
    const end = await jobEnd(job?.id)
    expect(end).toMatchObject({
      status: 'done',
      failed: 1,
      result: { matched: 250, modified: 248 },
    })
    expect(end.errors).toMatchObject([{ object_id: ids[7] }])
    expect((await read(ids[3] ?? '')).metadata['summary']).toBe('old')
    expect((await read(ids[0] ?? '')).metadata['summary']).toBe('newer')

    const undo = { slug: world.owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
    const undone = (await world.server.call(undoChangeSet, { body: undo }, world.owner)).ok()
    expect(await jobEnd(undone.job?.id)).toMatchObject({ status: 'done', done: 248 })
    expect((await read(ids[0] ?? '')).metadata).toEqual(before.metadata)
  })

  test('only looks at objects with a match after a dry run', async () => {
    const ids = await addManyObjects(world.server, world.owner, 'posts', 300, (n) => ({
      title: n < 20 ? 'old' : 'young',
    }))
    await dryRun(body)
    expect(await run(body)).toMatchObject({ matched: 20, modified: 20, failed: [] })
    const titles = await Promise.all([0, 19, 20].map(async (n) => (await read(ids[n] ?? '')).title))
    expect(titles).toEqual(['new', 'new', 'young'])
  })

  test('stops after a chunk when its job is cancelled, and its changes can be undone', async () => {
    await addManyObjects(world.server, world.owner, 'posts', 2000, () => ({ title: 'old' }))
    cutNextJob(world.server, world.owner)
    const { job } = await run(body)
    const end = await jobEnd(job?.id)
    expect(end.status).toBe('cancelled')
    expect(end.done).toBeGreaterThan(0)
    expect(end.done).toBeLessThan(2000)
    expect(await dryRun(body)).toMatchObject({ matches: 2000 - end.done })
    const undo = { slug: world.owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
    const undone = (await world.server.call(undoChangeSet, { body: undo }, world.owner)).ok()
    if (undone.job) await jobEnd(undone.job.id)
    expect(await dryRun(body)).toMatchObject({ matches: 2000 })
  })
})
