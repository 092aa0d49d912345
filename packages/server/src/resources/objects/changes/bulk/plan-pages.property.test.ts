import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { getChangeSet } from '@typecase/contract/change-sets'
import type { FieldChange } from '@typecase/contract/field-changes'
import { addMacro, runMacro } from '@typecase/contract/macros'
import {
  type BulkResult,
  deleteObjects,
  duplicateObjects,
  publishObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOneObject, addType } from '../../../../testing/content.ts'
import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const word = fc.constantFrom('a', 'b', 'a b')
const data = fc.oneof(
  fc.constant({ fields: { slug: { op: 'clear' } } }),
  fc.constant({ fields: { slug: { op: 'template', value: '{metadata.summary}' } } }),
  fc.constant({ locale: 'de', fields: { slug: { op: 'clear' } } }),
  word.map((value) => ({ metadata: { code: { op: 'set', value } } })),
  word.map((value) => ({
    fields: { title: { op: 'append', value } },
    metadata: { summary: { op: 'template', value: '{title}' } },
  })),
)
const edit = data.map((sample) => ({ call: bulkEditObjects, body: { data: sample } }))
const change = fc.oneof(
  edit,
  fc
    .constantFrom(publishObjects, unpublishObjects, deleteObjects, duplicateObjects)
    .map((call) => ({ call, body: {} })),
  // Both steps may request slugs.
  fc.tuple(edit, edit).map((steps) => ({
    call: runMacro,
    body: { steps: steps.map(({ body }) => ({ call: 'objects.bulkEdit', body })) },
  })),
)
const objects = fc.array(
  fc.record({
    title: word,
    summary: fc.constantFrom('', 'a', 'c'),
    locale: fc.constantFrom(null, 'de'),
    status: fc.constantFrom('draft', 'published'),
  }),
  { minLength: 1, maxLength: 8 },
)
const page = fc.record({ sample_skip: fc.nat(12), sample_limit: fc.integer({ min: 1, max: 6 }) })

const titlesIn = (changes: FieldChange[] = []) =>
  changes
    .map(({ object_id, field, before, after }) => JSON.stringify([object_id, field, before, after]))
    .toSorted()

/**
 * Whether a call changes slugs. A plan counts a slug that another object releases in the same change as still taken.
 */
const hasSlugs = (body: object) => JSON.stringify(body).includes('"slug"')

test(
  'every page is a part of the whole plan, and the call does what the plan shows',
  { timeout: 0 },
  async () => {
    await fc.assert(
      fc.asyncProperty(objects, change, fc.array(page, { minLength: 1, maxLength: 4 }), check),
      { numRuns: 60 },
    )
  },
)

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Page = typeof page extends fc.Arbitrary<infer T> ? T : never
type GeneratedObject = typeof objects extends fc.Arbitrary<infer T> ? T : never

async function check(all: GeneratedObject, { call, body }: Change, pages: Page[]): Promise<void> {
  owner = await addOwner(server)
  await addType(server, owner, 'posts', [
    { key: 'summary', type: 'text' },
    { key: 'code', type: 'text', unique: true },
  ])
  for (const { summary, ...object } of all) {
    await addOneObject(server, owner, { type: 'posts', metadata: { summary }, ...object })
  }
  const request = { query: { type: 'posts' }, ...(call === runMacro ? await macroOf(body) : body) }
  const run = async (more: object) => {
    const sent = { slug: owner.bucket.slug, ...request, ...more }
    // The type of each endpoint's successful response.
    return (await server.send(call, { body: sent }, owner)).ok() as BulkResult
  }
  const plan = (more: object) => run({ dry_run: true, ...more })

  // The first page misses the cache, the others hit it.
  const firstPage = await plan({ sample_limit: 1000, ...pages[0] })
  const whole = await plan({ sample_limit: 1000 })
  const { sample = [], version, changes } = whole
  expect(changes).toBe(sample.length)
  for (const at of pages) {
    const one = await plan({ ...at, sample_version: version })
    const end = at.sample_skip + at.sample_limit
    expect(one.sample).toEqual(sample.slice(at.sample_skip, end))
    expect(one.truncated).toBe(end < sample.length)
    if (at === pages[0]) expect(firstPage).toEqual(one)
  }

  if (hasSlugs(body)) return
  const done = await run({})
  expect(done.modified).toBe(whole.modified)
  // A change set lists the content of copies, not their titles alone.
  if (call === duplicateObjects || !done.change_set_id) return
  const query = { slug: owner.bucket.slug, change_set_id: done.change_set_id }
  const { changes: written } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(titlesIn(sample)).toEqual(titlesIn(written))
}

async function macroOf(data: object): Promise<object> {
  const sent = { slug: owner.bucket.slug, data: { title: 'Macro', arguments: [], ...data } }
  const { macro } = (await server.send(addMacro, { body: sent }, owner)).ok() as {
    macro: { id: string }
  }
  return { macro_id: macro.id }
}
