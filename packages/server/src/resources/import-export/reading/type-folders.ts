import { folderSlug } from '@typecase/contract/slugs'

import { wordSlug } from '../../buckets/slug-from-title.ts'
import type { Issues } from './issues.ts'
import { isObject } from './json-record.ts'

/** A folder of object types of a bucket.json. */
export interface TypeFolderEntry {
  slug: string
  title: string
  emoji: string
  /** Slugs of the object types in it, in their order. */
  types: string[]
}

const isSlug = folderSlug()

/**
 * Checks the folders of object types of a file. A type says where it is by being in the folder's list, in newer files
 * also by `folder` of its own.
 * @param types the file's object types as they stand there
 */
export function readTypeFolders(
  list: readonly unknown[],
  types: readonly unknown[],
  issues: Issues,
): TypeFolderEntry[] {
  const entries: TypeFolderEntry[] = []
  for (const [index, raw] of list.entries()) {
    const at = `object_type_folders.${index}`
    const title = isObject(raw) ? textOf(raw['title']) : ''
    const fail = (path: string, words: string, rule: string) =>
      issues.error(index + 1, path, `${path} ${words}`, rule, title)
    if (!isObject(raw)) {
      fail(at, 'must be an object', 'type')
      continue
    }
    const slug = textOf(raw['slug']) || wordSlug(title, 'folder')
    if (title === '') fail(`${at}.title`, 'is a required field', 'required')
    else if (title.length > 200) fail(`${at}.title`, 'must be at most 200 characters', 'max')
    else if (!isSlug.allows(slug)) fail(`${at}.slug`, 'must be the slug of a folder', 'slug')
    else if (entries.some((other) => other.slug === slug)) {
      fail(`${at}.slug`, `“${slug}” comes more than once`, 'unique')
    } else {
      const inside = types.filter((type) => isObject(type) && type['folder'] === slug)
      const named = [...listOf(raw['object_type_slugs']), ...inside.map(slugOf)]
      const emoji = textOf(raw['emoji']).slice(0, 32)
      entries.push({ slug, title, emoji, types: [...new Set(named)].filter(isText) })
    }
  }
  return entries
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const slugOf = (type: unknown): unknown => (isObject(type) ? type['slug'] : undefined)
