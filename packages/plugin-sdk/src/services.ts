import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import type { BucketEvent } from '@typecase/contract/events'
import type { User } from '@typecase/contract/users'
import type { QueryClient } from '@tanstack/react-query'

import type { ApiError } from './api-error.ts'
import type { Ask, Choice } from './ask.ts'
import type { CommandRef, CommandSource, Outcome, Ref, RunContext } from './command.ts'
import type { Confirmation } from './confirmation.ts'
import type { FactPatch, FactValues } from './facts.ts'
import type { Json } from './json.ts'
import type { ListQuery } from './list-query.ts'
import type { Go, Href } from './route.ts'
import type { ServerCall } from './server-call.ts'
import type { Subscribe, Unsubscribe } from './subscribe.ts'
import { token } from './token.ts'

/** Options of a call, in addition to its input. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** For calls that create or charge: the same key again does nothing twice. */
  readonly idempotencyKey?: string
  /** The `rev` the change started from; a newer one on the server answers `stale`. */
  readonly ifMatch?: number
  /** The workspace that the call is about, sent as the header `workspace`. */
  readonly workspace?: string
  /** The extension in whose name it is made: the server allows it only what the extension was granted. */
  readonly extension?: string
  /** It goes out although the page is being closed. */
  readonly isLast?: boolean
}

/** A file that the server made. */
export interface DownloadedFile {
  readonly name: string
  readonly content: Blob
  /** How many things it holds, where the server says so. */
  readonly count?: number
}

/** A call that a client of another protocol makes. */
export interface ForeignRequest {
  readonly url: string
  /** The headers that identify the caller. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The error of a call that failed, in the server's words.
   * @param answer undefined where none came
   */
  failure(
    answer:
      | { readonly status: number; readonly body: string; readonly requestId?: string | null }
      | undefined,
  ): ApiError
}

/** The server, over the contract's endpoints. */
export interface ApiService {
  /** @throws ApiError with the contract's `code`; match on that. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<OutputOf<E>>
  /**
   * A call with a streamed response: each item is the partial response, without unchanged parts; the last one is
   * complete. Aborting the signal ends the server's work as well.
   */
  stream<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: Pick<CallOptions, 'signal' | 'extension'>,
  ): AsyncGenerator<OutputOf<E>, void>
  /** A multipart call: `input` contains the fields next to the files. `onProgress` receives bytes. */
  upload<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    files: readonly File[],
    options?: CallOptions & { readonly onProgress?: (sent: number, total: number) => void },
  ): Promise<OutputOf<E>>
  /**
   * The details that a client of another protocol, such as resumable uploads, needs to call an endpoint itself.
   * @throws ApiError without a session
   */
  request<E extends Endpoint>(endpoint: E, input: InputOf<E>): ForeignRequest
  /** A call that answers a file, with its JSON body. `onProgress` gets bytes. */
  download<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: Pick<CallOptions, 'signal'> & {
      readonly onProgress?: (received: number, total: number) => void
    },
  ): Promise<DownloadedFile>
}
export const Api = token<ApiService>('core.api', 1)

/** The query cache: the only place where server data lives in the browser. */
export const Queries = token<QueryClient>('core.queries', 1)

/** A short message for the user. */
export interface Toast {
  /** If empty, the specification's words for success and failure are used. */
  readonly message: string
  readonly tone?: 'info' | 'success' | 'error'
  readonly action?: { readonly label: string; readonly run: Ref | (() => void) }
  /** Milliseconds; errors and toasts with an action stay longer, and none goes while it is read. */
  readonly duration?: number
}

/** Shows toasts. */
export interface ToastsService {
  show(toast: Toast): { close(): void }
}
export const Toasts = token<ToastsService>('core.toasts', 1)

/** Asks before something happens. */
export interface DialogsService {
  /** @returns whether the user confirmed. */
  confirm(confirmation: Confirmation): Promise<boolean>
}
export const Dialogs = token<DialogsService>('core.dialogs', 1)

/** The live session: `loading` until the server has said who is signed in, `data` is null for a guest. */
export interface SessionState {
  readonly isLoggedIn: boolean
  readonly loading: boolean
  readonly data: User | null
  /** The server has ended the session. The page stays unchanged until someone signs in again, or leaves it. */
  readonly hasEnded?: boolean
}

/** The signed-in account. */
export interface SessionService {
  readonly getSnapshot: () => SessionState
  readonly subscribe: Subscribe
  /**
   * Every way of signing in ends here: stores the token, saves the user, redirects. Signing in again after the session
   * has ended stays on the page.
   */
  signIn(answer: { user: User; token: string }, options?: { isStaying?: boolean }): Promise<void>
  /** Puts a changed profile in place. */
  saveUser(user: User): void
  /** Removes the token, clears the cache and goes to /login; a silent logout stays where it is. */
  logout(options?: { isSilent?: boolean }): Promise<void>
  /** Goes to /login after the session has ended, with the way back. What was kept in this browser stays. */
  leaveEnded(): Promise<void>
}
export const Session = token<SessionService>('core.session', 1)

/** The link of an invitation that was followed and is not answered yet. */
export interface OpenInvite {
  readonly invite_id: string
  readonly resource: string
}

/** The invitation that brought someone here. It is kept in this browser through signing in and up, until it is answered. */
export interface PendingInviteService {
  /** The same object until it changes. */
  readonly get: () => OpenInvite | undefined
  clear(): void
  readonly subscribe: Subscribe
}
export const PendingInvite = token<PendingInviteService>('core.pending-invite', 1)

/** Where the user is, and how to get elsewhere. */
export interface NavigationService {
  go: Go
  back(): void
  /** The address of a page, for a link: the same defaults as `go`. */
  href: Href
  /** Path and query of the page on screen. */
  current(): string
  /** Names this visit of a page: the same after a reload and on the way back, another one when it is opened again. */
  visit(): string
  /** Asks before the page is left while the callback answers with a sentence. */
  guard(reason: () => string | undefined): Unsubscribe
}
export const Navigation = token<NavigationService>('core.navigation', 1)

/** A command as a button or a row shows it. Immutable; a change makes a new one. */
export interface CommandState {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly group: string
  readonly icon?: string
  readonly order: number
  readonly first?: number
  readonly keywords: readonly string[]
  readonly aliases: readonly string[]
  readonly isEnabled: boolean
  /** Why it is disabled, as a sentence. */
  readonly reason?: string
  /** The arguments that enable it when they are given: what they stand for is not on the page. See `isUsable`. */
  readonly missingSubjects?: readonly string[]
  /** Whether it changes no data: its effect is `none` or `nav`. */
  readonly isHarmless: boolean
  readonly isInternal: boolean
  /** Whether it is one call of the contract: see `callOf`. */
  readonly hasCall: boolean
  /** Its shortcuts in tinykeys' syntax, the first one to be shown. */
  readonly keys: readonly string[]
  readonly isRunning: boolean
}

/** Arguments that the user did not choose: the palette shows them all before anything runs, as those of a link. */
export interface Proposal {
  /** Words for arguments that their value does not say. */
  readonly labels: Readonly<Record<string, string>>
}

/** An argument of a command as the palette asks for it. */
export interface CommandArgument {
  readonly key: string
  readonly title: string
  readonly isRequired: boolean
  readonly ask: Ask
  /** The choices, if they are known beforehand. */
  readonly choices?: readonly Choice[]
  /** Its value when nothing is said: the selection, the open object. */
  readonly default?: Json
  /** Ends a sentence that begins with the title: `must be at least 3 characters`. */
  problemWith(value: Json): string | undefined
}

/** How a command is run. */
export interface RunOptions {
  readonly source?: CommandSource
  readonly proposal?: Proposal
  /** Runs with the defaults, without asking for optional arguments. */
  readonly isQuick?: boolean
}

/** The call of a command with its arguments. */
export interface MadeCall extends ServerCall {
  /** The same as one types it in a terminal. */
  readonly terminalLine: string
}

/** Runs commands and tells what each one can do now. */
export interface CommandsService {
  /**
   * Runs a command: asks for missing arguments, shows the plan where one is due, notifies and keeps the undo.
   * Never rejects: a failure is an outcome with `failures` or a message, shown to the user already.
   * @returns undefined when the user backed out
   */
  run(ref: Ref, options?: RunOptions): Promise<Outcome | undefined>
  /** The live state of one command; the same object until it changes. */
  get(id: string): CommandState | undefined
  /** Fetches the code of a command, so that it runs at once, or without a network. */
  preload(command: CommandRef): void
  /** Whether a run with these arguments, and perhaps others, is going on. */
  isRunning(ref: Ref): boolean
  /**
   * The call that would carry a command out: with these arguments, and those that are meant without saying. Nothing is
   * sent, nothing asked.
   * @returns undefined for a command that is no single call
   * @throws when an argument is missing or breaks the schema
   */
  callOf(ref: Ref): Promise<MadeCall | undefined>
  /** Whether a run could be undone: as its plan says, which is made for that, or without a plan, as its effect does. */
  isReversible(ref: Ref, context: RunContext): Promise<boolean>
  /** A command in a terminal, with placeholders; undefined for one that is no single call. */
  terminalUsage(id: string): Promise<string | undefined>
  /** Asks for the arguments that a run would ask for, and runs nothing. @returns undefined when the user backed out */
  complete(ref: Ref): Promise<Ref | undefined>
  /** How a command asks for one of its arguments: for another one that asks for the same. */
  askOf(id: string, argument: string): Ask | undefined
  /** The arguments of a command that the palette can ask for, in its order. */
  argumentsOf(id: string): Promise<readonly CommandArgument[]>
  /** Commands by their words as the palette finds them, best first. */
  find(words: string, limit?: number): Promise<readonly CommandState[]>
  /** All of them, by group and title; the same array until one changes. */
  list(): readonly CommandState[]
  readonly subscribe: Subscribe
  /** Called before a command runs and after it ended. */
  observe(observer: CommandObserver): Unsubscribe
}

/** Called before and after every run of a command. */
export interface CommandObserver {
  before?(ref: Ref, source: CommandSource): void
  after?(ref: Ref, outcome: Outcome | undefined, source: CommandSource): void
}
export const Commands = token<CommandsService>('core.commands', 1)

/** Speaks to screen readers. */
export interface AnnouncerService {
  say(message: string, urgency?: 'polite' | 'assertive'): void
}
export const Announcer = token<AnnouncerService>('core.announcer', 1)

/** The user's selection; one kind at a time. */
export interface SelectionValue {
  readonly kind: string
  readonly ids: readonly string[]
  /** "All that match": ids are then the rows on screen. */
  readonly query?: ListQuery
  /** How many are selected of those that match. */
  readonly total?: number
  /** Ids that match and are not selected. */
  readonly except?: readonly string[]
}

/** The selection on the page. */
export interface SelectionService {
  readonly get: () => SelectionValue | undefined
  set(selection: SelectionValue): void
  /** @param kind clears only a selection of this kind */
  clear(kind?: string): void
  readonly subscribe: Subscribe
}
export const Selection = token<SelectionService>('core.selection', 1)

/**
 * Storage of a plugin in this browser for the signed-in account. It leaves the browser at log-out, and before
 * another account signs in. Keys begin with the plugin's id, in `sessionStorage` as well.
 */
export interface StorageService {
  get(key: `${string}.${string}`): Json | undefined
  set(key: `${string}.${string}`, value: Json): void
  remove(key: `${string}.${string}`): void
  /** Also called when another tab changed it. */
  subscribe(key: `${string}.${string}`, listener: () => void): Unsubscribe
  /** Called when all of it is removed: for what is kept for the account elsewhere, in memory or in IndexedDB. */
  onClear(listener: () => void): Unsubscribe
}
export const Storage = token<StorageService>('core.storage', 1)

/** The facts that conditions test. */
export interface FactStoreService {
  readonly get: () => FactValues
  set(patch: FactPatch): void
  readonly subscribe: Subscribe
}
export const FactStore = token<FactStoreService>('core.facts', 1)

/** Stands for a file inside arguments, which are JSON. Lives as long as the page. */
export interface FileHandle {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly type: string
}

/** Files that the user chose, behind handles that arguments can hold as JSON. */
export interface FilesService {
  keep(file: File): FileHandle
  /** @throws when the page was reloaded since */
  get(handle: FileHandle): File
}
export const Files = token<FilesService>('core.files', 1)

/** The palette, from code: a button that opens it, or a page that begins with a query. */
export interface PaletteService {
  open(options?: { query?: string; command?: Ref }): void
  close(): void
}
export const Palette = token<PaletteService>('core.palette', 1)

/** The themes to choose from; `system` follows the operating system. */
export const themes = ['light', 'dark', 'system'] as const
export type ThemeName = (typeof themes)[number]

/** Light or dark, in this browser. */
export interface ThemeService {
  readonly get: () => ThemeName
  /** The theme in effect, also when the system decides. */
  scheme(): 'light' | 'dark'
  /** Whether someone chose one in this browser. */
  isChosen(): boolean
  set(theme: ThemeName): void
  /** Also called when another tab, or the system, changed it. */
  readonly subscribe: Subscribe
}
export const Theme = token<ThemeService>('core.theme', 1)

/** Live events of a bucket: its version after each write, and the progress of its jobs. */
/** `open`: the stream was opened, for the first time or again. What it carried before that moment was missed. */
export type BucketStreamEvent = BucketEvent | { kind: 'open' }

/** Live activity of others in a bucket. */
export interface BucketEventsService {
  /**
   * Listens for as long as the page needs it. A new version makes all queries about the bucket stale
   * by itself; while the stream is down, the version is asked for every 15 seconds.
   */
  subscribe(bucketSlug: string, listener: (event: BucketStreamEvent) => void): Unsubscribe
}
export const BucketEvents = token<BucketEventsService>('core.bucket-events', 1)

/** The code that checks schemas, which the first page does without. Commands and forms wait for it by themselves. */
export interface SchemasService {
  /** Resolves when schemas can be built. */
  ready(): Promise<unknown>
}
export const Schemas = token<SchemasService>('core.schemas', 1)
