import type { Grant, TokenScope } from '@typecase/contract/roles'

import type { ListQuery } from './list-query.ts'

/**
 * Facts about the current state that commands, keys and panels can depend on. Here are those of the core: `can` and
 * `bucket.*` among them, since `can()` and the mount of a bucket's pages (`BucketMount`) are in this package. A plugin adds
 * its own by declaration merging, and sets them through the `FactStore` service or `useProvideFacts`:
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
  /** Id of the account that is signed in. */
  'session.userID': string
  'route.id': string
  /** Path, query and hash of the page on screen. */
  'route.href': string
  'route.bucketSlug': string
  'route.projectID': string
  'route.objectID': string
  /** The page that this one is a part of, as it was left: `/blog/objects?query=…`, for an object. */
  'route.up': string
  'bucket.role': string
  /** The role in the current bucket saves drafts only, although it may otherwise publish. */
  'bucket.isDraftOnly': boolean
  /** Permissions in the current bucket beyond those of the role. */
  'bucket.additional': Grant['additional_permissions']
  /** The object types that the role is limited to; missing where it is not. */
  'bucket.ownTypes': readonly string[]
  /** The scope of the access token that acts, where an assistant does. */
  'bucket.scope': TokenScope
  /** The bucket lets the assistant that acts write drafts only. */
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
  /** Set instead of ids when "all that match" is selected. */
  'selection.query': ListQuery
  /** Ids that the query finds and that are not selected. */
  'selection.except': readonly string[]
  /** The query of the list on screen, and the number of rows it matches. */
  'view.query': ListQuery
  'view.total': number
  /** Rows of the list that the page shows; undefined while it has none. */
  'list.rowCount': number
  /** Id of the command that makes what the page lists: what `n` runs. */
  'list.creates': string
  /** The keyboard's focus is in a text field; in a code editor. */
  'focus.inText': boolean
  'focus.inCode': boolean
  /** A text of the page has the focus, or gets it back from the palette. */
  'focus.hasText': boolean
  /** Ctrl+Enter sends what has the focus, such as a comment, and does not reach the page. */
  'focus.isSendable': boolean
  'palette.isOpen': boolean
  /** Distinguishes the views of a page that has one path for several; undo belongs to the view. */
  'page.part': string
  /** A question is open that a command asked with `Dialogs`. */
  'dialog.isOpen': boolean
  zen: boolean
}

/** The name of a fact: `route.bucketSlug`. */
export type FactKey = keyof Facts

/** A snapshot of the facts; a missing key means "not so". Never mutated: a change makes a new one. */
export type FactValues = Readonly<Partial<Facts>>

/** A patch: `undefined` removes a fact. */
export type FactPatch = { readonly [K in FactKey]?: Facts[K] | undefined }

/** Describes a fact for people: the cheat sheet, the keymap editor, and the reason of a disabled command. */
export interface FactDeclaration {
  readonly key: FactKey
  /** As in "when …": `an object is open`. */
  readonly title: string
  /**
   * The sentence shown when a command needs it and it is missing: `Open an object first.` A function gets the value
   * that was looked for, such as a permission.
   */
  readonly missing?: string | ((facts: FactValues, value: string) => string | undefined)
}
