import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import type { ComponentType, ReactNode } from 'react'

import type { ListQuery } from './list-query.ts'
import type { Subscribe } from './subscribe.ts'
import type { When } from './when.ts'

/**
 * The places of the interface that plugins may fill, with the props that a panel gets there. A plugin that has a place
 * of its own names it in `offers` and adds its props:
 *
 * @example
 * declare module '@typecase/plugin-sdk/slot' {
 *   interface Slots { 'media.details': { name: string } }
 * }
 *
 * Props that change incompatibly get a new name, such as `editor.inspector-2`, and both are offered for one release.
 */
export interface Slots {
  /** Below the facts about the open object: revisions, comments, what refers to it. */
  'editor.inspector': { object: CmsObject; objectType: ObjectType; form: EditorForm }
  /** Beside the save state of the open object, a few words: the release it is in. */
  'editor.state': { object: CmsObject }
  /** Below each field of the editor: a hint, comments on it. `path` is `title`, `slug`, `content`, or begins with `metadata.`; a new object has no `object`. */
  'editor.field': { field: Metafield; path: string; value: unknown; object: CmsObject | undefined }
  /** Above the fields of the editor. `beside` is the locale that stands beside the open object, where one does. */
  'editor.top': {
    object: CmsObject
    objectType: ObjectType
    beside: string | undefined
    form: EditorForm
  }
  /** Left of each field of the editor while a locale stands beside it: what the field says there. `path` as in `EditorForm`. */
  'editor.beside': {
    field: Metafield
    path: string
    value: unknown
    object: CmsObject
    objectType: ObjectType
    beside: string
    form: EditorForm
  }
  /** Tabs of a list behind the object types, such as saved views: links with the query they stand for. */
  'list.tabs': {
    bucketSlug: string
    type: string | undefined
    query: ListQuery
    sort: string | undefined
    columns: readonly string[] | undefined
    group: string | undefined
    smartViewID: string | undefined
  }
  /** Buttons of the filter builder, such as saving the list as a view. */
  'list.filter': { bucketSlug: string; query: ListQuery }
  /** A column that the user may choose; its `title` is the head, the panel one cell. It cannot be sorted by. */
  'list.column': { object: CmsObject; bucketSlug: string }
  /** Buttons of the bar at the bottom while objects are selected. */
  'list.selection': object
  /** Sections of a bucket's settings, each at `/{bucketSlug}/settings/{name}`; made by `section`. */
  'settings.section': { bucketSlug: string }
  /** Sections of a project's settings, each at `/projects/{projectID}/settings/{name}`; made by `section`. */
  'projects.section': { projectID: string }
  /** Sections of the pages for the staff of the installation, each at `/admin/{name}`; made by `section`. */
  'staff.section': object
  /** Sections of the account, each at `/account/{name}`; made by `section`. */
  'account.section': object
  /** Crumbs before the page's title in the top bar, one for each panel: workspace 10, project 20, bucket 30. */
  'shell.path': object
  /** Buttons in the top bar between the command field and help. */
  'shell.top': object
  /** The button of help in the top bar, in place of the frame's own. */
  'shell.help': object
  /** Rows of the user's menu; `close` closes it. */
  'shell.user': { close: () => void }
  /**
   * Below the rows of the sidebar while it is expanded: trees of object types, folders and views. Where the sidebar
   * lies over the page, `onGone` is called when somebody follows a link in it.
   */
  'shell.sidebar': { onGone?: () => void }
  /** Bottom right, over the page: running jobs. */
  'shell.tray': object
  /** A line above the page that stays until its reason is gone. */
  'shell.banner': object
  /** Things without a place of their own that are there on every page: dialogs that open by themselves. */
  'shell.overlays': object
  /** Around everything: renders `children`, or what has to be passed first. One that fails lets through. */
  'shell.gate': { children: ReactNode }
}

/** The name of a slot: `editor.inspector`. */
export type SlotName = keyof Slots

/** The fields of the open object. Paths are `title`, `content`, `metadata.teaser`, and in a group `metadata.seo.title`. */
export interface EditorForm {
  valueAt(path: string): unknown
  /** As if it was typed there. */
  edit(path: string, value: unknown): void
  /** Brings a field into view, and the focus into it. */
  goTo(path: string): void
  /** The field that the focus is in. */
  focused(): string | undefined
  readonly subscribe: Subscribe
}

/** What a fill says of itself beside its panel, for slots that want to know: extended like `Slots`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface SlotInfo {}

/** One panel put into a slot; made by `fill`. */
export interface SlotFill {
  readonly id: string
  readonly slot: SlotName
  /** Names the panel where its place lists the panels, as settings do. */
  readonly title?: string
  readonly icon?: string
  readonly order: number
  readonly when?: When
  readonly info?: unknown
  readonly load: () => Promise<{ default: ComponentType<never> }>
}

/** What a plugin says about its panel. Lower `order` comes first; 100 unless given. */
export type FillOptions<Name extends SlotName> = {
  readonly id: string
  readonly title?: string
  readonly icon?: string
  readonly order?: number
  readonly when?: When
  readonly load: () => Promise<{ default: ComponentType<Slots[Name]> }>
} & (Name extends keyof SlotInfo ? { readonly info: SlotInfo[Name] } : unknown)

/** Puts a panel into a slot: `fill('editor.inspector', { id: 'comments.panel', load: () => import('./panel.tsx') })`. */
export function fill<Name extends SlotName>(name: Name, options: FillOptions<Name>): SlotFill {
  // The panel's props are checked here; from now on only <Slot> of the same name renders it.
  const { order = 100, ...rest } = options as unknown as Omit<SlotFill, 'slot' | 'order'> & {
    order?: number
  }
  return { ...rest, order, slot: name }
}
