import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { BucketEntry } from '@typecase/plugin-sdk/mount'
import { BucketMount } from '@typecase/plugin-sdk/mount'
import { getUser, type User } from '@typecase/contract/users'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import {
  Announcer,
  Api,
  type ApiService,
  BucketEvents,
  Dialogs,
  Files,
  Navigation,
  Palette,
  PendingInvite,
  Queries,
  Schemas,
  Selection,
  Session,
  Storage,
  type StorageService,
  Theme,
  Toasts,
} from '@typecase/plugin-sdk/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import { createHandles, Here, type HereService } from '@typecase/plugin-sdk/here'
import { Jobs, Journal } from '@typecase/plugin-sdk/jobs'
import { Keymap } from '@typecase/plugin-sdk/keymap'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { type Services, type Token } from '@typecase/plugin-sdk/token'

import { createApi } from '../../../src/api/client.ts'
import { createQueryClient } from '../../../src/api/query-client.ts'
import { type Catalog, createCatalog } from '../../../src/commands/catalog.ts'
import type { Interaction } from '../../../src/commands/interaction.ts'
import { createJobs } from '../../../src/commands/jobs.ts'
import { createRunner, type FinishedRun, type Runner } from '../../../src/commands/run.ts'
import { createSelection } from '../../../src/core/selection.ts'
import { createHost, type Host } from '../../../src/kernel/host.ts'

/** Loads the modules of all plugins: `plugins/<id>/plugin.ts`. */
export type LoadPlugins = () => Promise<readonly { readonly default: Plugin }[]>

/** Origin of the URLs that `fetch` gets. */
export const API_ORIGIN = 'http://typecase.internal'

/** The input for opening a kernel. */
export interface KernelParts {
  readonly loadPlugins: LoadPlugins
  /** Reaches the API and ignores the origin of the URL. */
  readonly fetch: typeof fetch
  readonly token: string
  readonly bucketSlug: string
}

/**
 * The kernel of the dashboard without a page, for one person in one bucket: it has the same plugins, conditions,
 * arguments, plans and runs.
 */
export interface Kernel {
  /** Null if the token only opens certain buckets and cannot read the account. */
  readonly user: User | null
  readonly bucketSlug: string
  readonly services: Services
  readonly facts: Host['facts']
  readonly catalog: Catalog
  readonly call: ApiService['call']
  /**
   * Starts a request: forgets earlier reads and reads the rights in the bucket again.
   * @throws Refusal when the person has lost access to the bucket
   */
  enter(): Promise<void>
  /** Creates a runner for commands of a catalog. `ended` gets the exact arguments of each run. */
  runner(
    catalog: Pick<Catalog, 'find' | 'get'>,
    interaction: Interaction,
    ended: (ended: FinishedRun) => void,
  ): Runner & {
    readonly jobs: ReturnType<typeof createJobs>
    /** Parameters of the page that the run opened, such as the id of what it created. */
    readonly destination: () => object | undefined
  }
  close(): void
}

/** Opens a kernel. @throws ApiError when the token is not valid; Refusal when the person has no access to the bucket */
export async function openKernel(parts: KernelParts): Promise<Kernel> {
  const { bucketSlug, token } = parts
  const storage = createMemoryStorage()
  const host = createHost({ storage })
  const { facts, services } = host
  const queries = createQueryClient()
  const api = createApi({
    baseUrl: API_ORIGIN,
    token: () => token,
    onUnauthenticated: () => undefined,
    fetch: parts.fetch,
  })
  // Running reads belong to another request of the same assistant, which would fail without them.
  const forgetReads = (): void => queries.removeQueries({ fetchStatus: 'idle' })
  const user = await userOf(api)
  const here: HereService = {
    ...createHandles(),
    route: () => undefined,
    field: () => undefined,
  }
  const jobs = createJobs()
  host.provide(Api, api)
  host.provide(Queries, queries)
  host.provide(Schemas, { ready: () => Promise.resolve() })
  host.provide(Storage, storage)
  host.provide(Selection, createSelection(facts))
  host.provide(Here, here)
  host.provide(Jobs, jobs)
  host.provide(Session, {
    getSnapshot: () => session,
    subscribe: () => noop,
    signIn: needsPage,
    saveUser: noop,
    logout: needsPage,
    leaveEnded: needsPage,
  })
  const session = { isLoggedIn: true, loading: false, data: user }
  host.provide(BucketEvents, { subscribe: () => noop })
  host.provide(Toasts, { show: () => ({ close: noop }) })
  host.provide(Announcer, { say: noop })
  host.provide(Dialogs, { confirm: needsPage })
  for (const one of ofPages) provideWithoutPage(host, one)

  const plugins = await parts.loadPlugins()
  await host.register(...plugins.map((module) => withoutPages(module.default)))
  await host.complete()
  facts.set({ 'session.isLoggedIn': true, 'session.userID': user?.id })
  await enter(host, bucketSlug)

  return {
    user,
    bucketSlug,
    services,
    facts,
    catalog: createCatalog({
      registry: host.registry,
      facts,
      keys: { of: () => [], bindings: () => undefined, subscribe: () => noop },
      running: { has: () => false, list: () => undefined, subscribe: () => noop },
    }),
    call: api.call,
    enter() {
      forgetReads()
      return enter(host, bucketSlug)
    },
    runner: (catalog, interaction, ended) => {
      const jobs = createJobs()
      let destination: object | undefined
      const runner = createRunner({
        catalog: catalog as Catalog,
        jobs,
        interaction,
        services,
        facts: facts.get,
        here,
        go: (_to, options) => {
          destination = options?.params
          return Promise.resolve()
        },
        report: noop,
        onStart: noop,
        onEnd: ended,
      })
      return { ...runner, jobs, destination: () => destination }
    },
    close: forgetReads,
  }
}

async function userOf(api: ApiService): Promise<User | null> {
  try {
    return (await api.call(getUser, {})).user
  } catch (reason) {
    if (isApiError(reason, 'forbidden')) return null
    throw reason
  }
}

/** Sets the facts of a bucket, as the router does before it shows a page of the bucket. @throws Refusal */
async function enter({ services, facts }: Host, slug: string): Promise<void> {
  const mount = await services.load(BucketMount)
  const entry: BucketEntry = await mount.enter(slug)
  if (!entry.isOpen) throw new Refusal(entry.reason ?? `There is no bucket “${slug}” for you.`)
  facts.set({ 'route.bucketSlug': slug, ...mount.facts(slug) })
}

/** Returns a plugin without its pages and without the code that runs while a page is open. */
function withoutPages({
  activate: _,
  slots: __,
  nav: ___,
  routes: ____,
  ...plugin
}: Plugin): Plugin {
  return plugin
}

const noop = (): void => undefined

function needsPage(): never {
  throw new Refusal('This needs a page of the dashboard. Ask a person to run it there.')
}

/** Services that need a page. Here, each of their methods refuses. */
const ofPages = [Files, Focus, Journal, Keymap, Navigation, Palette, PendingInvite, Theme] as const

function provideWithoutPage(host: Host, token: Token<unknown>): void {
  host.provide(token, new Proxy({}, { get: () => needsPage }))
}

/** Storage that lasts as long as the kernel. */
function createMemoryStorage(): StorageService {
  const values = new Map<string, ReturnType<StorageService['get']>>()
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    subscribe: () => noop,
    onClear: () => noop,
  }
}
