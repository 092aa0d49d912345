import { QueryClient } from '@tanstack/react-query'

import type { FactValues } from '../facts.ts'
import { createFocusMoves, Focus } from '../focus.ts'
import { createHandles, Here, type HereService, type RouteNow } from '../here.ts'
import { Jobs, Journal } from '../jobs.ts'
import type { Json } from '../json.ts'
import { Keymap } from '../keymap.ts'
import type { Plugin } from '../plugin.ts'
import { Plugins } from '../plugins.ts'
import type { OwnedFill } from '../react/host.tsx'
import type { Go, RouteRef } from '../route.ts'
import {
  Announcer,
  Api,
  BucketEvents,
  type BucketStreamEvent,
  Commands,
  Dialogs,
  FactStore,
  type FactStoreService,
  Files,
  Navigation,
  Palette,
  PendingInvite,
  Queries,
  Schemas,
  Selection,
  type SelectionValue,
  Session,
  Storage,
  Theme,
  Toasts,
} from '../services.ts'
import { provide, type Provision } from '../token.ts'
import { holds } from '../when.ts'
import { testApi } from './api.ts'
import { commandsOf } from './commands.ts'
import { container } from './container.ts'
import { memoize, observable } from './observable.ts'
import { keymapOf, quietJobs, quietJournal, testFiles, testSession, testTheme } from './services.ts'
import type { TestHost, TestHostOptions, TestLog } from './world.ts'

/** Creates a core for tests: enough to render a plugin's views and to run its commands. */
export function createTestHost(plugin: Plugin, options: TestHostOptions = {}): TestHost {
  const log: TestLog = {
    calls: [],
    went: [],
    ran: [],
    outcomes: [],
    toasts: [],
    announced: [],
    faults: [],
    added: [],
    opened: [],
  }
  const facts = observable<FactValues>(options.facts ?? {})
  const selection = observable<SelectionValue | undefined>(undefined)
  const factStore: FactStoreService = {
    get: facts.get,
    subscribe: facts.subscribe,
    set: (patch) => {
      const next = Object.entries({ ...facts.get(), ...patch })
      facts.set(Object.fromEntries(next.filter(([, value]) => value !== undefined)))
    },
  }
  const go: Go = (to, { params, search } = {}) => {
    const id = typeof to === 'string' ? to : to.id
    log.went.push({ to: id, ...(params && { params }), ...(search && { search }) })
    return Promise.resolve()
  }
  const here: HereService = {
    ...createHandles(),
    field: () => options.field,
    route<Params extends object, Search extends object>({ id }: RouteRef<Params, Search>) {
      const { params = {}, search = {} } = options.at ?? {}
      // The test states what the address of its page contains.
      return options.at?.route === id ? ({ params, search } as RouteNow<Params, Search>) : undefined
    },
  }
  const bucketSettings = new Map<string, Json>()
  const listeners = new Set<(event: BucketStreamEvent) => void>()

  const provisions: Provision[] = [
    provide(Api, () => testApi(options.api ?? {}, log.calls)),
    provide(
      Queries,
      () =>
        new QueryClient({
          defaultOptions: { queries: { retry: false, staleTime: Infinity, gcTime: Infinity } },
        }),
    ),
    provide(FactStore, () => factStore),
    provide(Toasts, () => ({
      show: (toast) => {
        log.toasts.push(toast)
        return { close: () => {} }
      },
    })),
    provide(Dialogs, () => ({ confirm: () => Promise.resolve(options.confirms ?? true) })),
    provide(Focus, () => createFocusMoves(document)),
    provide(Announcer, () => ({ say: (message) => void log.announced.push(message) })),
    provide(Navigation, () => ({
      go,
      back: () => {},
      href: (to) => (typeof to === 'string' ? to : `#${to.id}`),
      current: () => '/',
      visit: () => 'visit',
      guard: () => () => {},
    })),
    provide(Here, () => here),
    provide(Selection, () => ({
      get: selection.get,
      set: selection.set,
      clear: () => selection.set(undefined),
      subscribe: selection.subscribe,
    })),
    provide(Storage, () => ({
      get: (key) => bucketSettings.get(key),
      set: (key, value) => void bucketSettings.set(key, value),
      remove: (key) => void bucketSettings.delete(key),
      subscribe: () => () => {},
      onClear: () => () => {},
    })),
    provide(Commands, () => commandsOf(plugin, () => host)),
    provide(Session, () => testSession(options.user ?? null)),
    provide(PendingInvite, () => ({
      get: () => options.invite,
      clear: () => {},
      subscribe: () => () => {},
    })),
    provide(Theme, () => testTheme()),
    provide(Files, () => testFiles()),
    provide(Palette, () => ({
      open: (opened = {}) => void log.opened.push(opened),
      close: () => {},
    })),
    provide(BucketEvents, () => ({
      subscribe(_bucketSlug, listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    })),
    provide(Schemas, () => ({ ready: () => Promise.resolve() })),
    provide(Jobs, () => quietJobs),
    provide(Journal, () => quietJournal),
    provide(Keymap, () => keymapOf(plugin)),
    provide(Plugins, () => ({
      ...host.plugins,
      enable: () => Promise.resolve(),
      add: async (added) => {
        log.added = [...log.added.filter(({ id }) => id !== added.id), added]
      },
      remove: async (id) => {
        log.added = log.added.filter((added) => added.id !== id)
      },
      subscribe: () => () => {},
    })),
    ...[plugin, ...(options.others ?? [])].flatMap(({ provides = [] }) => provides),
    ...(options.services ?? []),
  ]
  const fills: readonly OwnedFill[] = [plugin, ...(options.others ?? [])]
    .flatMap(({ id: owner, slots = [] }) => slots.map((fill) => ({ ...fill, owner })))
    .sort((a, b) => a.order - b.order)
  for (const [token, handle] of options.pages ?? []) here.offer(token, handle)
  const host: TestHost = {
    log,
    go,
    emit: (event) => listeners.forEach((listener) => listener(event)),
    facts: factStore,
    services: container(provisions),
    slots: {
      get: memoize((name) =>
        fills.filter(({ slot, when }) => slot === name && holds(when, facts.get())),
      ),
      subscribe: facts.subscribe,
    },
    plugins: {
      list: () => [
        { id: plugin.id, title: plugin.title, version: plugin.version, status: 'active' },
      ],
      retry: () => Promise.resolve(),
      disable: () => Promise.resolve(),
      report: (_owner, phase, error) => {
        log.faults.push({ phase, error })
        return String(error)
      },
    },
  }
  return host
}
