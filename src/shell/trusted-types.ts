interface TrustedTypes {
  readonly defaultPolicy: object | null
  createPolicy(
    name: string,
    rules: { createHTML(html: string, type?: string, sink?: string): string },
  ): object
}

/**
 * Allows parsing markup into documents that are only read. The page's policy makes browsers call this wherever a string
 * is about to be parsed as markup. None is ever parsed into the page itself. A document of `DOMParser` is inert, so
 * scripts in it never run.
 */
export function allowInertDocuments(
  { trustedTypes }: { trustedTypes?: TrustedTypes } = globalThis as object,
): void {
  // The policy exists already if this module was replaced during development.
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createHTML(html, _type, sink) {
      if (sink === 'DOMParser parseFromString') return html
      throw new TypeError(`Text is no markup here: ${sink ?? 'no sink'}`)
    },
  })
}
