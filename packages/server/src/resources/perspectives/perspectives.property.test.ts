import { setTimeout } from 'node:timers/promises'

import { findObjects } from '@typecase/contract/content'
import { deleteObjects, updateObject } from '@typecase/contract/objects'
import { addRelease, listReleases, publishRelease } from '@typecase/contract/releases'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readContent, type ContentAnswer } from '../../content-api/testing/read-content.ts'
import { carryOutPlans } from '../../jobs/planned-changes.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { publishDueReleases } from '../releases/publish-job.ts'

const runs = Number(process.env['PERSPECTIVE_RUNS'] ?? 12)
const MINUTE = 60_000

let clock: TestClock
let server: TestServer
beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({}, { clock })
})
afterAll(() => server.remove())

const which = fc.nat(7)
const minutes = fc.integer({ min: 1, max: 9 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const version = fc.record({
  title: fc.constantFrom('Ash', 'Birch', 'Cedar'),
  price: fc.constantFrom(1, 2, 30),
  author: which,
  link: maybe(which),
})
const object = fc.record({
  type: fc.constantFrom('people', 'posts'),
  first: version,
  isPublic: fc.boolean(),
  draft: maybe(version),
  publish: maybe(minutes),
  unpublish: maybe(minutes),
  isTrashed: fc.boolean().map((is) => is && true),
})
const release = fc.record({ members: fc.uniqueArray(which), publish: maybe(minutes) })

const history = fc.record({
  objects: fc.array(object, { minLength: 3, maxLength: 8 }),
  releases: fc.array(release, { maxLength: 3 }),
})

const perspective = fc
  .record({ release: maybe(fc.nat(2)), at: maybe(minutes) })
  .filter(({ release, at }) => release !== undefined || at !== undefined)

const request = fc.record({
  query: fc.constantFrom<object>(
    {},
    { type: 'posts' },
    { title: { $gte: 'Birch' } },
    { title: { $regex: 'ed|ir' } },
    { $text: { $regex: 'paper' } },
    { 'metadata.price': { $gt: 1 } },
    { 'metadata.author.title': 'Ash' },
    { 'metadata.author.title': { $exists: false } },
    { 'metadata.author.metadata.author.metadata.price': { $gte: 2 } },
    { $broken: true },
    { publish_at: { $exists: true } },
  ),
  sort: fc.constantFrom(undefined, 'title', '-metadata.price', '-published_at', 'modified_at'),
  limit: fc.constantFrom(1, 3, 1000),
  skip: fc.constantFrom(0, 1),
  depth: fc.nat(2),
  props: fc.constantFrom(undefined, 'title,slug,metadata.author.title', 'id,title,content'),
})
type FindRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

/** Returns a time that is a number of minutes after the start. Each release has a different second. */
const timeIn = (start: number, count: number | undefined) =>
  count === undefined ? undefined : start + count * MINUTE

/** Creates the history. Steps that a rule refuses are skipped. */
async function make(owner: Owner, { objects, releases }: fcValue<typeof history>, start: number) {
  const { slug } = owner.bucket
  const ids: string[] = []
  const dataOf = ({ title, price, author, link }: fcValue<typeof version>) => ({
    title,
    slug: `${title}-${price}-${ids.length}`.toLowerCase(),
    content: link === undefined ? '<p>paper</p>' : `<a href="object:${ids[link] ?? ''}">ink</a>`,
    metadata: { price, author: ids[author] ?? null },
  })
  const update = (object_id: string, data: object) =>
    server.send(updateObject, { body: { slug, object_id, data } }, owner)
  for (const { type, first, isPublic } of objects) {
    const status = isPublic ? 'published' : 'draft'
    ids.push((await addOneObject(server, owner, { type, status, ...dataOf(first) })).id)
    clock.advance(10)
  }
  for (const [n, { draft, publish, unpublish }] of objects.entries()) {
    const id = ids[n] ?? ''
    if (draft) await update(id, { ...dataOf(draft), slug: `draft-${n}`, status: 'draft' })
    if (unpublish) await update(id, { unpublish_at: timeIn(start, unpublish), status: 'published' })
    if (publish) await update(id, { publish_at: timeIn(start, publish) })
    clock.advance(10)
  }
  const created: string[] = []
  for (const [n, { members, publish }] of releases.entries()) {
    const object_ids = members.flatMap((member) => ids[member] ?? [])
    if (object_ids.length === 0) continue
    const data = { title: `Release ${n}`, publish_at: timeIn(start, publish) }
    const answer = await server.send(addRelease, { body: { slug, data, object_ids } }, owner)
    if (answer.status < 300) created.push((answer.ok() as { release: { id: string } }).release.id)
  }
  const released = new Set(releases.flatMap(({ members }) => members))
  const trashed = ids.filter((_, n) => objects[n]?.isTrashed && !released.has(n))
  if (trashed.length > 0)
    await server.send(deleteObjects, { body: { slug, object_ids: trashed } }, owner)
  return created
}
type fcValue<T> = T extends fc.Arbitrary<infer V> ? V : never

async function read(owner: Owner, { query, ...others }: FindRequest, more: object) {
  const { preview_key: read_key } = owner.bucket.api_access
  const parameters = { query: JSON.stringify(query), ...others, ...more, read_key }
  const answer = await readContent(server, owner, findObjects, parameters)
  if (answer.status === 404) return { objects: [], total: 0 }
  const { objects, total } = answer.ok() as { objects: ContentAnswer[]; total: number }
  return { objects, total }
}

/** Waits until no release is being published. */
async function settled(owner: Owner): Promise<void> {
  for (;;) {
    const query = { slug: owner.bucket.slug }
    const { releases } = (await server.call(listReleases, { query }, owner)).ok()
    if (releases.every(({ state }) => state !== 'publishing')) return
    await setTimeout(2)
  }
}

/** Advances the clock to a time and runs the scheduler every minute. */
async function passUntil(owner: Owner, time: number): Promise<void> {
  while (clock.now() < time) {
    clock.advance(Math.min(MINUTE - (clock.now() % MINUTE), time - clock.now()))
    await carryOutPlans(server.app)
    await publishDueReleases(server.app)
    await settled(owner)
  }
}

/** Removes values that depend on who publishes, and on the time of publication unless that is scheduled. */
function comparable(answer: object, isTimed: boolean): unknown {
  const left = isTimed ? ['modified_by'] : ['modified_by', 'modified_at', 'published_at']
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    left.includes(key) ? undefined : value,
  )
}

test('a perspective shows what will be public after the release and the schedules', async () => {
  let changed = 0
  await fc.assert(
    fc.asyncProperty(
      history,
      perspective,
      fc.array(request, { minLength: 4, maxLength: 8 }),
      async (input, chosen, requests) => {
        clock.advance(MINUTE - (clock.now() % MINUTE))
        const owner = await addOwner(server)
        const fields = [
          { key: 'price', type: 'number' as const },
          { key: 'author', type: 'object' as const },
        ]
        for (const type of ['people', 'posts']) await addType(server, owner, type, fields)
        const start = clock.now()
        const releases = await make(owner, input, start)
        const id = chosen.release === undefined ? undefined : releases[chosen.release]
        const at = timeIn(start, chosen.at)
        if (id === undefined && at === undefined) return
        const parameters = { release: id, at: at && new Date(at).toISOString() }
        const before = await Promise.all(requests.map((one) => read(owner, one, {})))
        const expected = await Promise.all(requests.map((one) => read(owner, one, parameters)))
        if (JSON.stringify(before) !== JSON.stringify(expected)) changed += 1

        if (at !== undefined) await passUntil(owner, at)
        else clock.advance(1000)
        if (id !== undefined) {
          const body = { slug: owner.bucket.slug, release_id: id }
          await server.send(publishRelease, { body }, owner)
          await settled(owner)
        }
        const isTimed = at !== undefined
        for (const [n, one] of requests.entries()) {
          const after = await read(owner, one, {})
          expect(comparable(expected[n] ?? {}, isTimed)).toEqual(comparable(after, isTimed))
        }
      },
    ),
    { numRuns: runs },
  )
  expect(changed).toBeGreaterThan(0)
}, 180_000)
