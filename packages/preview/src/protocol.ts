/** Version of the messages between the dashboard and a page in its preview. A breaking change gets a new number. */
export const PREVIEW_PROTOCOL = 1

/** Maximum length of a message as JSON, in characters; longer ones are ignored. */
export const MAX_PREVIEW_MESSAGE = 1_000_000

/** The field that a text or picture of the page comes from. */
export interface FieldSource {
  /** Id of the object. */
  readonly object: string
  /**
   * Path from the object: `title`, `metadata.hero.title`, `metadata.rows.2.text`. Numbers count the rows of a
   * repeater from 0.
   */
  readonly path: string
}

/** Part of the page that can be edited. */
export interface Editable extends FieldSource {
  /** The beginning of its text, or the alternative text of a picture. */
  readonly text: string
}

/**
 * The greeting between the windows, one message in each direction. The page sends `preview-ready` when its script
 * starts. The dashboard checks the origin of the page and replies to that origin with a port, which carries all further
 * messages.
 */
export type PreviewGreeting =
  | { readonly typecase: typeof PREVIEW_PROTOCOL; readonly kind: 'preview-ready' }
  | {
      readonly typecase: typeof PREVIEW_PROTOCOL
      readonly kind: 'preview-connect'
      readonly access: PreviewAccess
    }

/** Access to the drafts of one bucket for a short time. */
export interface PreviewAccess {
  /** Slug of the bucket. */
  readonly bucket: string
  /** Sent in place of a read key. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** A value that is being typed and is not saved yet. A picture is `{ url, alt_text }`. */
export interface FieldEdit {
  readonly source: FieldSource
  readonly value: unknown
  /** The text that the page shows, as far as the dashboard knows; the page finds the text by it. */
  readonly former?: string
  /** Whether both texts are HTML. */
  readonly isHtml?: boolean
}

/** From the dashboard to the page. */
export type ToPage =
  /** A token that replaces the previous one before it expires. */
  | { readonly kind: 'access'; readonly access: PreviewAccess }
  | ({ readonly kind: 'edit' } & FieldEdit)
  /** Ids of saved drafts: content that the page computes from them is out of date. */
  | { readonly kind: 'saved'; readonly objects: readonly string[] }
  /** The focused field; null when the form has lost the focus. */
  | { readonly kind: 'focus'; readonly source: FieldSource | null }
  /** Shows or hides letters over all editables. */
  | { readonly kind: 'labels'; readonly areVisible: boolean }
  /** Opens the next editable of the page, or the previous one. */
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'reload' }

/** From the page to the dashboard. */
export type FromPage =
  /** Sent on connection, and when the address or the editables change. */
  | {
      readonly kind: 'page'
      readonly url: string
      readonly title: string
      readonly editables: readonly Editable[]
    }
  /** A click, or the letter of a label. */
  | { readonly kind: 'open'; readonly source: FieldSource }
  /** A key that the dashboard handles while the page has the focus, in the notation of the keymap: `Alt+V`. */
  | { readonly kind: 'key'; readonly key: string }
  /** Labels were hidden by Escape, or a letter was pressed. */
  | { readonly kind: 'labels-closed' }
