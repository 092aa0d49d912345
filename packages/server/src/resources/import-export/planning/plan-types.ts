import { isDeepStrictEqual } from 'node:util'

import type { ImportMapping } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'
import type { ObjectTypeFolder } from '@typecase/contract/object-type-folders'
import type { ObjectType } from '@typecase/contract/object-types'

import { Failure } from '../../../http/failure.ts'
import { changedType, newType } from '../../object-types/type-draft.ts'
import type { Issues } from '../reading/issues.ts'
import { renameFields, type TypePlan, withExistingIds } from './field-plans.ts'
import { unite } from '../reading/bucket-fields.ts'
import type { TypeEntry, TypeFolderEntry } from '../reading/bucket-json.ts'
import { titleOf } from '../reading/field-inference.ts'

export interface TypeSources {
  /** The live object types of the bucket. */
  existing: readonly ObjectType[]
  /** Object types of a bucket.json. */
  entries: readonly TypeEntry[]
  /** Fields inferred from objects, by type: older files let each object have its own fields. */
  inferredFields: ReadonlyMap<string, readonly Metafield[]>
  mapping: ImportMapping | undefined
  /** Whether the file has no objects; fields are then matched by id before key. */
  isSchemaOnly: boolean
  mode: 'merge' | 'replace'
  issues: Issues
}

/**
 * Plans the object types after an import. Merging adds fields and never changes or removes one; replacing takes over
 * the file's fields. A file without objects renames the fields that it identifies by id. A field that only objects have
 * is added to their type, so it can be edited.
 */
export function planTypes(sources: TypeSources): Map<string, TypePlan> {
  const { existing, entries, inferredFields, mapping } = sources
  const slugs = new Set([
    ...entries.map(({ slug }) => slug),
    ...inferredFields.keys(),
    ...(mapping ? [mapping.object_type] : []),
  ])
  const plans = new Map<string, TypePlan>()
  for (const slug of slugs) {
    const before = existing.find((type) => type.slug === slug)
    const entry = entries.find((candidate) => candidate.slug === slug)
    if (!before && !entry && slug !== mapping?.object_type) continue
    const plan = planType(slug, before, entry, sources)
    if (plan) plans.set(slug, plan)
  }
  // The file may contain objects of types that it does not define.
  for (const type of existing) {
    if (!plans.has(type.slug)) {
      plans.set(type.slug, { slug: type.slug, action: 'unchanged', before: type, after: type })
    }
  }
  return plans
}

function planType(
  slug: string,
  before: ObjectType | undefined,
  entry: TypeEntry | undefined,
  { inferredFields, mapping, isSchemaOnly, mode, issues }: TypeSources,
): TypePlan | undefined {
  const isUnchanged = before && !(mode === 'replace' && entry)
  const sent = entry?.data.metafields ?? []
  // A field of a new type keeps its id, so a later file can identify it.
  const fields = before ? withExistingIds(sent, isSchemaOnly ? before.metafields : []) : sent
  const metafields = unite(
    isUnchanged ? renameFields(before.metafields, fields) : [],
    fields,
    inferredFields.get(slug) ?? [],
  )
  try {
    if (!before) {
      const title = mapping?.object_type_title || titleOf(slug)
      const data = { ...(entry?.data ?? { title }), slug, metafields }
      return { slug, action: 'added', before, after: newType(data, slug) }
    }
    const locales = [...before.locales, ...(entry?.data.locales ?? [])]
    const after = isUnchanged
      ? changedType(before, {
          metafields,
          localization: before.localization || entry?.data.localization === true,
          locales: [...new Set(locales)],
        })
      : changedType(before, { ...entry?.data, slug, metafields })
    const isSame = isDeepStrictEqual(changedType(before, {}), after)
    return { slug, action: isSame ? 'unchanged' : 'updated', before, after }
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    for (const { path, message, rule = 'form' } of reason.extra.details ?? []) {
      const words = message.replaceAll(/\bdata(?=[. ])/g, slug)
      issues.error(0, path.replace(/^data/, slug), words, rule)
    }
    return undefined
  }
}

/** The planned change of one folder of object types. */
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
 * Plans the folders of object types after an import. Merging adds folders and puts types into them; replacing takes
 * over the contents of the folders that the file names. Other folders stay, since there is no trash for folders.
 */
export function planTypeFolders(sources: TypeFolderSources): TypeFolderPlan[] {
  const { existing, entries, types, mode, issues } = sources
  return entries.map((entry): TypeFolderPlan => {
    const slugs = entry.types.filter((slug) => types.has(slug))
    for (const slug of entry.types) {
      if (!types.has(slug)) {
        issues.warn(`The folder “${entry.title}” names “${slug}”, which is no object type.`)
      }
    }
    const before = existing.find(({ slug }) => slug === entry.slug)
    if (!before) return { action: 'added', after: { ...entry, types: slugs } }
    const { title, emoji, object_type_slugs: inside } = before
    const after =
      mode === 'replace'
        ? { ...entry, types: slugs }
        : { slug: entry.slug, title, emoji, types: [...new Set([...inside, ...slugs])] }
    const isSame =
      after.title === title &&
      after.emoji === emoji &&
      new Set(after.types).size === inside.length &&
      after.types.every((slug) => inside.includes(slug))
    return { action: isSame ? 'unchanged' : 'updated', after }
  })
}
