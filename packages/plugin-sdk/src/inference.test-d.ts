import { cancelJob } from '@typecase/contract/jobs'
import { publishObjects } from '@typecase/contract/objects'
import { type } from 'arktype'
import { expectTypeOf, test } from 'vitest'

import { type ArgsOf, type CommandModule, defineCommand, refTo, type Run } from './command.ts'
import { definePlugin } from './plugin.ts'
import { type Go, route, routeRef } from './route.ts'
import { type Scope, scope, scopeOf } from './scope.ts'
import type { CallModule } from './server-call.ts'
import type { FactStoreService } from './services.ts'
import { fill } from './slot.ts'
import { provide, type Services, token } from './token.ts'

// Compiled by `tsc`, never run: a wrong inference here is a compile error.

const publishArgs = () => type({ scope: scope(), 'at?': 'number', note: "string = ''" })
type PublishArgs = ArgsOf<typeof publishArgs>

const publish = defineCommand({
  id: 'objects.publish',
  title: 'Publish',
  effect: 'write',
  args: publishArgs,
  defaults: (facts) => ({ scope: scopeOf(facts) }),
  ask: { at: { kind: 'date', title: 'When' } },
  load: () => Promise.resolve({ run }),
})

const run: Run<PublishArgs> = async function* (args, { facts, signal, go }) {
  expectTypeOf(args.scope).toEqualTypeOf<Scope>()
  expectTypeOf(args.note).toEqualTypeOf<string>()
  expectTypeOf(facts['selection.count']).toEqualTypeOf<number | undefined>()
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
  yield { done: 1, total: 2 }
  await go('/projects')
  return { message: 'Published.' }
}

test('argument types flow from the schema into ask, defaults, run and references', () => {
  expectTypeOf<PublishArgs['at']>().toEqualTypeOf<number | undefined>()
  refTo(publish, { note: 'x' })
  // @ts-expect-error an argument of another type
  refTo(publish, { note: 1 })
  // @ts-expect-error an argument that does not exist
  refTo(publish, { nothing: 1 })

  defineCommand({
    id: 'x.y',
    title: 'X',
    effect: 'none',
    args: () => type({ n: 'number' }),
    // @ts-expect-error asks for an argument that the schema does not have
    ask: { m: { kind: 'number', title: 'M' } },
    load: () => Promise.resolve({ run: async () => {} }),
  })

  defineCommand({
    id: 'x.y',
    title: 'X',
    effect: 'none',
    args: () => type({ n: 'number' }),
    // @ts-expect-error the subject of an argument that the schema does not have
    subject: { m: { op: 'has', key: 'zen' } },
    load: () => Promise.resolve({ run: async () => {} }),
  })

  defineCommand({
    id: 'x.z',
    title: 'X',
    effect: 'none',
    args: () => type({ n: 'number' }),
    // @ts-expect-error run wants other arguments than the schema gives
    load: () => Promise.resolve({ run: async (args: { n: string }) => void args }),
  })
})

test('a command loads a run from the module of its topic, or uses `runNow` if it has no effect', () => {
  const runs = { publish: { run } satisfies CommandModule<PublishArgs> }
  defineCommand({
    id: 'x.publish',
    title: 'X',
    effect: 'write',
    args: publishArgs,
    load: async () => (await Promise.resolve(runs)).publish,
  })

  const listPage = token<{ move(by: number): void }>('x.list-page', 1)
  const listRoute = route({
    id: 'x.list',
    mount: 'bucket',
    path: 'x',
    title: 'X',
    search: () => type({ 'skip?': 'number' }),
    load: () => Promise.resolve({ default: () => null }),
  })
  defineCommand({
    id: 'x.move',
    title: 'X',
    effect: 'none',
    args: () => type({ by: 'number' }),
    runNow: ({ by }, { page, route: at }) => {
      expectTypeOf(by).toEqualTypeOf<number>()
      expectTypeOf(at(listRoute)?.search.skip).toEqualTypeOf<number | undefined>()
      expectTypeOf(at(listRoute)?.params.bucketSlug).toEqualTypeOf<string | undefined>()
      page(listPage)?.move(by)
      // @ts-expect-error the handle has no method `turn`
      page(listPage)?.turn(by)
    },
  })
  // @ts-expect-error only commands without an effect may use `runNow`
  defineCommand({ id: 'x.write', title: 'X', effect: 'write', runNow: () => {} })
})

test('the call of a command takes the command’s arguments and returns the body of its endpoint', () => {
  const call: CallModule<PublishArgs, typeof publishObjects> = {
    callOf: (args, { bucketSlug: slug }) => {
      expectTypeOf(args.scope).toEqualTypeOf<Scope>()
      expectTypeOf(slug).toEqualTypeOf<string>()
      return { endpoint: publishObjects, body: { slug, object_ids: [] } }
    },
  }
  defineCommand({ ...publish, args: publishArgs, call: () => Promise.resolve(call) })

  const wrong: CallModule<PublishArgs, typeof cancelJob> = {
    // @ts-expect-error a body that the endpoint does not take
    callOf: () => ({ endpoint: cancelJob, body: { slug: 'a' } }),
  }
  defineCommand({
    id: 'x.call',
    title: 'X',
    effect: 'write',
    args: () => type({ n: 'number' }),
    // @ts-expect-error callOf wants other arguments than the schema gives
    call: () => Promise.resolve(wrong),
    load: () => Promise.resolve({ run: async () => {} }),
  })
})

test('routes know the types of their parameters and search', () => {
  const edit = route({
    id: 'objects.edit',
    mount: 'bucket',
    path: 'objects/$objectID',
    title: 'Object',
    search: () => type({ 'locale?': 'string' }),
    load: () => Promise.resolve({ default: () => null }),
  })
  const go: Go = async () => {}
  void go(edit, { params: { objectID: '1' }, search: { locale: 'de' } })
  void go(edit, { params: { objectID: '1', bucketSlug: 'b' } })
  // @ts-expect-error a parameter that the path does not have
  void go(edit, { params: { id: '1' } })
  // @ts-expect-error a search value of another type
  void go(edit, { search: { locale: 1 } })
  // @ts-expect-error not a path of this app
  void go('https://elsewhere.example')

  const projects = routeRef('projects.list')
  void go(projects)
  // @ts-expect-error this page has no parameters
  void go(projects, { params: { projectID: '1' } })
  const project = routeRef<{ projectID: string }>('projects.show')
  void go(project, { params: { projectID: '1' } })
})

test('tokens and slots carry their types', () => {
  const Clock = token<{ now(): number }>('clock.clock', 1)
  provide(Clock, () => ({ now: () => 1 }))
  provide(Clock, () => Promise.resolve({ now: () => 1 }))
  // @ts-expect-error another service
  provide(Clock, () => ({ later: () => 1 }))
  const useServices = (services: Services) =>
    expectTypeOf(services.get(Clock).now()).toEqualTypeOf<number>()
  void useServices

  fill('list.column', {
    id: 'comments.count',
    load: () =>
      Promise.resolve({ default: (props: { object: { id: string } }) => props.object.id }),
  })
  fill('list.column', {
    id: 'comments.count',
    // @ts-expect-error a panel with other props
    load: () => Promise.resolve({ default: (props: { mediaID: string }) => props.mediaID }),
  })
  // @ts-expect-error a slot that no one has declared
  fill('list.colunm', {
    id: 'comments.count',
    load: () => Promise.resolve({ default: () => null }),
  })
})

test('a plugin accepts commands with different arguments', () => {
  const plain = defineCommand({
    id: 'x.plain',
    title: 'Plain',
    effect: 'none',
    load: () => Promise.resolve({ run: async () => {} }),
  })
  definePlugin({
    id: 'objects',
    version: '1.0.0',
    api: 1,
    title: 'Objects',
    commands: [publish, plain],
  })
  const setFacts = (facts: FactStoreService) => {
    facts.set({ 'route.objectID': 'a', zen: undefined })
    // @ts-expect-error a fact of another type
    facts.set({ 'selection.count': 'a' })
  }
  void setFacts
})
