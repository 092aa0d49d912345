import { updateBucket } from '@typecase/contract/buckets'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { batchObjects, insertObject, insertObjectType } from '@typecase/contract/content-writes'
import { addGeneratedLocale, addLocale } from '@typecase/contract/locales'
import { deleteObjects, duplicateObject, duplicateObjects } from '@typecase/contract/objects'
import {
  addObjectType,
  duplicateObjectType,
  updateObjectType,
} from '@typecase/contract/object-types'
import { quotePlan } from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { restoreTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Reader } from '../../database/database.ts'
import { startTestAi, type TestAi } from '../../testing/ai-server.ts'
import { addTestCard } from '../../testing/billing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, addPerson, joinProject, type Owner } from '../../testing/people.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { importFile } from '../import-export/testing/import-file.ts'
import { callsOf, fill, FREE, refused, unlimited } from './limits.fixture.ts'
import {
  assertWithinLimits,
  takeForObject,
  takeForProject,
  takeSeatInTeam,
  takeWithinLimits,
} from './limits.ts'
import { countOf } from './usage.ts'

// Imports start threads.
vi.setConfig({ testTimeout: 60_000 })

let ai: TestAi
let server: TestServer
let clock: TestClock
let owner: Owner
beforeAll(async () => {
  ai = await startTestAi()
  clock = createTestClock()
  server = await startTestServer({ PLAN_LIMITS: 'on', ...ai.settings }, { clock })
})
afterAll(async () => {
  await server.remove()
  ai.close()
})
beforeEach(async () => {
  owner = await addOwner(server)
})

const { add, buy, slugOf, usage } = callsOf(() => ({ server, owner }))

test('a call is refused with 401, 403 or 400 before limits are checked', async () => {
  await addType(server, owner, 'posts')
  await fill(server, owner, FREE.objects)
  expect((await add('Post', {})).status).toBe(401)
  const reader = await addPerson(server)
  await joinProject(server, reader, owner, 'user')
  const error = (await add('Post', reader)).error()
  expect([error.status, error.details]).toEqual([403, undefined])
  expect((await add('')).status).toBe(400)
})

describe('the limit of objects', () => {
  let ids: string[]
  beforeEach(async () => {
    await addType(server, owner, 'posts')
    ids = await fill(server, owner, FREE.objects - 1)
  })

  const key = () => owner.bucket.api_access?.write_key ?? ''
  const byKey = (object: object) =>
    server.send(insertObject, { params: { slug: slugOf() }, body: object }, { token: key() })

  test('lets objects fill the plan, and refuses every way to add or duplicate one more', async () => {
    expect((await add()).status).toBe(201)
    expect(await usage()).toMatchObject({ objects: FREE.objects })
    const error = (await add()).error()
    expect(error).toMatchObject(refused('objects'))
    expect(error.message).toBe(
      'The Free plan of this project allows 1,000 objects, and all are used. An admin can change the plan under Billing.',
    )
    const one = { slug: slugOf(), object_id: ids[0] ?? '' }
    expect((await server.send(duplicateObject, { body: one }, owner)).error()).toMatchObject(
      refused('objects'),
    )
    const two = { slug: slugOf(), object_ids: ids.slice(0, 2) }
    expect((await server.send(duplicateObjects, { body: two }, owner)).error()).toMatchObject(
      refused('objects'),
    )
    expect((await byKey({ title: 'A', type: 'posts' })).error()).toMatchObject({
      status: 403,
      message: expect.stringMatching(/allows 1,000 objects/) as string,
    })
    expect(await usage()).toMatchObject({ objects: FREE.objects })
  })

  test('refuses to duplicate many objects as a whole, also in a dry run', async () => {
    const body = { slug: slugOf(), object_ids: ids.slice(0, 200) }
    for (const dry_run of [true, false]) {
      const error = (
        await server.send(duplicateObjects, { body: { ...body, dry_run } }, owner)
      ).error()
      expect(error).toMatchObject(refused('objects', /: 999 are used, and this would add 200\./))
    }
    expect(await usage()).toMatchObject({ objects: FREE.objects - 1 })
  })

  test('is checked for each operation of a batch, after earlier deletions', async () => {
    const object = { type: 'posts', title: 'New' }
    const operations = [
      { method: 'add', object },
      { method: 'add', object },
      { method: 'delete', object_id: ids[0] },
      { method: 'add', object },
      { method: 'add', object },
    ]
    const call = { params: { slug: slugOf() }, body: { operations } }
    const answer = (await server.send(batchObjects, call, { token: key() })).ok()
    // The cast is safe: this is the endpoint's response on success.
    const results = (answer as { operations: { status: string; code?: string }[] }).operations
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'success',
      'forbidden',
      'success',
      'success',
      'forbidden',
    ])
    expect(await usage()).toMatchObject({ objects: FREE.objects })
  })

  test('lets only one of three simultaneous requests take the last place', async () => {
    const answers = await Promise.all([add('A'), add('B'), byKey({ title: 'C', type: 'posts' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      expect.toBeOneOf([200, 201]),
      403,
      403,
    ])
    expect(await usage()).toMatchObject({ objects: FREE.objects })
  })

  test('counts other locales, and is checked before AI translates anything', async () => {
    await addTestCard(server, owner)
    const data = { project_id: owner.project.id, data: { add_ons: ['localization'] } }
    ;(await server.send(updateProjectBilling, { body: data }, owner)).ok()
    const bucket = { slug: slugOf(), data: { locales: ['en', 'de'] } }
    ;(await server.send(updateBucket, { body: bucket }, owner)).ok()
    const type = { slug: slugOf(), type_slug: 'posts', data: { localization: true } }
    ;(await server.send(updateObjectType, { body: type }, owner)).ok()
    const { id } = await addOneObject(server, owner, { type: 'posts', title: 'A', locale: 'en' })
    const body = { slug: slugOf(), object_id: id, locale: 'de' }
    expect(
      (await server.send(addLocale, { body: { ...body, from: 'empty' } }, owner)).error(),
    ).toMatchObject(refused('objects'))
    expect((await server.send(addGeneratedLocale, { body }, owner)).error()).toMatchObject(
      refused('objects'),
    )
    expect(ai.requests).toEqual([])
  })

  test('refuses an import that exceeds it as a whole, and the dry run gives the reason', async () => {
    const mapping = {
      format: 'csv' as const,
      object_type: 'posts',
      columns: [{ from: 'name', to: 'title' }],
    }
    const run = (content: string, import_mode: string) =>
      importFile(server, owner, content, { mapping, name: 'a.csv', import_mode })
    const dry = await run('name\nA\nB\n', 'dry_run')
    expect(dry.report).toMatchObject({
      objects: { added: 2 },
      refusal: expect.stringMatching(/999 are used, and this would add 2\./) as string,
    })
    const { job } = await run('name\nA\nB\n', 'merge')
    expect([job.status, job.errors.at(-1)?.reason]).toEqual(['failed', dry.report?.refusal])
    expect(await usage()).toMatchObject({ objects: FREE.objects - 1 })
    expect((await run('name\nA\n', 'merge')).job.status).toBe('done')
    expect(await usage()).toMatchObject({ objects: FREE.objects })
  })

  test('refuses to restore objects or undo their deletion beyond it', async () => {
    const [first = '', second = ''] = ids
    const body = { slug: slugOf(), object_ids: [first, second] }
    const result = (await server.send(deleteObjects, { body }, owner)).ok()
    for (let n = 0; n < 3; n += 1) (await add()).ok()
    expect((await add()).status).toBe(403)
    const trash = { slug: slugOf(), object_ids: [first] }
    const { change_set_id } = result as { change_set_id: string }
    const undo = { slug: slugOf(), change_set_id }
    for (const answer of [
      await server.send(restoreTrash, { body: trash }, owner),
      await server.send(undoChangeSet, { body: undo }, owner),
    ])
      expect(answer.error()).toMatchObject(refused('objects', /and all are used/))
    expect(await usage()).toMatchObject({ objects: FREE.objects })
    const scope = { resource: 'project', id: owner.project.id } as const
    expect(await countOf(server.app.db.read, scope, 'objects')).toBe(FREE.objects)
    expect((await add()).error()).toMatchObject(refused('objects', /and all are used/))
  })

  test('rises with a larger plan; objects above it remain when that plan ends', async () => {
    await buy('starter')
    for (let n = 0; n < 2; n += 1) (await add()).ok()
    const quote = { project_id: owner.project.id, data: { plan_id: 'free' } }
    expect((await server.send(quotePlan, { body: quote }, owner)).ok()).toMatchObject({
      exceeded: [
        'You use 1,001 objects, and Free allows 1,000 objects. Nothing is deleted, but you cannot add more.',
      ],
    })
    await buy('free')
    clock.advance(400 * 24 * 3600 * 1000)
    const lateInput = { token: await openSession() }
    expect((await add('Late', lateInput)).error()).toMatchObject(refused('objects'))
    expect(await usage(undefined, lateInput)).toMatchObject({ objects: FREE.objects + 1 })
  })

  const openSession = () =>
    server.app.db.write(
      (write) => server.app.sessions.open(write, owner.id, { ip: '127.0.0.1', agent: 'test' }),
      'serializable',
    )
})

describe('the limit of object types', () => {
  test('applies to every way to add or duplicate one, and to imports', async () => {
    await addType(server, owner, 'posts')
    for (let n = 1; n < FREE.object_types; n += 1) await addType(server, owner, `type-${n}`)
    expect(await usage()).toMatchObject({ object_types: FREE.object_types })
    const data = { title: 'One more' }
    const write_key = owner.bucket.api_access?.write_key ?? ''
    const answers = [
      await server.send(addObjectType, { body: { slug: slugOf(), data } }, owner),
      await server.send(
        duplicateObjectType,
        { body: { slug: slugOf(), type_slug: 'posts' } },
        owner,
      ),
    ]
    for (const answer of answers) expect(answer.error()).toMatchObject(refused('object_types'))
    const params = { slug: slugOf() }
    const inserted = await server.send(
      insertObjectType,
      { params, body: { title: 'One more' } },
      { token: write_key },
    )
    expect(inserted.status).toBe(403)
    const file = { bucket: { object_types: [{ title: 'One more', slug: 'more', metafields: [] }] } }
    const { job } = await importFile(server, owner, JSON.stringify(file))
    expect(job.errors.at(-1)?.reason).toMatch(/allows 50 object types, and all are used/)
    expect(await usage()).toMatchObject({ object_types: FREE.object_types })
  })
})

test('without PLAN_LIMITS nothing is limited, and no query runs to check limits', async () => {
  const db = new Proxy({} as Reader, {
    get() {
      throw new Error('a statement was built')
    },
  })
  const { app } = unlimited(server)
  const scope = { resource: 'project', id: owner.project.id } as const
  await assertWithinLimits(app, db, scope, { buckets: 10 })
  await takeWithinLimits(app, { db }, scope, { buckets: 10 })
  await takeForObject(app, { db }, { bucketId: owner.bucket.id })
  await takeSeatInTeam(app, { db }, scope, 'a@example.org')
  await takeForProject(app, { db }, owner.project.id, owner.project.id)
})
