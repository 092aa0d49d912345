import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { undoChangeSet } from '@typecase/contract/change-sets'
import type { Endpoint } from '@typecase/contract/endpoint'
import { addMacro, runMacro } from '@typecase/contract/macros'
import { type BulkResult, updateObject, updateObjects } from '@typecase/contract/objects'
import {
  searchAndReplace,
  type SearchAndReplaceResult,
} from '@typecase/contract/search-and-replace'
import { describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Person } from '../../../../testing/people.ts'
import { usePosts } from './posts.fixture.ts'

const world = usePosts(bulkEditObjects, [
  { key: 'summary', type: 'text' },
  { key: 'code', type: 'text', unique: true },
  { key: 'price', type: 'number', required: true },
])

/** Ways to change the summary of posts from “Old” to “New”. */
interface Way {
  endpoint: Endpoint
  body(ids: readonly string[], by: Person): object | Promise<object>
}

const set = { metadata: { summary: { op: 'set', value: 'New' } } }
const ways: Record<string, Way> = {
  'an edit of a field': {
    endpoint: bulkEditObjects,
    body: (object_ids) => ({ object_ids, data: set }),
  },
  'find and replace': {
    endpoint: searchAndReplace,
    body: (object_ids) => ({ object_ids, find: 'Old', replace: 'New' }),
  },
  'updates of many': {
    endpoint: updateObjects,
    body: (ids) => ({
      updates: ids.map((object_id) => ({ object_id, data: { metadata: { summary: 'New' } } })),
    }),
  },
  'a macro': {
    endpoint: runMacro,
    async body(object_ids, by) {
      const steps = [
        { call: 'objects.bulkEdit', body: { data: set } },
        {
          call: 'objects.searchAndReplace',
          body: { find: 'New', replace: 'New', fields: ['title'] },
        },
      ]
      const body = { slug: slug(), data: { title: 'New', steps } }
      const answer = (await world.server.send(addMacro, { body }, by)).ok()
      return { object_ids, macro_id: (answer as { macro: { id: string } }).macro.id }
    },
  },
}

const slug = () => world.owner.bucket.slug
const send = (endpoint: Endpoint, body: object, by: { token?: string } = world.owner) =>
  world.server.send(endpoint, { body: { slug: slug(), ...body } }, by)
const run = async (endpoint: Endpoint, body: object, by?: Person) =>
  (await send(endpoint, body, by)).ok() as BulkResult

/** Adds a published post, one with a draft over its published version, and a draft. */
async function addThree() {
  const add = async (status: string) =>
    (await world.add({ summary: 'Old', price: 1 }, { title: 'Title', status })).id
  const [live, both, draft] = [await add('published'), await add('published'), await add('draft')]
  const edit = { object_id: both, data: { status: 'draft', title: 'Unfinished' } }
  ;(await send(updateObject, edit)).ok()
  return [live, both, draft] as const
}

/** Returns the dashboard's and the public's view of a post: `Title: Old`, with a star for a draft. */
async function versionsOf(id: string): Promise<string> {
  const read = async (table: 'objects' | 'published_objects') => {
    const [row] = await world.server.app.db.read
      .selectFrom(table)
      .select(['title', 'metadata', 'status'])
      .where('id', '=', id)
      .execute()
    if (!row) return 'nothing'
    const { summary } = JSON.parse(row.metadata) as { summary: string }
    return `${row.title}: ${summary}${row.status === 'draft' ? '*' : ''}`
  }
  return `${await read('objects')} over ${await read('published_objects')}`
}
const allVersions = (ids: readonly string[]) => Promise.all(ids.map(versionsOf))

const drafts = [
  'Title: New* over Title: Old',
  'Unfinished: New* over Title: Old',
  'Title: New* over nothing',
]
const asTheyWere = [
  'Title: Old over Title: Old',
  'Unfinished: Old* over Title: Old',
  'Title: Old* over nothing',
]

describe.each(Object.entries(ways))('%s', (_name, { endpoint, body }) => {
  test('answers 401, 404, 403 for a contributor who publishes, and an error for an invalid choice', async () => {
    const ids = await addThree()
    const sent = { ...(await body(ids, world.owner)), publish: true }
    expect((await send(endpoint, sent, {})).status).toBe(401)
    expect((await send(endpoint, sent, await addOwner(world.server))).status).toBe(404)
    for (const more of [{}, { dry_run: true }]) {
      const by = world.contributor
      const refused = await send(endpoint, { ...(await body(ids, by)), publish: true, ...more }, by)
      expect([refused.status, refused.error().message]).toEqual([
        403,
        'Your role (contributor) may only save drafts; only others can change what is published.',
      ])
    }
    expect((await send(endpoint, { ...sent, publish: 'yes' })).error().details).toMatchObject([
      { path: 'publish' },
    ])
    expect(await allVersions(ids)).toEqual(asTheyWere)
  })

  test.each([
    [
      undefined,
      [
        'Title: New over Title: New',
        'Unfinished: New* over Title: Old',
        'Title: New* over nothing',
      ],
    ],
    [false, drafts],
    [
      true,
      [
        'Title: New over Title: New',
        'Unfinished: New* over Title: New',
        'Title: New* over nothing',
      ],
    ],
  ])(
    'with publish %s changes the chosen versions, and undo and redo restore both versions',
    async (publish, after) => {
      const ids = await addThree()
      const choice = publish === undefined ? {} : { publish }
      const sent = { ...(await body(ids, world.owner)), ...choice }
      const plan = await run(endpoint, { ...sent, dry_run: true })
      expect(plan).toMatchObject({ modified: 3, public: 2, skipped: [] })
      expect(await allVersions(ids)).toEqual(asTheyWere)

      const done = await run(endpoint, sent)
      const live = after.filter((versions) => versions.endsWith('over Title: New')).length
      expect([done.modified, done.public, done.went_live ?? 0]).toEqual([3, 2, live])
      const { change_set_id } = done
      expect(await allVersions(ids)).toEqual(after)
      // The same call again changes nothing: a version whose content stays the same keeps its status.
      expect(await run(endpoint, sent)).toMatchObject({ modified: 0, change_set_id: null })

      const undone = (await send(undoChangeSet, { change_set_id })).ok() as {
        change_set_id: string
      }
      expect(await allVersions(ids)).toEqual(asTheyWere)
      ;(await send(undoChangeSet, { change_set_id: undone.change_set_id })).ok()
      expect(await allVersions(ids)).toEqual(after)
    },
  )

  test('saves drafts for an editor who may only save drafts, with or without `publish: false`', async () => {
    const by = await addPerson(world.server)
    await join(world.server, by, world.owner, 'editor', { publishing_restrictions: 'draft_only' })
    for (const choice of [{}, { publish: false }]) {
      const ids = await addThree()
      const answer = await run(endpoint, { ...(await body(ids, by)), ...choice }, by)
      expect(answer).toMatchObject({ modified: 3, failed: [] })
      expect(await allVersions(ids)).toEqual(drafts)
    }
  })
})

test('an update that sets a status or a schedule refuses `publish`', async () => {
  const [id] = await addThree()
  const problemsOf = async (endpoint: Endpoint, body: object) =>
    (await send(endpoint, { ...body, publish: true })).error().details
  for (const [key, value] of [
    ['status', 'published'],
    ['publish_at', null],
    ['unpublish_at', 5e12],
  ] as const) {
    const data = { [key]: value }
    expect(await problemsOf(bulkEditObjects, { object_ids: [id], data })).toMatchObject([
      { path: `data.${key}`, rule: 'publish' },
    ])
    expect(await problemsOf(updateObjects, { updates: [{ object_id: id, data }] })).toMatchObject([
      { path: `updates.0.data.${key}`, rule: 'publish' },
    ])
  }
})

test('a step of a macro keeps the status that it sets, and refuses `publish` in its body', async () => {
  const [id] = await addThree()
  const steps = [
    { call: 'objects.bulkEdit', body: { data: set } },
    { call: 'objects.bulkEdit', body: { data: { unpublish_at: 5e12, status: 'published' } } },
  ]
  const make = (of: object[]) =>
    send(addMacro, { data: { title: 'New', steps: of } }) as Promise<{ ok(): unknown }>
  const { macro } = (await make(steps)).ok() as { macro: { id: string } }
  const body = { macro_id: macro.id, object_ids: [id], publish: false }
  expect(await run(runMacro, body)).toMatchObject({ modified: 1, failed: [] })
  expect(await versionsOf(id)).toBe('Title: New over Title: New')
  const answer = await send(addMacro, {
    data: {
      title: 'No',
      steps: [{ call: 'objects.bulkEdit', body: { data: set, publish: true } }],
    },
  })
  expect(answer.error().details).toMatchObject([{ path: 'data.steps.0.body.publish' }])
})

describe('a draft over a published version', () => {
  const bothOf = async (published: object, draft: object) => {
    const { id } = await world.add({ price: 1, ...published }, { title: 'T', status: 'published' })
    const data = { status: 'draft', metadata: draft }
    ;(await send(updateObject, { object_id: id, data })).ok()
    return id
  }
  const replace = async (more: object) => {
    const body = { find: 'Old', replace: 'New', publish: true, ...more }
    return (await send(searchAndReplace, body)).ok() as SearchAndReplaceResult
  }

  test('has the matches and changes of both versions in its plan, each once', async () => {
    const id = await bothOf({ summary: 'Old' }, { summary: 'Other' })
    const plan = await replace({ object_ids: [id], dry_run: true })
    expect(plan).toMatchObject({ modified: 1, public: 1, matches: 1 })
    expect(plan.sample).toMatchObject([
      { field: 'metadata.summary', label: 'summary (published version)', before: 'Old' },
    ])
    await replace({ object_ids: [id], exclude: [(plan.sample ?? [])[0]?.match_id] })
    expect(await versionsOf(id)).toBe('T: Other* over T: Old')
    // The plan covers both versions, and the call finds the same matches.
    await replace({ object_ids: [id] })
    expect(await versionsOf(id)).toBe('T: Other* over T: New')

    const edit = { object_ids: [id], data: { metadata: { summary: { op: 'append', value: '!' } } } }
    const { sample } = await run(bulkEditObjects, { ...edit, publish: true, dry_run: true })
    expect(sample?.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['metadata.summary', 'Other', 'Other!'],
      ['published.metadata.summary', 'New', 'New!'],
    ])
  })

  test('stays unchanged if its published version would break a rule', async () => {
    const id = await bothOf({ summary: 'Old' }, { summary: 'Old', price: null })
    const data = { metadata: { price: { op: 'clear' } } }
    const both = await run(bulkEditObjects, { object_ids: [id], data, publish: true })
    expect(both.failed).toMatchObject([
      { reason: 'price is a required field (in the published version)' },
    ])
    expect(await versionsOf(id)).toBe('T: Old* over T: Old')
  })

  test('is checked for unique values in both versions', async () => {
    const id = await bothOf({ summary: 'Old', code: 'a' }, { summary: 'Old', code: 'b' })
    await world.add({ code: 'ac' })
    const data = { metadata: { code: { op: 'append', value: 'c' } } }
    const answer = await run(bulkEditObjects, { object_ids: [id], data, publish: true })
    expect(answer.failed?.[0]?.reason).toContain('code must be unique')
  })
})

test('a job keeps the `publish` choice of its call', async () => {
  const ids = await Promise.all(
    Array.from({ length: 101 }, async () => {
      const more = { title: 'Title', status: 'published' }
      return (await world.add({ summary: 'Old', price: 1 }, more)).id
    }),
  )
  const { job } = await run(bulkEditObjects, { object_ids: ids, data: set, publish: false })
  expect(await world.jobEnd(job?.id)).toMatchObject({ status: 'done', done: 101 })
  expect(new Set(await allVersions(ids))).toEqual(new Set(['Title: New* over Title: Old']))
})
