/** Points at another object of the demo by type and slug; the seed puts its id here. */
export interface Reference {
  readonly ref: string
}

/** @param path `<type>/<slug>`, with `@<locale>` where the type has locales */
export const to = (path: string): Reference => ({ ref: path })

/** An object of the demo as an editor would write it. */
export interface DemoObject {
  type: string
  title: string
  slug: string
  locale?: 'en' | 'de'
  /** Published unless it says draft. */
  status?: 'draft' | 'published'
  metadata: Record<string, unknown>
  /** Published two weeks ago, when its translations were made long before. */
  revise?: Record<string, unknown>
  /** A newer draft over the published version. */
  edit?: { title?: string; metadata: Record<string, unknown> }
}
