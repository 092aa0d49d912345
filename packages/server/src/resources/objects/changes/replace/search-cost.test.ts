import { describe, expect, test } from 'vitest'

import { answeredMeanwhile } from '../../../../http/answered-meanwhile.fixture.ts'
import { usePostsToSearch } from './posts-to-search.fixture.ts'

const world = usePostsToSearch()
const { call, dryRun, run, add, read, refusals } = world

/** A pattern that matches no text of these letters, although a match may start at every position. */
const hard = `${'[a-f]*[0-9]*'.repeat(8)}[g-z][g-z]`
const long = 'c0ffee1234 '.repeat(20_000)
/** Thousands of requests are answered beside a thread, and some dozens at most if a search blocks them. */
const MANY = 500
const search = { find: hard, replace: 'x', match: { regex: true }, fields: ['content'] }

describe('a search refuses a pattern', () => {
  test('that would take too many steps on a text', async () => {
    await add({}, { content: long })
    const find = 'c[0-9a-f ]{0,400}q'
    expect(await refusals({ ...search, find, dry_run: true })).toEqual([['find', 'too_expensive']])
    expect(await refusals({ ...search, find })).toEqual([['find', 'too_expensive']])
  })

  test.each([
    ['counts concurrently', '(a?){1000}'.repeat(90)],
    ['counts of counts', '(a{1000}){1000}'],
    ['a count of a long group', `(${'ab?'.repeat(100)}){1000}`],
    ['a group that quotes hide', String.raw`(${'a'.repeat(400)}\Q)\E\Q(\E){1000}`],
    ['hundreds of Unicode classes', String.raw`[^\pL\pN]`.repeat(110)],
  ])('that repeats too much, before it is compiled: %s', async (_what, find) => {
    expect(await refusals({ ...search, find, dry_run: true })).toEqual([['find', 'max']])
  })
})

describe('other requests are answered', () => {
  test('while a match is located in a long text', async () => {
    // Locating a match takes fifty times as long as finding out that there is none.
    const post = await add({}, { content: `${long}gg` })
    const planned = call({ ...search, dry_run: true })
    expect(await answeredMeanwhile(world.server, planned)).toBeGreaterThan(MANY)
    expect((await planned).ok()).toMatchObject({ matches: 1 })
    const replaced = call(search)
    expect(await answeredMeanwhile(world.server, replaced)).toBeGreaterThan(MANY)
    expect((await replaced).ok()).toMatchObject({ modified: 1 })
    expect((await read(post.id)).content).toMatch(/ x$/)
  })

  test('while long HTML is read and written', async () => {
    await add({}, { content: '<b><i>old</b></i> &amp; '.repeat(15_000) })
    const replaced = call({ find: 'old', replace: 'new' })
    expect(await answeredMeanwhile(world.server, replaced)).toBeGreaterThan(MANY)
    expect((await replaced).ok()).toMatchObject({ modified: 1 })
  })
})

test('long texts are searched and replaced like short ones', async () => {
  const body = { find: '(t)urner', replace: '$1u', match: { regex: true, case: true } }
  const short = await add({}, { content: '<p>Big turner</p>' })
  const longer = await add({}, { content: `<p>Big turner</p>${'<p>x</p>'.repeat(20_000)}` })
  const { sample = [], ...planned } = await dryRun(body)
  expect(planned).toMatchObject({ matches: 2, matched_objects: 2, modified: 2 })
  const [one, other] = sample
  expect({ ...one, object_id: '', match_id: '' }).toEqual({ ...other, object_id: '', match_id: '' })
  const exclude = sample.flatMap(({ object_id, match_id }) =>
    object_id === short.id ? [match_id] : [],
  )
  expect(await run({ ...body, exclude })).toMatchObject({ modified: 1, unchanged: 1 })
  expect((await read(longer.id)).content).toMatch(/^<p>Big tu<\/p><p>x/)
  expect(await read(short.id)).toEqual(short)
})
