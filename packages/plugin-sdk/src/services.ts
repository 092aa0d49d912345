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
  /** For calls that create or charge: repeating the call with the same key has no further effect. */
  readonly idempotencyKey?: string
  /** The `rev` that the change is based on. If the server has a newer one, it answers `stale`. */
  readonly ifMatch?: number
  /** The workspace of the call, sent as the header `workspace`. */
  readonly workspace?: string
  /** The extension on whose behalf the call is made. The server allows it only what the extension was granted. */
  readonly extension?: string
  /** Sends the call even if the page is being closed. */
  readonly isLast?: boolean
}

/** A file that the server generated. */
export interface DownloadedFile {
  readonly name: string
  readonly content: Blob
  /** Number of items in the file, if the server reports it. */
  readonly count?: number
}

/** The details of a call that a client of another protocol makes. */
export interface ForeignRequest {
  readonly url: string
  /** The headers that identify the caller. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Returns the error of a failed call, with the server's message.
   * @param answer undefined if there was no response
   */
  failure(
    answer:
      | { readonly status: number; readonly body: string; readonly requestId?: string | null }
      | undefined,
  ): ApiError
}

/** Calls the endpoints of the server. */
export interface ApiService {
  /** Calls an endpoint. @throws ApiError: match on its `code`, never on its message */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<OutputOf<E>>
  /**
   * Makes a call with a streamed response. Partial responses leave out unchanged parts; the last one is complete.
   * Aborting the signal also ends the server's work.
   */
  stream<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: Pick<CallOptions, 'signal' | 'extension'>,
  ): AsyncGenerator<OutputOf<E>, void>
  /** Makes a multipart call: `input` contains the fields next to the files. `onProgress` receives bytes. */
  upload<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    files: readonly File[],
    options?: CallOptions & { readonly onProgress?: (sent: number, total: number) => void },
  ): Promise<OutputOf<E>>
  /**
   * Returns the details that a client of another protocol, such as resumable uploads, needs to call an endpoint itself.
   * @throws ApiError without a session
   */
  request<E extends Endpoint>(endpoint: E, input: InputOf<E>): ForeignRequest
  /** Makes a call that returns a file; sends the input's body as JSON. `onProgress` receives bytes. */
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
  /** In ms. Errors and toasts with an action stay at least 10 s, and no toast closes while the user reads it. */
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

/** The live session: `loading` until the server has reported who is signed in; `data` is null for a guest. */
export interface SessionState {
  readonly isLoggedIn: boolean
  readonly loading: boolean
  readonly data: User | null
  /** The server has ended the session. The page stays unchanged until the user signs in again, or leaves it. */
  readonly hasEnded?: boolean
}

/** The signed-in account. */
export interface SessionService {
  readonly getSnapshot: () => SessionState
  readonly subscribe: Subscribe
  /**
   * Completes every way of signing in: stores the token, saves the user, redirects. Signing in again after the session
   * has ended stays on the page.
   */
  signIn(answer: { user: User; token: string }, options?: { isStaying?: boolean }): Promise<void>
  /** Replaces the user after a change of the profile. */
  saveUser(user: User): void
  /** Removes the token, clears the cache and goes to /login; a silent logout stays where it is. */
  logout(options?: { isSilent?: boolean }): Promise<void>
  /**
   * Goes to /login after the session has ended, with the address to return to. Data in this browser's storage stays.
   */
  leaveEnded(): Promise<void>
}
export const Session = token<SessionService>('core.session', 1)

/** An invitation whose link was followed, and which is not answered yet. */
export interface OpenInvite {
  readonly invite_id: string
  readonly resource: string
}

/**
 * The invitation whose link the user followed. This browser keeps it through sign-in and sign-up until it is answered.
 */
export interface PendingInviteService {
  /** Returns the same object until it changes. */
  readonly get: () => OpenInvite | undefined
  clear(): void
  readonly subscribe: Subscribe
}
export const PendingInvite = token<PendingInviteService>('core.pending-invite', 1)

/** The current page, and ways to go elsewhere. */
export interface NavigationService {
  go: Go
  back(): void
  /** Returns the address of a page, for a link, with the same defaults as `go`. */
  href: Href
  /** Returns the path and query of the page on screen. */
  current(): string
  /** Returns the id of this visit to the page. A reload and going back keep it; opening the page again changes it. */
  visit(): string
  /** Asks the user before leaving the page while the callback returns a sentence. */
  guard(reason: () => string | undefined): Unsubscribe
}
export const Navigation = token<NavigationService>('core.navigation', 1)

/** A command as a button or a row shows it. Immutable: each change creates a new one. */
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
  /** Arguments that would enable the command if passed, because the page has no subject for them. See `isUsable`. */
  readonly missingSubjects?: readonly string[]
  /** Whether it changes no data: its effect is `none` or `nav`. */
  readonly isHarmless: boolean
  readonly isInternal: boolean
  /** Whether the command is a single API call: see `callOf`. */
  readonly hasCall: boolean
  /** Its shortcuts in tinykeys' syntax; the first one is shown. */
  readonly keys: readonly string[]
  readonly isRunning: boolean
}

/**
 * Marks arguments that the user did not choose, such as those of a link. The palette shows all of them before a run.
 */
export interface Proposal {
  /** Labels for arguments whose values are not readable. */
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
  /** The implicit value: the selection, the open object. */
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
  /** The command line that makes the same call. */
  readonly terminalLine: string
}

/** Runs commands and reports the current state of each. */
export interface CommandsService {
  /**
   * Runs a command: asks for missing arguments, shows the plan if one is due, notifies the user and stores the undo.
   * Never rejects: a failure is an outcome with `failures` or a message, which the user has already seen.
   * @returns undefined when the user backed out
   */
  run(ref: Ref, options?: RunOptions): Promise<Outcome | undefined>
  /** Returns the live state of one command; the same object until it changes. */
  get(id: string): CommandState | undefined
  /** Fetches the code of a command, so a later run starts at once, or works offline. */
  preload(command: CommandRef): void
  /** Whether a run with these arguments, and perhaps further ones, is in progress. */
  isRunning(ref: Ref): boolean
  /**
   * Returns the call that would carry a command out, with these arguments and the implicit ones. Sends nothing and asks
   * nothing.
   * @returns undefined for a command that is not a single call
   * @throws when an argument is missing or breaks the schema
   */
  callOf(ref: Ref): Promise<MadeCall | undefined>
  /** Whether a run could be undone. Makes the command's plan to find out; without a plan, its effect decides. */
  isReversible(ref: Ref, context: RunContext): Promise<boolean>
  /** Returns the terminal command with placeholders; undefined for a command that is not a single call. */
  terminalUsage(id: string): Promise<string | undefined>
  /** Asks for the arguments that a run would ask for, and runs nothing. @returns undefined when the user backed out */
  complete(ref: Ref): Promise<Ref | undefined>
  /** Returns how a command asks for one of its arguments, so another command can ask in the same way. */
  askOf(id: string, argument: string): Ask | undefined
  /** Returns the arguments of a command that the palette can ask for, in the palette's order. */
  argumentsOf(id: string): Promise<readonly CommandArgument[]>
  /** Finds commands by words as the palette does, best first. */
  find(words: string, limit?: number): Promise<readonly CommandState[]>
  /** Returns all commands, by group and title; the same array until one changes. */
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
  /** The query of "all that match", if that is selected; `ids` are then the rows on screen. */
  readonly query?: ListQuery
  /** Number of selected items, with `query`. */
  readonly total?: number
  /** Ids that match the query but are not selected. */
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
 * Stores JSON in this browser for a plugin and the signed-in account. All of it is removed at log-out, and before
 * another account signs in. Keys begin with the plugin's id, also in `sessionStorage`, which is cleared too.
 */
export interface StorageService {
  get(key: `${string}.${string}`): Json | undefined
  set(key: `${string}.${string}`, value: Json): void
  remove(key: `${string}.${string}`): void
  /** Also called when another tab changed it. */
  subscribe(key: `${string}.${string}`, listener: () => void): Unsubscribe
  /**
   * Called when all of it is removed, so the account's data elsewhere (in memory, in IndexedDB) can be removed, too.
   */
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

/** Stands for a file in arguments, which are JSON. Valid until the page is reloaded. */
export interface FileHandle {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly type: string
}

/** Files that the user chose, behind handles that arguments can contain as JSON. */
export interface FilesService {
  keep(file: File): FileHandle
  /** @throws when the page has been reloaded since */
  get(handle: FileHandle): File
}
export const Files = token<FilesService>('core.files', 1)

/** Opens and closes the palette from code: for a button that opens it, or a page that begins with a query. */
export interface PaletteService {
  open(options?: { query?: string; command?: Ref }): void
  close(): void
}
export const Palette = token<PaletteService>('core.palette', 1)

/** The themes to choose from; `system` follows the operating system. */
export const themes = ['light', 'dark', 'system'] as const
export type ThemeName = (typeof themes)[number]

/** The theme of this browser: light or dark. */
export interface ThemeService {
  readonly get: () => ThemeName
  /** Returns the theme in effect, even if the system decides. */
  scheme(): 'light' | 'dark'
  /** Whether a theme was chosen in this browser. */
  isChosen(): boolean
  set(theme: ThemeName): void
  /** Also called when another tab, or the system, changed it. */
  readonly subscribe: Subscribe
}
export const Theme = token<ThemeService>('core.theme', 1)

/**
 * A live event of a bucket: its version after each write, or the progress of its jobs. `open`: the stream was opened,
 * for the first time or again; the events before that moment were missed.
 */
export type BucketStreamEvent = BucketEvent | { kind: 'open' }

/** Live activity of others in a bucket. */
export interface BucketEventsService {
  /**
   * Listens until unsubscribed. A new version marks all queries about the bucket as stale; while the stream is down,
   * the version is polled every 15 seconds.
   */
  subscribe(bucketSlug: string, listener: (event: BucketStreamEvent) => void): Unsubscribe
}
export const BucketEvents = token<BucketEventsService>('core.bucket-events', 1)

/**
 * Loads the code that checks schemas, which the first page does not need. Commands and forms wait for it themselves.
 */
export interface SchemasService {
  /** Resolves when schemas can be built. */
  ready(): Promise<unknown>
}
export const Schemas = token<SchemasService>('core.schemas', 1)
