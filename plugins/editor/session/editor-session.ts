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
  /** The field that holds autosave back; undefined once it is fixed. */
  readonly heldBack: Path | undefined
  readonly isOnline: boolean
  /** Whether this browser keeps what is not saved: storage may be full or forbidden. */
  readonly canKeep: boolean
  /** When the changes restored at the start had been kept (UNIX ms); undefined once they are settled. */
  readonly restoredAt: number | undefined
  /** A new object of this type that was left unsaved: it can be continued in place of this one. */
  readonly offered: NamedDraft | undefined
  /** Whether no one asked for the last save: what comes of it takes the focus from no one. */
  readonly isQuiet: boolean
  /** The field to show and focus; a new object at each request. */
  readonly target: { readonly path: Path } | undefined
}

/** How a save ended. */
export type Saved =
  /** `publication` is the change set to undo. */
  | { readonly kind: 'saved'; readonly object: CmsObject; readonly publication?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** How an object was opened: a new one has its type and locale in the address, as they stand there. */
export interface Opened {
  readonly isNew: boolean
  readonly type: string
  readonly locale: string
}

export interface SessionParts {
  readonly bucketSlug: string
  readonly opened: Opened
  readonly objectType: ObjectType
  readonly draft: Draft
  readonly stored: StoredDraft | undefined
  readonly offered?: NamedDraft | undefined
  /** Names the kept changes; a new object gets another name with its id. */
  readonly draftKey: (objectID: string | undefined) => string
  readonly drafts: DraftStore
  readonly calls: ServerCalls
  /** Called after every answer, so that the caches are updated first. */
  readonly onSaved: (object: CmsObject) => void
  readonly now?: () => number
  /** The rules of the fields' kinds, beyond those of their types. */
  readonly kindProblem?: KindProblem
}

/** One object in the editor, from opening to leaving: its draft, and the traffic about it. */
export interface EditorSession {
  /** Stays the same when a new object gets its id. */
  readonly name: string
  readonly bucketSlug: string
  readonly objectType: ObjectType
  readonly opened: Opened
  readonly get: () => SessionState
  readonly subscribe: Subscribe
  /** Broken rules of the fields that are shown, in their order. */
  problems(): readonly Problem[]
  readonly kindProblem: KindProblem
  objectID(): string | undefined
  /** Whether a new object was found under its own address since. */
  hasMoved(): boolean
  move(): void
  /** Goes to the object's own address without asking about unsaved changes: it takes them along. */
  moving(go: () => Promise<void>): Promise<void>
  /** Lets go without asking: the object is deleted. What was typed stays kept in the browser. */
  release(isReleased: boolean): void
  isReleased(): boolean
  edit(path: Path, value: unknown): void
  /** Editors that hand in their text with a delay register here, so that saving sees all of it. */
  onFlush(flush: () => void): () => void
  /**
   * Saves, and settles when this and everything wished for meanwhile is done. Never rejects.
   * @param options.isQuiet no one asked for it: it does not point at fields that keep it from being saved, and moves no focus
   */
  save(status: Status, options?: { readonly isQuiet: boolean }): Promise<Saved>
  choose(paths: readonly Path[], choice: Choice): void
  settle(status?: Status): Promise<Saved>
  receive(object: CmsObject): void
  discard(): void
  /** Puts the offered object into the form. What was typed there is offered in its place. */
  continueOffered(): void
  /** Offers another object, or none; the one that was offered is removed from the browser. */
  offer(next: NamedDraft | undefined): void
  /** Names its changes in the browser. */
  draftKey(): string
  focus(path: Path): void
  /** Sends at once what got no answer. */
  retry(): void
  /** Listens to the browser while the editor is on screen. @returns stop */
  attach(): () => void
}

/** Whether the unsaved draft of a new object can be continued here: nothing of this object is on the server yet. */
export const isOffering = ({ offered, draft }: SessionState): boolean =>
  offered !== undefined && draft.server === undefined && draft.attempt === undefined
