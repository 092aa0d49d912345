/**
 * Returns the link to an object for use in texts: `object:<id>`, which may be followed by a `#fragment`. The id
 * outlives changes of the slug. The content API returns such links as `/<slug>`.
 */
export const linkToObject = (id: string): string => `object:${id}`

/** Returns the id of the object that a link refers to, or undefined for any other address. */
export const objectOfLink = (href: string): string | undefined =>
  /^object:([0-9a-f]{24})(?:#|$)/.exec(href)?.[1]

const LINK = /\bobject:([0-9a-f]{24})(?![0-9a-f])/g

/** Returns the ids of the objects that a text links to, each once. The text may be HTML or Markdown. */
export const objectsLinkedIn = (text: string): string[] =>
  text.includes('object:') ? [...new Set(Array.from(text.matchAll(LINK), ([, id = '']) => id))] : []

/** Returns a text in which all links to one object refer to another one. */
export const withLinksTo = (text: string, from: string, to: string): string =>
  text.includes(linkToObject(from))
    ? text.replace(LINK, (link, id) => (id === from ? linkToObject(to) : link))
    : text
