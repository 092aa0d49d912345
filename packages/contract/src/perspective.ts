/** The content as it will be, after a release or at a time to come: see “Perspectives” in docs/content-api.md. */
export const perspective = { 'release?': 'string <= 64', 'at?': 'string <= 100' } as const

/** A former state of one object, as `<object id>.<rev>`; the content API reads it, too. */
export const revisionParameter = { 'revision?': /^[\da-f]{24}\.\d{1,9}$/ } as const
