import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import { describe, expect, test } from 'vitest'

import { addManyObjects } from '../../../../testing/content.ts'
import { usePostsToSearch } from './posts-to-search.fixture.ts'

const world = usePostsToSearch()
const { call, run, dryRun, add, read } = world

describe('the dry run of a replacement', () => {
  const body = { find: 'old', replace: 'new' }

  test('shows each match and changes nothing', async () => {
    const post = await add({ seo: { description: 'An old one' } }, { title: 'Old' })
    await add()
    const { sample, version, facets: _, ...counts } = await dryRun(body)
    expect(counts).toEqual({
      matched: 2,
      modified: 1,
      unchanged: 1,
      skipped: [],
      is_reversible: true,
      estimated_ms: expect.any(Number),
      matched_objects: 1,
      matches: 2,
      truncated: false,
    })
    expect(sample).toEqual([
      {
        object_id: post.id,
        title: 'Old',
        match_id: expect.stringMatching(/^[0-9a-f]{24}\.[0-9a-f]{16}$/),
        field: 'title',
        label: 'Title',
        before: 'Old',
        after: 'new',
        start: 0,
        end: 3,
      },
      expect.objectContaining({
        field: 'metadata.seo.description',
        label: 'seo › D',
        before: 'An old one',
        after: 'An new one',
        start: 3,
        end: 6,
      }),
    ])
    expect(await read(post.id)).toEqual(post)
    expect(version).toEqual(expect.any(Number))
  })

  test('pages through all matches in order, with and without cached results', async () => {
    await addManyObjects(world.server, world.owner, 'posts', 150, (n) => ({
      title: n % 3 === 0 ? 'None' : `Object ${n}`,
      metadata: JSON.stringify({ notes: 'old '.repeat(n % 3) }),
    }))
    const whole = await dryRun({ ...body, sample_limit: 1000 })
    expect(whole).toMatchObject({ matched_objects: 100, matches: 150, truncated: false })
    const ids = (result: SearchAndReplaceResult) => result.sample?.map(({ match_id }) => match_id)
    expect(new Set(ids(whole)).size).toBe(150)
    for (const skip of [0, 1, 7, 64, 149, 150, 500]) {
      const page = { sample_skip: skip, sample_limit: 40 }
      const nextPage = await dryRun({ ...body, ...page, sample_version: whole.version })
      expect(ids(nextPage)).toEqual(ids(whole)?.slice(skip, skip + 40))
      expect(nextPage).toMatchObject({ matched: 150, modified: 100, matches: 150 })
      expect(nextPage.truncated).toBe(skip + 40 < 150)
      const quick = await dryRun({ ...body, ...page, is_quick: true, match: { case: true } })
      // At its deadline, a quick plan returns its results so far.
      const first = ids(quick) ?? []
      expect(first).toEqual(
        ids(whole)
          ?.slice(skip, skip + 40)
          .slice(0, first.length),
      )
      if (skip === 0) expect(first).not.toEqual([])
    }
    // The sample can be as long as requested.
    expect((await dryRun({ ...body, match: { case: false } })).sample).toHaveLength(150)
  })

  test('answers 412 for a page of an old version if the bucket has changed since', async () => {
    const post = await add({ notes: 'old old' })
    const { version } = await dryRun(body)
    await add({ notes: 'old' })
    const stale = await call({ ...body, dry_run: true, sample_skip: 1, sample_version: version })
    expect(stale.error()).toMatchObject({ status: 412, code: 'stale' })
    expect(await dryRun({ ...body, sample_skip: 1 })).toMatchObject({ matches: 3 })
    await run({ ...body, object_ids: [post.id] })
    expect(await dryRun(body)).toMatchObject({ matches: 1 })
  })

  test('stops at the first matches if it is quick', async () => {
    await addManyObjects(world.server, world.owner, 'posts', 1000, () => ({ title: 'old' }))
    const quick = await dryRun({ ...body, is_quick: true, sample_limit: 10 })
    expect(quick).toMatchObject({ truncated: true, is_partial: true })
    expect(quick.sample).toHaveLength(10)
    expect(quick.matched).toBeLessThan(1000)
    const whole = await dryRun(body)
    expect(whole).toMatchObject({ matches: 1000, truncated: true })
    expect(whole.sample).toHaveLength(200)
    expect(await dryRun({ ...body, is_quick: true })).toMatchObject({ matches: 1000 })
  })
})
