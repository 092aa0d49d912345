/**
 * The SDK of extensions. An extension runs in a sandboxed frame, without access to the session, the storage or the page
 * of the dashboard. It sends requests, and gets what both its manifest and its user's role permit.
 *
 * The server strips the types of this file and sends it to frames, so it may only import types.
 */
import type { Media } from '@typecase/contract/media-upload'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'

import type { CommandParams, Context, Failure, Greeting, Message, OpenObject } from './protocol.ts'

export type { CmsObject, Context, Media, ObjectType, OpenObject }

/** JSON, for arguments and answers. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Options of a list. `query` is in the query language; `sort` is such as `-modified_at`. */
export interface ListOptions {
  readonly query?: object
  readonly sort?: string
  /** 1 to 1000; 100 by default. */
  readonly limit?: number
  readonly skip?: number
}

/** New values of one object: `title`, `slug`, `content`, `status`, `metadata` by key. Other fields stay unchanged. */
export interface ObjectUpdate {
  readonly object_id: string
  readonly data: { readonly [key: string]: unknown }
  /** The `rev` that the change is based on; an object that has changed since is skipped. */
  readonly rev?: number
}

/** The dashboard's API for the extension. Every call may reject with an `ExtensionError`. */
export interface Host {
  /** The current context of the frame. */
  readonly context: () => Context
  /** Calls the listener when the open object, its values or the theme change. @returns a function that stops this */
  readonly onContext: (listener: (context: Context) => void) => () => void
  readonly objects: {
    /** Needs `objects:read`. */
    list(options?: ListOptions): Promise<{ objects: CmsObject[]; total: number }>
    /** Needs `objects:read`. */
    get(object_id: string): Promise<CmsObject>
    /** Reads objects by id, page by page, as a command on objects does first. Needs `objects:read`. */
    byIds(ids: readonly string[]): AsyncGenerator<CmsObject, void>
    /**
     * Shows changes to the user, who can exclude some, apply them or cancel. At most 1,000 objects. Needs
     * `objects:write`.
     * @returns whether they were applied
     */
    propose(title: string, updates: readonly ObjectUpdate[]): Promise<boolean>
    /** Opens an object in the editor. */
    open(object_id: string): Promise<void>
  }
  readonly objectTypes: {
    /** Needs `objects:read`. */
    list(): Promise<ObjectType[]>
  }
  readonly media: {
    /** Needs `media:read`. */
    list(options?: ListOptions): Promise<{ media: Media[]; total: number }>
  }
  readonly editor: {
    /**
     * Sets a field of the open object as if the user had typed. Only in a panel. `path` is such as `title`, `content`
     * or `metadata.teaser`. Needs `objects:write`.
     */
    setValue(path: string, value: unknown): Promise<void>
    /** Scrolls to a field and focuses it. Only in a panel. */
    goTo(path: string): Promise<void>
  }
  /** Values that the extension stores in this bucket, shared by all its users there. */
  readonly values: {
    get(): Promise<Record<string, Json>>
    /** Keys that are left out stay unchanged; null removes a key. */
    set(values: Record<string, Json>): Promise<void>
  }
  /** Shows a sentence to the user for some seconds. */
  readonly notify: (message: string, tone?: 'info' | 'success' | 'error') => Promise<void>
}

/** A run of a command. */
export interface CommandRun {
  readonly args: { readonly [name: string]: Json | undefined }
  /** The objects to run on, for commands on objects; at most 1,000. */
  readonly objectIds: readonly string[]
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal
  /** Reports progress, which the dashboard shows. */
  readonly progress: (done: number, total: number) => void
  readonly host: Host
}

/** The result of a command: a message or, if it writes, the changes that the dashboard shows and applies. */
export interface CommandAnswer {
  readonly message?: string
  readonly updates?: readonly ObjectUpdate[]
}

/** The extension's handlers; commands have their names from the manifest. */
export interface Extension {
  /** Fills the page. */
  page?(root: HTMLElement, host: Host): void | Promise<void>
  /** Fills the panel next to the open object. */
  panel?(root: HTMLElement, host: Host): void | Promise<void>
  readonly commands?: Readonly<
    Record<string, (run: CommandRun) => Promise<CommandAnswer | void> | CommandAnswer | void>
  >
}

/** The error of a failed call. Match on `code`, never on the message. */
export class ExtensionError extends Error {
  readonly code: string
  constructor({ code, message }: Failure) {
    super(message)
    this.code = code
  }
}

/**
 * Starts the extension. Call it once, at the top level of the entry.
 * @example
 * defineExtension({
 *   panel(root, host) {
 *     const show = () => { root.textContent = `${String(host.context().object?.content).length} letters` }
 *     host.onContext(show)
 *     show()
 *   },
 * })
 */
export function defineExtension(extension: Extension): void {
  addEventListener('message', function greet(event: MessageEvent<Greeting>) {
    const [port] = event.ports
    if (event.source !== parent || event.data?.kind !== 'connect' || !port) return
    removeEventListener('message', greet)
    start(extension, port, event.data.context)
  })
  // The frame's own origin is opaque and the dashboard's is unknown here, so any origin may receive this. It contains
  // nothing private.
  parent.postMessage({ typecase: 1, kind: 'ready' } satisfies Greeting, '*')
}

/** Number of ids per page of `byIds`. */
const PAGE = 100
/** Keys that go to the dashboard with Ctrl or Cmd: the palette, light and dark, the sidebar. */
const DASHBOARD_KEYS = ['k', '/', '\\']

function start(extension: Extension, port: MessagePort, first: Context): void {
  let context = first
  let requestCount = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const running = new Map<number, AbortController>()
  const listeners = new Set<(context: Context) => void>()
  const send = (message: Message) => port.postMessage(message)

  function ask<T>(method: string, params: unknown = {}): Promise<T> {
    const id = (requestCount += 1)
    const answer = Promise.withResolvers<T>()
    waiting.set(id, answer as PromiseWithResolvers<unknown>)
    send({ kind: 'request', id, method, params })
    return answer.promise
  }

  const host: Host = {
    context: () => context,
    onContext(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    objects: {
      list: (options) => ask('objects.list', options),
      get: (object_id) => ask('objects.get', { object_id }),
      async *byIds(ids) {
        for (let from = 0; from < ids.length; from += PAGE) {
          const page = ids.slice(from, from + PAGE)
          const query = { id: { $in: page } }
          const { objects } = await host.objects.list({ query, limit: PAGE })
          const byId = new Map(objects.map((object) => [object.id, object]))
          yield* page.flatMap((id) => byId.get(id) ?? [])
        }
      },
      propose: (title, updates) => ask('objects.propose', { title, updates }),
      open: (object_id) => ask('objects.open', { object_id }),
    },
    objectTypes: { list: () => ask('objectTypes.list') },
    media: { list: (options) => ask('media.list', options) },
    editor: {
      setValue: (path, value) => ask('editor.setValue', { path, value }),
      goTo: (path) => ask('editor.goTo', { path }),
    },
    values: { get: () => ask('values.get'), set: (values) => ask('values.set', { values }) },
    notify: (message, tone = 'info') => ask('notify', { message, tone }),
  }

  async function answer(id: number, method: string, params: unknown): Promise<void> {
    try {
      send({ kind: 'answer', id, result: await run(id, method, params) })
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : String(reason)
      const code = reason instanceof ExtensionError ? reason.code : 'refused'
      send({ kind: 'failure', id, failure: { code, message } })
    } finally {
      running.delete(id)
    }
  }

  async function run(id: number, method: string, params: unknown): Promise<unknown> {
    if (method === 'ping') return null
    const { name, args, objectIds = [] } = params as CommandParams & Pick<CommandRun, 'args'>
    const command = extension.commands?.[name]
    if (!command) throw new Error(`This extension has no code for its command “${name}”.`)
    const controller = new AbortController()
    running.set(id, controller)
    const progress = (done: number, total: number) => send({ kind: 'progress', id, done, total })
    return (await command({ args, objectIds, signal: controller.signal, progress, host })) ?? {}
  }

  function settle(id: number, settleWith: (answer: PromiseWithResolvers<unknown>) => void): void {
    const answer = waiting.get(id)
    waiting.delete(id)
    if (answer) settleWith(answer)
  }

  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'request') void answer(data.id, data.method, data.params)
    else if (data.kind === 'answer') settle(data.id, ({ resolve }) => resolve(data.result))
    else if (data.kind === 'failure')
      settle(data.id, ({ reject }) => reject(new ExtensionError(data.failure)))
    else if (data.kind === 'cancel') running.get(data.id)?.abort()
    else if (data.kind === 'context') {
      context = data.context
      show()
      for (const listener of listeners) listener(context)
    }
  })
  port.start()

  /** Adopts the dashboard's light or dark theme. */
  function show(): void {
    document.documentElement.dataset['theme'] = context.theme
    document.documentElement.dataset['view'] = context.view
  }

  /**
   * Forwards some shortcuts to the dashboard, wherever the focus is. Keys that the extension handles stay in its frame.
   */
  function passOn(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey } = event
    const isPassed = key === 'Escape' || ((ctrlKey || metaKey) && DASHBOARD_KEYS.includes(key))
    // In Safari, only `keyCode` reveals a composition.
    const isComposing = event.isComposing || event.keyCode === 229
    if (event.defaultPrevented || isComposing || !isPassed) return
    event.preventDefault()
    void ask('key', { key })
  }

  show()
  addEventListener('keydown', passOn)
  const { body } = document
  // A panel is as high as its content.
  if (context.view === 'panel')
    new ResizeObserver(() => void ask('resize', { height: body.scrollHeight })).observe(body)
  const fill = context.view === 'page' ? extension.page : extension.panel
  if (context.view !== 'commands') void fill?.call(extension, body, host)
  else void ask('started')
}
