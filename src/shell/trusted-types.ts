interface TrustedTypes {
  readonly defaultPolicy: object | null
  createPolicy(
    name: string,
    rules: { createHTML(html: string, type?: string, sink?: string): string },
  ): object
}

/**
 * Lets text become a document that is only read. The policy of the page has browsers ask here wherever a string is about to
 * be parsed as markup: into the page itself none ever is. A document of `DOMParser` is inert, so that what scripts it has never run.
 */
export function allowInertDocuments(
  { trustedTypes }: { trustedTypes?: TrustedTypes } = globalThis as object,
): void {
  // There already when this module was replaced during development.
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createHTML(html, _type, sink) {
      if (sink === 'DOMParser parseFromString') return html
      throw new TypeError(`Text is no markup here: ${sink ?? 'no sink'}`)
    },
  })
}
