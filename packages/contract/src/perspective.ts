/** The content as it will be, after a release or at a time to come: see “Perspectives” in docs/content-api.md. */
export const perspective = { 'release?': 'string <= 64', 'at?': 'string <= 100' } as const
