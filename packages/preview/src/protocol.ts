/** Messages between the dashboard and a page in its preview. Version 1; a change that breaks sites gets another number. */
export const PREVIEW_PROTOCOL = 1

/** Characters of a message as JSON at most; longer ones are ignored. */
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
 * The greeting over the window, once in each direction. The page sends `ready` when its script starts; the dashboard
 * checks the origin of the page, and replies to that origin with a port. Everything else goes through the port.
 */
export type PreviewGreeting =
  | { readonly typecase: typeof PREVIEW_PROTOCOL; readonly kind: 'preview-ready' }
  | {
      readonly typecase: typeof PREVIEW_PROTOCOL
      readonly kind: 'preview-connect'
      readonly access: PreviewAccess
    }

/** Opens the drafts of one bucket for a short time. */
export interface PreviewAccess {
  /** Slug of the bucket. */
  readonly bucket: string
  /** Used in place of a read key. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** A value as it is typed, not saved yet. A picture is `{ url, alt_text }`. */
export interface FieldEdit {
  readonly source: FieldSource
  readonly value: unknown
  /** The text that the page shows, as far as the dashboard knows: its place is found by it. */
  readonly former?: string
  /** Both texts are HTML. */
  readonly isHtml?: boolean
}

/** From the dashboard to the page. */
export type ToPage =
  /** A token that replaces the previous one before it expires. */
  | { readonly kind: 'access'; readonly access: PreviewAccess }
  | ({ readonly kind: 'edit' } & FieldEdit)
  /** Drafts that were saved: what the page computes from them is out of date. */
  | { readonly kind: 'saved'; readonly objects: readonly string[] }
  /** The field with the focus; none when the form has lost it. */
  | { readonly kind: 'focus'; readonly source: FieldSource | null }
  /** Shows a letter at everything that can be edited, or hides them. */
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
