import { posix } from 'node:path'

import { wordSlug } from '../../../buckets/slug-from-title.ts'
import { titleOf } from '../../reading/field-inference.ts'
import type { ImportFormat } from '../format.ts'
import { isNotionExport } from '../notion/names.ts'
import { type Row, rowOf, textOf } from '../rows.ts'
import { PAGE_PROPERTIES } from '../../markdown-properties.ts'
import { readMarkdown } from './front-matter.ts'
import { pageBucket } from './page-bucket.ts'

const PAGE = /\.(?:md|mdx|markdown)$/i
/** Matches the folders of generators that contain the folders of types. */
const CONTENT = /^(?:src\/)?(?:content|data)\//i
/** Matches files about a repository rather than its content. */
const ABOUT = /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.mdx?$/i
/** Matches names of pages that stand for their folder. */
const INDEX = /^_?index$/i
/** Folders from which generators serve files. */
const STATIC_FOLDERS = ['static', 'public', 'src', 'assets', 'source', '']

/** Keys of front matter that are properties of an object here. */
const CREATION_KEYS = ['date', 'created', 'created_at', 'publishDate', 'pubDate']
const MODIFICATION_KEYS = [
  'lastmod',
  'updated',
  'updated_at',
  'modified',
  'lastUpdated',
  'updatedDate',
]
const PROPERTIES: ReadonlySet<string> = new Set([
  ...PAGE_PROPERTIES,
  'published',
  ...CREATION_KEYS,
  ...MODIFICATION_KEYS,
])

/** A folder or zip of Markdown files, as Hugo, Jekyll, Astro, Eleventy and others keep them. */
const markdown: ImportFormat = {
  title: 'a folder of Markdown files',

  matches: async ({ paths }) => paths.some((path) => PAGE.test(path)) && !isNotionExport(paths),

  read(files, { warn }) {
    const root = commonFolder(files.paths)
    return pageBucket(
      files,
      {
        name: 'markdown',
        title: `Markdown files of ${root.replace(/\/$/, '') || files.name}`,
        roots: STATIC_FOLDERS.map((folder) => root + folder),
        isPage: (path) => PAGE.test(path),
        parse(path, text) {
          const within = path.slice(root.length)
          if (ABOUT.test(within)) return undefined
          const { front, body, problem } = readMarkdown(text)
          if (problem)
            warn(`The front matter of ${within} stays in its text: it cannot be read (${problem}).`)
          const slug = slugOf(within, front)
          const heading = /^#\s+(.+?)\s*#*\s*$/m.exec(body.slice(0, 2000))?.[1]
          return {
            key: within,
            ...(/^[0-9a-f]{24}$/.test(textOf(front['id'])) && { id: textOf(front['id']) }),
            type: titleOf(folderOf(within)),
            typeSlug: folderOf(within),
            ...(textOf(front['locale']) && { locale: textOf(front['locale']) }),
            ...(textOf(front['thumbnail']) && { thumbnail: textOf(front['thumbnail']) }),
            title: textOf(front['title']).trim() || heading || titleOf(slug),
            slug,
            body,
            ...(textOf(front['body_field']) && { bodyField: textOf(front['body_field']) }),
            values: {
              ...Object.fromEntries(Object.entries(front).filter(([key]) => !PROPERTIES.has(key))),
              ...rowOf(front['fields']),
            },
            isDraft: front['draft'] === true || front['published'] === false,
            created_at: timeIn(front, CREATION_KEYS),
            modified_at: timeIn(front, MODIFICATION_KEYS),
          }
        },
      },
      warn,
    )
  },
}
export default markdown

/** Returns the folders that all files share. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (folder !== '' && !paths.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1)
  return folder
}

/** Returns the folder that becomes the type of a page; a page at the top has the type `pages`. */
function folderOf(within: string): string {
  const [folder = '', ...rest] = within.replace(CONTENT, '').split('/')
  return rest.length === 0 ? 'pages' : folder.replace(/^_posts$/, 'posts')
}

function slugOf(within: string, front: Row): string {
  const rawSlug = textOf(front['slug']).replaceAll('/', '-')
  const name = posix.basename(within).replace(PAGE, '')
  // Jekyll puts a date before the names of files; in Hugo, the page of a bundle has the name of its folder.
  const page = INDEX.test(name) ? posix.basename(posix.dirname(within)) : name
  return wordSlug(rawSlug || page.replace(/^\d{4}-\d\d-\d\d-/, ''), 'page')
}

/** Returns the first time among the keys; a day begins at midnight UTC. */
function timeIn(front: Row, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const rawTime = textOf(front[key])
    const date = /^\d{4}-\d\d?-\d\d?/.test(rawTime) ? new Date(rawTime) : undefined
    if (date && !Number.isNaN(date.getTime())) return date.toISOString()
  }
  return undefined
}
