import type { Job } from '@typecase/contract/jobs'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

// Slots in one plugin's pages that other plugins fill. A module that fills one by name imports this file for its types.
declare module '@typecase/plugin-sdk/slot' {
  interface Slots {
    /** Below the facts about the open object: revisions, comments, references. */
    'editor.inspector': { object: CmsObject; objectType: ObjectType; form: EditorForm }
    /** Left of the editor, outside of zen mode: the list that contains the object. A new object has only a `type`. */
    'editor.list': { bucketSlug: string; objectID: string | undefined; type: string | undefined }
    /**
     * Right of the editor, outside of zen mode: the page of the object. It stays mounted when another object is opened.
     * `form`, `object` and `objectType` are set once the object is loaded.
     */
    'editor.preview': {
      bucketSlug: string
      objectID: string | undefined
      form: EditorForm | undefined
      object: CmsObject | undefined
      objectType: ObjectType | undefined
    }
    /** A few words next to the save state of the open object, such as its release. */
    'editor.state': { object: CmsObject }
    /**
     * Below each field of the editor: a hint, comments on it. `path` is `title`, `slug` or `content`, or begins with
     * `metadata.`. A new object has no `object`.
     */
    'editor.field': {
      field: Metafield
      path: string
      value: unknown
      object: CmsObject | undefined
    }
    /** Above the fields of the editor. `sideLocale` is the locale next to the open object, if any. */
    'editor.top': {
      object: CmsObject
      objectType: ObjectType
      sideLocale: string | undefined
      form: EditorForm
    }
    /**
     * Left of each field of the editor while another locale is open next to it: that locale's value. `path` as in
     * `EditorForm`.
     */
    'editor.beside': {
      field: Metafield
      path: string
      value: unknown
      object: CmsObject
      objectType: ObjectType
      sideLocale: string
      form: EditorForm
    }
    /** Tabs of a list after the object types, such as saved views: links with their queries. */
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
    /**
     * A column that the user can choose, but not sort by. Its `title` is the header, and the panel renders one cell.
     */
    'list.column': { object: CmsObject; bucketSlug: string }
    /** Buttons in the bar at the bottom while objects are selected. */
    'list.selection': object
    /** A preview of an object type's form, next to its builder. The type is the draft, saved or not. */
    'object-types.form-preview': { bucketSlug: string; objectType: ObjectType }
    /** Cards of the home page of a bucket; `number` is the key that moves the focus to the card. */
    'home.card': { bucketSlug: string; number: number }
    /**
     * Actions on a job next to its row in the tray and the history, such as its report. A panel renders nothing for
     * kinds of job that it does not know. Call `onOpen` to close the container of the row.
     */
    'jobs.actions': { job: Pick<Job, 'id' | 'kind'>; onOpen?: () => void }
    /** Sections of a bucket's settings, each at `/{bucketSlug}/settings/{name}`; made by `section`. */
    'settings.section': { bucketSlug: string }
    /** Sections of a project's settings, each at `/projects/{projectID}/settings/{name}`; made by `section`. */
    'projects.section': { projectID: string }
    /** Sections of the pages for the staff of the installation, each at `/admin/{name}`; made by `section`. */
    'staff.section': object
    /** Sections of the account, each at `/account/{name}`; made by `section`. */
    'account.section': object
  }
  interface SlotInfo {
    'home.card': { readonly column: 'left' | 'middle' | 'right' }
  }
}

/** A preview next to the builder of object types. */
export const formPreview = 'object-types.form-preview'
/** The cards of the home page. */
export const homeCard = 'home.card'
/** Actions next to the row of a job. */
export const jobActions = 'jobs.actions'
/** The sections of a bucket's settings. */
export const bucketSettings = 'settings.section'
/** The sections of a project's settings. */
export const projectSettings = 'projects.section'
/** The sections of the pages for the staff of the installation. */
export const staffPages = 'staff.section'
/** The sections of the account. */
export const accountSettings = 'account.section'

/** The fields of the open object. Paths are `title`, `content`, `metadata.teaser`, and in a group `metadata.seo.title`. */
export interface EditorForm {
  valueAt(path: string): unknown
  /** Simulates typing. */
  edit(path: string, value: unknown): void
  /** Scrolls to a field and moves the focus into it. */
  goTo(path: string): void
  /** Returns the path of the field with the focus. */
  focusedPath(): string | undefined
  readonly subscribe: Subscribe
}
