import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import type { Choice, Draft, Status } from '../draft/draft.ts'
import type { DraftStore, NamedDraft, StoredDraft } from '../draft/draft-store.ts'
import type { Path } from '@typecase/content/object/path'
import type { KindProblem, Problem } from '@typecase/content/object/problem'
import type { ServerCalls } from './server-calls.ts'

export interface SessionState {
  readonly draft: Draft
  /** Fields whose errors are shown before the user has left them: after an attempt to save. */
  readonly touched: ReadonlySet<Path>
  /** The server's validation errors; each stays until its field changes. */
  readonly problems: readonly Problem[]
  /** The field that holds autosave back; undefined after it is fixed. */
  readonly heldBack: Path | undefined
  readonly isOnline: boolean
  /** Whether this browser can store unsaved changes. Its storage may be full or blocked. */
  readonly canKeep: boolean
  /** When the changes restored at the start had been stored (UNIX ms); undefined after they are settled. */
  readonly restoredAt: number | undefined
  /** An unsaved new object of this type, which the user can continue instead of this one. */
  readonly offered: NamedDraft | undefined
  /** Whether the last save was automatic, and must therefore not move the focus. */
  readonly isQuiet: boolean
  /** The field to show and focus; a new object at each request. */
  readonly target: { readonly path: Path } | undefined
}

/** How a save ended. */
export type SaveResult =
  /** `publication` is the change set to undo. */
  | { readonly kind: 'saved'; readonly object: CmsObject; readonly publication?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** How an object was opened. The type and locale of a new object are those in its URL. */
export interface OpenedObject {
  readonly isNew: boolean
  readonly type: string
  readonly locale: string
}

export interface SessionParts {
  readonly bucketSlug: string
  readonly opened: OpenedObject
  readonly objectType: ObjectType
  readonly draft: Draft
  readonly stored: StoredDraft | undefined
  readonly offered?: NamedDraft | undefined
  /** Returns the storage key of the changes. A new object gets another key with its id. */
  readonly draftKey: (objectID: string | undefined) => string
  readonly drafts: DraftStore
  readonly calls: ServerCalls
  /** Called after every answer, before the state changes, so that the caches are updated first. */
  readonly onSaved: (object: CmsObject) => void
  readonly now?: () => number
  /** Rules of the fields' kinds, in addition to those of their types. */
  readonly kindProblem?: KindProblem
}

/** One object in the editor, from opening to leaving: its draft, and its calls to the server. */
export interface EditorSession {
  /** Stays the same when a new object gets its id. */
  readonly name: string
  readonly bucketSlug: string
  readonly objectType: ObjectType
  readonly opened: OpenedObject
  readonly get: () => SessionState
  readonly subscribe: Subscribe
  /** Returns the broken rules that would prevent publishing, in the order of the fields. */
  problems(): readonly Problem[]
  readonly kindProblem: KindProblem
  objectID(): string | undefined
  /** Whether the session of a new object has moved to the object's own URL. */
  hasMoved(): boolean
  move(): void
  /** Goes to the object's own URL without asking about unsaved changes, because the session keeps them. */
  moving(go: () => Promise<void>): Promise<void>
  /**
   * Lets the user leave without a question, because the object is deleted. Unsaved edits stay stored in the browser.
   */
  release(isReleased: boolean): void
  isReleased(): boolean
  edit(path: Path, value: unknown): void
  /** Registers an editor that reports its text with a delay, so that a save includes all of it. */
  onFlush(flush: () => void): () => void
  /**
   * Saves, and settles when this save and all saves requested meanwhile are done. Never rejects.
   * @param options.isQuiet the save is automatic: it does not point at fields that prevent it, and moves no focus
   */
  save(status: Status, options?: { readonly isQuiet: boolean }): Promise<SaveResult>
  choose(paths: readonly Path[], choice: Choice): void
  settle(status?: Status): Promise<SaveResult>
  receive(object: CmsObject): void
  discard(): void
  /** Puts the offered object into the form, and offers what was typed there instead. */
  continueOffered(): void
  /** Offers another object and stores it, or offers none and deletes the offered one from the browser. */
  offer(next: NamedDraft | undefined): void
  /** Returns the storage key of its changes in the browser. */
  draftKey(): string
  focus(path: Path): void
  /** Immediately sends again what got no answer. */
  retry(): void
  /** Listens to the browser while the editor is on screen. @returns a function that stops listening */
  attach(): () => void
}

/**
 * Whether the unsaved draft of a new object can be continued here, because the server has nothing of this object yet.
 */
export const isOffering = ({ offered, draft }: SessionState): boolean =>
  offered !== undefined && draft.server === undefined && draft.attempt === undefined
