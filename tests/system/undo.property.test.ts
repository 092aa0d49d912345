// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { getBucket } from '@typecase/contract/buckets'
import type { Endpoint } from '@typecase/contract/endpoint'
import { listObjects } from '@typecase/contract/objects'
import { addBucket } from '@typecase/contract/projects'
import { permissionsOf } from '@typecase/contract/roles'
import { AT_ONCE } from '@typecase/plugin-sdk/at-once'
import type { Ref } from '@typecase/plugin-sdk/command'
import { Jobs, Journal } from '@typecase/plugin-sdk/jobs'
import { Api, Queries, Session } from '@typecase/plugin-sdk/services'
import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner, addPerson, join, type Owner, type Person } from '@typecase/server/testing/people'
import {
  type RawInput,
  startTestServer,
  type TestServer,
} from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStore } from 'jotai/vanilla'

import jobsPlugin from '../../plugins/jobs/plugin.ts'
import objectTypesPlugin from '../../plugins/object-types/plugin.ts'
import objectsPlugin from '../../plugins/objects/plugin.ts'
import { createCommandCenter } from '../../src/commands/commands.ts'
import { nowhere } from '../../src/commands/here.fixture.ts'
import type { Notice } from '../../src/commands/interaction.ts'
import { isRunning } from '../../src/commands/jobs.ts'
import { memoryStorage } from '../../src/commands/storage.fixture.ts'
import { createHost } from '../../src/kernel/host.ts'
import { createDispatcher } from '../../src/keys/dispatcher.ts'
import { press } from '../../src/keys/keyboard.fixture.ts'
import { createKeymap } from '../../src/keys/keymap.ts'

/** Number of histories to try; `UNDO_RUNS=500` tries more. */
const RUNS = Number(process.env['UNDO_RUNS'] ?? 20)
/** More objects than can change without a plan. */
const OBJECTS = AT_ONCE + 5

let server: TestServer
let people: readonly [Owner, Person]
let buckets: readonly [string, string]
/** Ids of the objects in each bucket. */
const content = new Map<string, readonly string[]>()

beforeAll(async () => {
  server = await startTestServer()
  const owner = await addOwner(server)
  const mary = await addPerson(server)
  const { id: project_id } = owner.project
  const data = { title: 'Second' }
  const { bucket } = (await server.call(addBucket, { body: { project_id, data } }, owner)).ok()
  await join(server, mary, owner, 'developer')
  await server.app.db.write(
    ({ db }) =>
      db
        .insertInto('bucket_members')
        .values({ bucket_id: bucket.id, user_id: mary.id, role: 'developer' })
        .execute(),
    'serializable',
  )
  people = [owner, mary]
  buckets = [owner.bucket.slug, bucket.slug]
  for (const one of [owner, { ...owner, bucket }]) {
    await addType(server, one, 'posts')
    content.set(one.bucket.slug, await addManyObjects(server, one, 'posts', OBJECTS))
  }
})
afterAll(() => server.remove())

/** The actions of a tab by account and bucket, which are the only ones that it may undo. */
type Done = Map<string, number>
const nameOf = (account: string, slug: string, what: string) => `${account} ${slug} ${what}`

interface Sent {
  readonly endpoint: string
  readonly account: string
  readonly slug: string
  readonly what: string
}

/** Opens a browser tab with the product's commands, keys and journal on the real server. */
async function openTab() {
  let person: Person = people[0]
  let isAccepting = true
  let notices: Notice[] = []
  let sent: Sent[] = []
  let reviews = 0
  let last: Promise<unknown> = Promise.resolve()
  const done: Done = new Map()
  const storage = memoryStorage()
  const host = createHost()

  async function call(endpoint: Endpoint, input: RawInput) {
    const { id: account, token } = person
    const answer = await server.send(endpoint, input, { token })
    if (answer.status >= 300) {
      const { code, message } = answer.error()
      const refusal = { name: 'ApiError', code, status: answer.status }
      throw Object.assign(new Error(message), refusal)
    }
    const result = answer.ok() as Record<string, never>
    const fields = { ...input.query, ...(input.body as object) } as Record<string, string>
    const { slug = '' } = fields
    if (endpoint.method === 'GET') return result
    const what = fields['change_set_id'] ?? fields['object_type_folder_slug'] ?? ''
    sent.push({ endpoint: endpoint.id, account, slug, what })
    const { change_set_id, object_type_folder: folder, modified, restored } = result
    const createdId = change_set_id ?? (folder as { slug: string } | undefined)?.slug
    if (createdId !== undefined)
      done.set(nameOf(account, slug, createdId), modified ?? restored ?? 1)
    return result
  }

  async function* stream(endpoint: Endpoint, input: RawInput) {
    yield await call(endpoint, input)
  }

  host.provide(Api, { call, stream } as never)
  host.provide(Queries, new QueryClient())
  host.provide(Session, {
    getSnapshot: () => ({ isLoggedIn: true, loading: false, data: { id: person.id } }),
  } as never)
  const keymap = createKeymap({ registry: host.registry, storage, facts: host.facts.get })
  const center = createCommandCenter({
    host,
    storage,
    keys: keymap,
    here: nowhere(),
    go: () => Promise.resolve(),
    interaction: {
      askArguments: () => Promise.resolve(undefined),
      argumentsReady: () => {},
      commandDeclined: () => {},
      async review() {
        if (isAccepting) reviews += 1
        return isAccepting
      },
      confirm: () => Promise.resolve(true),
      notify: (notice) => void notices.push(notice),
      open: () => Promise.resolve(),
      keepSelected: () => {},
    },
  })
  host.provide(Jobs, center.jobs)
  host.provide(Journal, center.journal)
  const plugins = [jobsPlugin, objectsPlugin, objectTypesPlugin]
  // Only the plugins' commands and keys matter here.
  await host.register(...plugins.map(({ activate: _, slots: __, ...plugin }) => plugin))
  await host.complete()
  const dispatcher = createDispatcher({
    atoms: createStore(),
    focus: { stepOut: () => false, typeAtFocus: () => false },
    typeahead: { take: () => false },
    keymap,
    facts: host.facts.get,
    runNow: center.runNow,
    run: (ref) => (last = center.service.run(ref, { source: 'key' })),
  })

  const settled = async () => {
    await last
    // Keys wait until the page has been drawn after a change.
    await new Promise((resolve) => setTimeout(resolve))
    await waitFor(
      () => center.jobs.list().some(isRunning),
      (isBusy) => !isBusy,
    )
  }
  const signIn = (next: Person) => {
    person = next
    host.facts.set({ 'session.isLoggedIn': true, 'session.userID': next.id })
  }
  const select = (ids: readonly string[]) =>
    host.facts.set({
      'selection.kind': ids.length > 0 ? 'object' : undefined,
      'selection.ids': ids.length > 0 ? ids : undefined,
      'selection.count': ids.length || undefined,
    })
  const goTo = (slug: string) => {
    host.facts.set({ 'route.bucketSlug': slug, can: new Set(permissionsOf.developer) })
    select([])
  }
  signIn(person)
  goTo(buckets[0])

  return {
    signIn,
    goTo,
    select,
    bucket: () => host.facts.get()['route.bucketSlug'] ?? '',
    logOut: () => center.forget(),
    run: (ref: Ref) => center.service.run(ref, { source: 'button' }),
    /** Records requests, reviews and notices during an action. */
    async watch(isAgreeing: boolean, act: () => unknown) {
      isAccepting = isAgreeing
      notices = []
      sent = []
      reviews = 0
      const before = new Map(done)
      await act()
      await settled()
      isAccepting = true
      return { sent, reviews, notices, before, account: person.id }
    },
    press: (keys: 'undo' | 'redo', target: Element) =>
      dispatcher.handle(
        press({
          key: keys === 'undo' ? 'z' : 'Z',
          down: keys === 'undo' ? ['Control'] : ['Control', 'Shift'],
          target,
        }),
      ),
    /** Returns the button of the newest notification that has one. */
    buttonOf: () => notices.findLast(({ undo }) => undo)?.undo,
  }
}

type Tab = Awaited<ReturnType<typeof openTab>>

const tab = fc.nat(1)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('folder' as const),
      tab,
      title: fc.constantFrom('P', 'Q'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'unpublish' as const),
      tab,
      count: fc.constantFrom(1, 3, OBJECTS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const),
      tab,
      where: fc.constantFrom('page', 'page', 'text', 'code'),
      isAgreeing: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('button' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('goTo' as const), tab, bucket: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('signIn' as const),
      tab,
      person: fc.nat(1),
      isLogOut: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Creates the element that has the focus when a key is pressed. */
function positionOf(where: string): Element {
  if (where === 'text') return document.createElement('input')
  if (where === 'page') return document.body
  const editor = document.createElement('div')
  editor.className = 'cm-editor'
  // The scrolling part can have the focus, too, but is not a text field.
  return editor.appendChild(document.createElement('div'))
}

const undoAs = (isAgreeing: boolean): Step => ({ do: 'undo', tab: 0, where: 'page', isAgreeing })
/** Every kind of step that can be undone, so that a short run has them, too. */
const example: Step[] = [
  { do: 'unpublish', tab: 0, count: OBJECTS },
  { do: 'publish', tab: 0, count: OBJECTS },
  { do: 'folder', tab: 0, title: 'P' },
  { do: 'goTo', tab: 0, bucket: 1 },
  { do: 'folder', tab: 1, title: 'P' },
  undoAs(true),
  undoAs(false),
  undoAs(true),
  { do: 'redo', tab: 0, where: 'page', isAgreeing: true },
]

/** Returns everything that an undo could change in a bucket. */
async function stateOf(slug: string): Promise<string> {
  const [owner] = people
  const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
  const query = { slug, limit: 100, props: 'id,status' } as never
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  const states = objects.map(({ object }) => `${object.id} ${object.status}`).sort()
  return JSON.stringify([bucket.object_type_folders.map((folder) => folder.slug), states])
}

async function take(tabs: [Tab, Tab], one: Step): Promise<string | undefined> {
  const here = tabs[one.tab] as Tab
  switch (one.do) {
    case 'folder':
      await here.run({ command: 'object-types.new-folder', args: { title: one.title } })
      return undefined
    case 'publish':
    case 'unpublish': {
      here.select(content.get(here.bucket())?.slice(0, one.count) ?? [])
      await here.run({ command: `objects.${one.do}` })
      return undefined
    }
    case 'goTo':
      here.goTo(buckets[one.bucket] ?? buckets[0])
      return undefined
    case 'signIn':
      if (one.isLogOut) here.logOut()
      here.signIn(people[one.person] ?? people[0])
      return undefined
    case 'reload':
      tabs[one.tab] = await openTab()
      return undefined
    case 'button':
      return check(here, true, () => here.buttonOf()?.())
    default: {
      const inText = one.where !== 'page'
      return check(here, one.isAgreeing, () => here.press(one.do, positionOf(one.where)), inText)
    }
  }
}

/** Runs an undo, and checks all its effects. @returns the bucket that changed */
async function check(here: Tab, isAgreeing: boolean, act: () => unknown, inText = false) {
  const before = await Promise.all(buckets.map(stateOf))
  const { sent, reviews, notices, before: done, account } = await here.watch(isAgreeing, act)
  const after = await Promise.all(buckets.map(stateOf))
  if (inText) expect([sent, notices]).toEqual([[], []])
  // An undo takes one step at a time.
  expect(sent.length).toBeLessThanOrEqual(1)
  const [call] = sent
  for (const [at, slug] of buckets.entries()) {
    if (slug !== call?.slug) expect(after[at], `${slug} is as it was`).toBe(before[at])
  }
  if (!call) return undefined
  expect(call.account).toBe(account)
  // A restored folder has the name of one that existed before.
  const undoable = [...done].find(([name]) => name === nameOf(account, call.slug, call.what))
  const isMadeAgain = call.endpoint === 'objectTypeFolders.add'
  const isRedone = isMadeAgain
    ? [...done.keys()].some((name) =>
        /^[pq]/.test(name.replace(nameOf(account, call.slug, ''), '')),
      )
    : undoable !== undefined
  expect(isRedone, `${JSON.stringify(call)} is this tab’s own`).toBe(true)
  const isMany = (undoable?.[1] ?? 0) > AT_ONCE
  if (isMany) expect(reviews, 'plans that were agreed to').toBe(1)
  return isMany ? `${call.endpoint} of many` : call.endpoint
}

test(
  'undo reverts only changes of this account in this tab and bucket, and many only after a plan',
  { timeout: 120_000 + RUNS * 30_000 },
  async () => {
    const taken: (string | undefined)[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
        const tabs: [Tab, Tab] = [await openTab(), await openTab()]
        for (const one of steps) taken.push(await take(tabs, one))
      }),
      { numRuns: RUNS, examples: [[example]] },
    )
    // The histories must have included these steps.
    expect(taken).toContain('changeSets.undo of many')
    expect(taken).toContain('objectTypeFolders.delete')
  },
)
