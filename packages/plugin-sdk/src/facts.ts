import type { Grant, TokenScope } from '@typecase/contract/roles'

import type { ListQuery } from './list-query.ts'

/**
 * Facts about the current state that commands, keys and panels can depend on. These are the facts of the core,
 * including `can` and `bucket.*`, because `can()` and the mount of a bucket's pages (`BucketMount`) are in this
 * package. A plugin adds its own by declaration merging, and sets them through the `FactStore` service or
 * `useProvideFacts`:
 *
 * @example
 * declare module '@typecase/plugin-sdk/facts' {
 *   interface Facts { 'media.folder': string }
 * }
 */
export interface Facts {
  'session.isLoggedIn': boolean
  'session.hasEnded': boolean
  'session.isStaff': boolean
  /** Id of the signed-in account. */
  'session.userID': string
  'route.id': string
  /** Path, query and hash of the page on screen. */
  'route.href': string
  'route.bucketSlug': string
  'route.projectID': string
  'route.objectID': string
  /** Address of the parent page as the user left it: `/blog/objects?query=…` for an object. */
  'route.up': string
  'bucket.role': string
  /** The role in the current bucket saves drafts only, although such a role may otherwise publish. */
  'bucket.isDraftOnly': boolean
  /** Permissions in the current bucket beyond those of the role. */
  'bucket.additional': Grant['additional_permissions']
  /** The object types that the role is limited to; missing if it is not limited. */
  'bucket.ownTypes': readonly string[]
  /** The scope of the assistant's access token, where an assistant acts. */
  'bucket.scope': TokenScope
  /** Set if the bucket allows the acting assistant to write drafts only. */
  'bucket.assistants': 'drafts'
  /** The project of the current bucket. */
  'bucket.projectID': string
  /** The server's reason for refusing the bucket on screen. */
  'bucket.refusal': string
  /** Permissions in the current bucket; test with `can('objects:write')`. */
  can: ReadonlySet<string>
  /** The kind of selection: 'object', 'media', … */
  'selection.kind': string
  'selection.ids': readonly string[]
  'selection.count': number
  /** The query of "all that match", if that is selected. `selection.ids` are then the rows on screen. */
  'selection.query': ListQuery
  /** Ids that match the query but are not selected. */
  'selection.except': readonly string[]
  /** The query of the list on screen, and the number of rows it matches. */
  'view.query': ListQuery
  'view.total': number
  /** Number of rows in the page's list; undefined if it has none. */
  'list.rowCount': number
  /** Id of the command that creates an item of the page's list; `n` runs it. */
  'list.creates': string
  /** The keyboard's focus is in a text field, or in a code editor. */
  'focus.inText': boolean
  'focus.inCode': boolean
  /** A text field of the page has the focus, or gets it back when the palette closes. */
  'focus.hasText': boolean
  /** Ctrl+Enter submits the focused field, such as a comment, and does not reach the page. */
  'focus.isSendable': boolean
  'palette.isOpen': boolean
  /** Distinguishes several views that share one path; undo steps belong to a view. */
  'page.part': string
  /** A question is open that a command asked through `Dialogs`. */
  'dialog.isOpen': boolean
  zen: boolean
}

/** The name of a fact: `route.bucketSlug`. */
export type FactKey = keyof Facts

/** A snapshot of the facts; a missing key means "not so". Never mutated: each change creates a new snapshot. */
export type FactValues = Readonly<Partial<Facts>>

/** A patch: `undefined` removes a fact. */
export type FactPatch = { readonly [K in FactKey]?: Facts[K] | undefined }

/** Describes a fact to users: in the cheat sheet, in the keymap editor, and in the reason for a disabled command. */
export interface FactDeclaration {
  readonly key: FactKey
  /** As in "when …": `an object is open`. */
  readonly title: string
  /**
   * The sentence shown when a command needs the fact and it is missing: `Open an object first.` A function receives the
   * value that was tested for, such as a permission.
   */
  readonly missing?: string | ((facts: FactValues, value: string) => string | undefined)
}
