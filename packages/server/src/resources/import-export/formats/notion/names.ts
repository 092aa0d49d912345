import { posix } from 'node:path'

/** Matches Notion's names, which end with the id of the page or database. */
const NAME_WITH_ID = /^(.*?)[ -]?([0-9a-f]{32})(_all)?\.(?:md|html|csv)$/i

/** Returns the parts of a file name such as `Towers 152bb52ee2b5…_all.csv`. */
export function readName(path: string): { name: string; id: string; isAll: boolean } | undefined {
  const [, name = '', id, all] = NAME_WITH_ID.exec(posix.basename(path)) ?? []
  return id === undefined ? undefined : { name: name.trim(), id, isAll: all !== undefined }
}

/** Whether all pages of an export have names in Notion's form. */
export function isNotionExport(paths: readonly string[]): boolean {
  const pages = paths.filter((path) => /\.(?:md|csv)$/i.test(path))
  const isMarkdown = pages.some((path) => /\.md$/i.test(path))
  // An export as HTML also contains a list of its pages, and attached files, so one page with such a name is enough.
  const hasPages = isMarkdown || pages.length > 0 || paths.some(isHtmlPage)
  return hasPages && pages.every((path) => readName(path) !== undefined)
}

/** Whether a file is a page of an export as HTML. */
export const isHtmlPage = (path: string): boolean =>
  /\.html$/i.test(path) && readName(path) !== undefined
