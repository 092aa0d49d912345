/**
 * Links within texts that lead to an object name it by its id, so that they outlive its slug: `object:<id>`, with a `#fragment`
 * if need be. The content API answers them as `/<slug>`.
 */
export const linkToObject = (id: string): string => `object:${id}`

/** The id of the object that a link leads to; undefined for any other address. */
export const objectOfLink = (href: string): string | undefined =>
  /^object:([0-9a-f]{24})(?:#|$)/.exec(href)?.[1]

const LINK = /\bobject:([0-9a-f]{24})(?![0-9a-f])/g

/** The ids of the objects that the links in a text lead to, each once. The text may be HTML or Markdown. */
export const objectsLinkedIn = (text: string): string[] =>
  text.includes('object:') ? [...new Set(Array.from(text.matchAll(LINK), ([, id = '']) => id))] : []

/** The text with all links to one object leading to another one. */
export const withLinksTo = (text: string, from: string, to: string): string =>
  text.includes(linkToObject(from))
    ? text.replace(LINK, (link, id) => (id === from ? linkToObject(to) : link))
    : text
