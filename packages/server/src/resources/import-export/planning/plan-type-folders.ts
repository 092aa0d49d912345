import type { ObjectTypeFolder } from '@typecase/contract/object-type-folders'

import type { Issues } from '../reading/issues.ts'
import type { TypeFolderEntry } from '../reading/type-folders.ts'

/** What becomes of one folder of object types. */
export interface TypeFolderPlan {
  action: 'added' | 'updated' | 'unchanged'
  after: TypeFolderEntry
}

export interface TypeFolderSources {
  existing: readonly ObjectTypeFolder[]
  entries: readonly TypeFolderEntry[]
  /** Slugs of the object types that the bucket has after the import. */
  types: ReadonlySet<string>
  mode: 'merge' | 'replace'
  issues: Issues
}

/**
 * The folders that an import leads to. Merging adds folders and puts types into them; replacing takes the file's
 * word for those that it names. The others stay: there is no trash that they could come back from.
 */
export function planTypeFolders(sources: TypeFolderSources): TypeFolderPlan[] {
  const { existing, entries, types, mode, issues } = sources
  return entries.map((entry): TypeFolderPlan => {
    const known = entry.types.filter((slug) => types.has(slug))
    for (const slug of entry.types) {
      if (!types.has(slug)) {
        issues.warn(`The folder “${entry.title}” names “${slug}”, which is no object type.`)
      }
    }
    const before = existing.find(({ slug }) => slug === entry.slug)
    if (!before) return { action: 'added', after: { ...entry, types: known } }
    const { title, emoji, object_type_slugs: inside } = before
    const after =
      mode === 'replace'
        ? { ...entry, types: known }
        : { slug: entry.slug, title, emoji, types: [...new Set([...inside, ...known])] }
    const isSame =
      after.title === title &&
      after.emoji === emoji &&
      new Set(after.types).size === inside.length &&
      after.types.every((slug) => inside.includes(slug))
    return { action: isSame ? 'unchanged' : 'updated', after }
  })
}
