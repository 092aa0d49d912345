import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { type MediaField, replaceInMedia } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const runs = Number(process.env['MEDIA_RUNS'] ?? 40)

const text = fc
  .array(fc.constantFrom('a', 'A', 'b', 'é', 'É', ' ', '.', '🖼', '$&', '\\', '<i>', '&amp;', '1'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const media = fc.array(fc.record({ title: text, alt_text: text }), { minLength: 1, maxLength: 6 })
const step = fc.record({
  find: fc.constantFrom('a', 'A', 'é', ' ', '.', '🖼', '$&', 'ab', '<i>', '1'),
  replace: fc.oneof(fc.constantFrom('', 'a', '$&', 'b a'), text),
  isExact: fc.boolean(),
  fields: fc.constantFrom<MediaField[] | undefined>(undefined, ['title'], ['alt_text']),
  /** Index of the match to exclude, if there are enough matches. */
  out: fc.option(fc.nat(6), { nil: undefined }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Returns the content that an undo restores: all columns except write counters and the last author and time. */
async function contentOf(owner: Owner) {
  const rows = await storedMedia(server, owner)
  return rows.map(
    ({ rev: _, version: _v, modified_at: _at, modified_by: _by, ...content }) => content,
  )
}

/**
 * Returns the expected text after a step, computed character by character.
 * @param counter counts matches down to the excluded one
 */
function byHand(
  { find, replace, isExact, out }: Step,
  text: string,
  counter: { n: number },
): string {
  const isAt = (at: number) => {
    const part = text.slice(at, at + find.length)
    return isExact ? part === find : part.toLowerCase() === find.toLowerCase()
  }
  let output = ''
  for (let at = 0; at < text.length;) {
    if (!isAt(at)) {
      output += text.charAt(at)
      at += 1
      continue
    }
    output += counter.n === out ? text.slice(at, at + find.length) : replace
    counter.n += 1
    at += find.length
  }
  return output
}

async function carryOut(owner: Owner, step: Step): Promise<void> {
  const { find, replace, isExact, fields, out } = step
  const before = await contentOf(owner)
  const counter = { n: 0 }
  const searched = ['title', 'alt_text'] as const
  const expected = before.map((texts) => {
    const next = { ...texts }
    for (const field of searched) {
      if (fields?.includes(field) ?? true) next[field] = byHand(step, texts[field], counter)
    }
    return next
  })

  const body = {
    slug: owner.bucket.slug,
    find,
    replace,
    match: { case: isExact },
    ...(fields && { fields }),
  }
  const call = async (more: object) =>
    (
      await server.send(replaceInMedia, { body: { ...body, ...more } }, owner)
    ).ok() as SearchAndReplaceResult
  const plan = await call({ dry_run: true })
  expect(plan.matches).toBe(counter.n)
  const excludedMatch = out === undefined ? undefined : plan.sample?.[out]
  const exclude = excludedMatch ? [excludedMatch.match_id] : []
  const modified = expected.filter((texts, n) =>
    searched.some((field) => texts[field] !== before[n]?.[field]),
  ).length
  expect(await call({ dry_run: true, exclude })).toMatchObject({ modified, skipped: [] })
  expect(await call({ exclude })).toMatchObject({ modified, failed: [] })
  expect(await contentOf(owner)).toEqual(expected)
}

async function changeSetsOf(owner: Owner) {
  const query = { slug: owner.bucket.slug, limit: 1000 }
  return (await server.call(listChangeSets, { query }, owner)).ok().change_sets
}

async function undo(owner: Owner, change_set_id: string) {
  const body = { slug: owner.bucket.slug, change_set_id }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}

test(
  `replaces what a search by hand finds, and undoing all of it restores the original (${runs} runs)`,
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        media,
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (sample, steps) => {
          const owner = await addOwner(server)
          await addMedia(server, owner, sample)
          const start = await contentOf(owner)
          for (const one of steps) await carryOut(owner, one)
          const end = await contentOf(owner)

          const undone: string[] = []
          for (const { id } of await changeSetsOf(owner)) {
            const answer = await undo(owner, id)
            expect(answer.skipped).toEqual([])
            undone.push(answer.change_set_id ?? '')
          }
          expect(await contentOf(owner)).toEqual(start)
          for (const id of undone.toReversed()) expect((await undo(owner, id)).skipped).toEqual([])
          expect(await contentOf(owner)).toEqual(end)
        },
      ),
      { numRuns: runs },
    )
  },
)
