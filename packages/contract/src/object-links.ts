/**
 * Links within texts that lead to an object name it by its id, so that they outlive its slug: `object:<id>`, with a `#fragment`
 * if need be. The content API answers them as `/<slug>`.
 */
export const linkToObject = (id: string): string => `object:${id}`

/** The id of the object that a link leads to; undefined for any other address. */
export const objectOfLink = (href: string): string | undefined =>
  /^object:([0-9a-f]{24})(?:#|$)/.exec(href)?.[1]
