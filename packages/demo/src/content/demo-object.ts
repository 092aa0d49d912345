/** Refers to another object of the demo by type and slug; the seed replaces it with the id. */
export interface Reference {
  readonly ref: string
}

/** Returns a reference. @param path `<type>/<slug>`, with `@<locale>` if the type has locales */
export const to = (path: string): Reference => ({ ref: path })

/** An object of the demo as an editor would write it. */
export interface DemoObject {
  type: string
  title: string
  slug: string
  locale?: 'en' | 'de'
  /** Defaults to published. */
  status?: 'draft' | 'published'
  metadata: Record<string, unknown>
  /** Values that were published two weeks ago, long after the translations were made. */
  revise?: Record<string, unknown>
  /** A newer draft of the published object. */
  edit?: { title?: string; metadata: Record<string, unknown> }
}
