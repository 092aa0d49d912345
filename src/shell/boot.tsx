import {
  BucketEvents,
  Announcer,
  Api,
  Commands,
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
  Theme,
  Toasts,
} from '@typecase/plugin-sdk/services'
import type { Ref } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'
import { Here } from '@typecase/plugin-sdk/here'
import { Jobs, Journal } from '@typecase/plugin-sdk/jobs'
import { Keymap } from '@typecase/plugin-sdk/keymap'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { CommandsService } from '@typecase/plugin-sdk/services'
import { announce } from '@typecase/ui/announcer'
import { claimReactAriaStyles } from '@typecase/ui/react-aria-styles'
import { createStore } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { StrictMode } from 'react'

import { isArktypeHere, loadArktype } from '../commands/arktype-proxy.ts'
import { createBucketEvents } from '../api/bucket-events.ts'
import { createApi } from '../api/client.ts'
import { createQueryClient } from '../api/query-client.ts'
import { createCommandCenter } from '../commands/commands.ts'
import { createFocus } from '../focus/focus-service.ts'
import { createDispatcher } from '../keys/dispatcher.ts'
import { watchFocus } from '../focus/focus-context.ts'
import { createKeymap } from '../keys/keymap.ts'
import { createHost, type PluginModules } from '../kernel/host.ts'
import { createPaletteController, PaletteControl } from '../palette/controller.ts'
import { preloadPalette } from '../palette/preload-palette.ts'
import { takeTyping } from '../palette/typeahead.ts'
import { watchArrival } from '../routing/arrival.ts'
import { DeclaredFacts } from '../routing/declared-facts.ts'
import { findEntryPage } from '../routing/entry-page.ts'
import { decide, entryFor, HOME, LOGIN, loginFor } from '../routing/guards.ts'
import { followLinks } from '../routing/follow-links.ts'
import { createMounts } from '../routing/mounts.tsx'
import { createNavigation } from '../routing/navigation.ts'
import { watchRoute } from '../routing/route-facts.ts'
import { createAppRouter, followPlugins } from '../routing/router.ts'
import { createPendingInvite } from '../routing/pending-invite.ts'
import { createStoredIntent } from '../routing/stored-intent.ts'
import sessionPlugin from '../session/session-plugin.ts'
import { createSession } from '../session/session.ts'
import { createTokenStore } from '../session/token-store.ts'
import { App } from './app.tsx'
import { createBrowserStorage } from './browser-storage.ts'
import { CommandCore } from '../core/command-core.ts'
import { followRegion } from '../core/region.ts'
import { createDialogs, questionsAtom } from '../core/dialogs.ts'
import { createFiles } from './files.ts'
import { hasQuery, loadFirstPage } from './first-page.ts'
import { LazyFrame, loadFrame } from './lazy-frame.tsx'
import { createHere } from '../routing/here.ts'
import { createInteraction } from './interaction.ts'
import { createNotifications } from './notifications.ts'
import { reportToAuthor } from './report-to-author.ts'
import { RootView } from './root-view.tsx'
import { createSelection } from '../core/selection.ts'
import shellPlugin from './shell-plugin.ts'
import { createSidebarRows, SidebarRows } from './sidebar-rows.ts'
import { createShellState, NARROW, ShellState } from './shell-state.ts'
import { createTheme } from './theme.ts'
import { createToastController } from '../core/toast-controller.ts'
import { watchBucketEvents, watchSession, whenIdle } from './watch.ts'

export interface BootParts {
  readonly plugins: PluginModules
  /** Plugins of third parties: their keys are only suggestions. */
  readonly thirdParty?: PluginModules
  /** Origin of the server; '' for the origin of the page. */
  readonly baseUrl: string
}

/** The running app. */
export interface RunningApp {
  /** Resolves when the first page can be shown. */
  readonly ready: Promise<unknown>
  readonly view: ReactNode
  /** Replaces a plugin with a new version, as hot reload does. */
  replace(plugin: Plugin): Promise<void>
  /** Removes the app's global listeners before another app starts in the same window. */
  stop(): void
}

/** Creates the core, loads the plugins, and returns the view to render. */
export function boot({ plugins, thirdParty = {}, baseUrl }: BootParts): RunningApp {
  claimReactAriaStyles()
  const store = createStore()
  const storage = createBrowserStorage(window)
  followRegion(storage)
  const host = createHost({ storage })
  const { facts, services } = host
  const intent = createStoredIntent(localStorage)
  const invite = createPendingInvite(localStorage)
  const tokens = createTokenStore({
    document,
    localStorage,
    isSecure: location.protocol === 'https:',
    window,
  })
  const queries = createQueryClient()
  const api = createApi({
    baseUrl,
    token: tokens.read,
    onUnauthenticated: (token) => session.expire(token),
  })

  const focus = createFocus(document)
  const toasts = createToastController(store)
  const dialogs = createDialogs(store)
  store.sub(questionsAtom, () =>
    facts.set({ 'dialog.isOpen': store.get(questionsAtom).length > 0 || undefined }),
  )
  const selection = createSelection(facts)
  const session = createSession({
    store,
    tokens,
    api,
    queries,
    storage,
    async enter() {
      // Usually these have arrived already: they were fetched while the user filled in the form.
      await Promise.all([host.complete(), loadArktype().catch(() => undefined)])
      const target = intent.read()
      const decision = entryFor(target)
      intent.apply(decision)
      const isByDefault = decision.to === HOME && target.redirectTo !== HOME
      return navigation.force(isByDefault ? await findEntryPage(services) : decision.to)
    },
    leave: () => navigation.force(LOGIN),
    onExpiry: () => navigation.force(loginFor(navigation.current())),
    notify: (message) => toasts.show({ message, tone: 'error' }),
  })

  const palette = createPaletteController({
    run: (ref) => void commands.run(ref, { source: 'palette' }),
    onOpenChange(isOpen) {
      facts.set({ 'palette.isOpen': isOpen || undefined })
      if (isOpen) void host.complete()
    },
    cancel: () => center.jobs.cancelPreparing(),
  })
  const typeahead = takeTyping(palette, window)
  const here = createHere({ document, router: () => app.router })
  const keymap = createKeymap({
    registry: host.registry,
    storage,
    facts: facts.get,
    isThirdParty: host.isThirdParty,
  })
  const center = createCommandCenter({
    host,
    storage,
    keys: keymap,
    here,
    go: (...to) => navigation.go(...to),
    interaction: createInteraction({
      palette,
      dialogs,
      toasts,
      selection,
      navigation: () => navigation,
    }),
  })
  // The palette stays open until a command that was chosen there runs or is cancelled.
  center.service.observe({ before: palette.commandStarted })
  const declarationOf = ({ command }: Ref) =>
    host.registry.get('commands').find(({ item }) => item.id === command)?.item
  const commands: CommandsService = {
    ...center.service,
    run: async (ref, options) => {
      const declared = declarationOf(ref)
      try {
        // Checking arguments requires the schemas. Opening the palette must not wait for anything.
        if (!declared || declared.args) {
          // The ellipsis in the title means that the command asks.
          const isAsking = declared?.title.endsWith('…') === true && ref.args === undefined
          await typeahead.until(Promise.all([loadArktype(), host.complete()]), isAsking)
        }
        return await center.service.run(ref, options)
      } catch (error) {
        // A run itself never throws, so this error means that the command's code did not arrive.
        palette.commandDeclined()
        return center.refuse(ref, error, () => commands.run(ref, options))
      }
    },
    async terminalUsage(id) {
      await loadArktype()
      return center.service.terminalUsage(id)
    },
    async find(words, limit) {
      const { searchOf } = await import('../palette/search.ts')
      return searchOf(host, center).find(words, limit)
    },
    async argumentsOf(id) {
      await loadArktype()
      return center.service.argumentsOf(id)
    },
    async callOf(ref) {
      await loadArktype()
      return center.service.callOf(ref)
    },
  }

  host.provide(Api, api)
  host.provide(Queries, queries)
  host.provide(Schemas, { ready: loadArktype })
  host.provide(Session, session)
  host.provide(Storage, storage)
  host.provide(PendingInvite, invite)
  host.provide(Selection, selection)
  host.provide(Dialogs, dialogs)
  host.provide(Files, createFiles())
  host.provide(Focus, focus)
  host.provide(Announcer, { say: announce })
  host.provide(Toasts, createNotifications(toasts, commands.run))
  host.provide(Here, here)
  host.provide(Commands, commands)
  host.provide(CommandCore, center)
  host.provide(Jobs, center.jobs)
  host.provide(Journal, center.journal)
  host.provide(Keymap, keymap)
  host.provide(Palette, palette)
  host.provide(PaletteControl, palette)
  const bucketEvents = createBucketEvents({
    baseUrl,
    token: tokens.read,
    onUnauthenticated: (token) => session.expire(token),
    api,
    queries,
  })
  host.provide(BucketEvents, bucketEvents)
  host.provide(
    DeclaredFacts,
    (key) => host.registry.get('facts').find(({ item }) => item.key === key)?.item,
  )
  host.provide(
    ShellState,
    createShellState({
      store,
      storage: localStorage,
      facts,
      narrow: window.matchMedia(NARROW),
    }),
  )
  host.provide(SidebarRows, createSidebarRows({ registry: host.registry, facts, storage }))
  host.provide(
    Theme,
    createTheme({
      storage: localStorage,
      root: document.documentElement,
      prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
      window,
    }),
  )

  const mounts = createMounts({
    services,
    views: { root: RootView, frame: LazyFrame },
    ready: session.ready,
    isLoggedIn: () => session.getSnapshot().isLoggedIn,
    admit(visit) {
      const { isLoggedIn } = session.getSnapshot()
      const decision = decide({ ...visit, isLoggedIn }, intent.read())
      intent.apply(decision)
      return decision
    },
    keepInvite: invite.keep,
  })
  const app = createAppRouter({ host, mounts })
  const navigation = createNavigation({
    router: app.router,
    dialogs,
    onMove: (from, to) => center.journal.move(from, to),
  })
  host.provide(Navigation, navigation)
  void host.register(shellPlugin, sessionPlugin)
  const loaded = host
    .load(plugins)
    .then(() => host.load(thirdParty, { isThirdParty: true }))
    .then(() => followPlugins(app, host, navigation))

  watchRoute(app.router, services)
  watchArrival(app.router, services, focus)
  watchFocus(document, facts)
  watchSession(session, facts)
  session.subscribe(() => {
    if (session.getSnapshot().isLoggedIn) return
    center.stop()
    api.endSession()
    bucketEvents.endSession()
  })
  storage.onClear(() => {
    center.forget()
    selection.clear()
  })
  watchBucketEvents(services)
  const dispatcher = createDispatcher({
    atoms: store,
    keymap,
    facts: facts.get,
    focus,
    typeahead,
    runNow: center.runNow,
    run(ref) {
      const running = commands.run(ref, { source: 'key' })
      // Writes run in the background; other commands change the page or the selection, so keys wait for them.
      const effect = declarationOf(ref)?.effect
      return effect === 'none' || effect === 'nav' ? running : undefined
    },
  })
  const hands = [
    typeahead.stop,
    dispatcher.listen(window),
    focus.listen(),
    followLinks(document, (path) => void navigation.go(path)),
  ]
  void session.start()
  const hasToken = tokens.read() !== undefined
  const ready = loaded.then(() => loadFirstPage(app, host, !hasToken))
  const warmUp = () => {
    // Needed after signing in. Code that does not arrive is fetched again then.
    void loadFrame().catch(() => undefined)
    if (isArktypeHere()) return
    // The query of the address was not checked while arktype was missing: check it now.
    const check = () => (hasQuery(app) ? app.router.invalidate() : undefined)
    loadArktype().then(check, () => undefined)
  }
  // A guest who presses a key is about to sign in or to open the palette. The later parts are not loaded before that.
  if (!hasToken)
    window.addEventListener('keydown', () => void host.complete(), { once: true, capture: true })
  // After the first page, which has enough to load and run already.
  void ready.then(() => whenIdle(warmUp))
  if (import.meta.env.DEV) void ready.then(host.complete).then(() => reportToAuthor(host, keymap))
  // After the first page, whose loading this would delay.
  preloadPalette(host, center, (run) => void ready.then(() => whenIdle(run)))

  const core = { host, router: app.router, toasts, focus }
  return {
    ready,
    view: (
      <StrictMode>
        <App core={core} store={store} />
      </StrictMode>
    ),
    replace: host.replace,
    stop: () => hands.forEach((stop) => stop()),
  }
}
