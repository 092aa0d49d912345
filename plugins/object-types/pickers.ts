import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { isNamingType } from '@typecase/contract/field-types'
import type { AskContext, AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'
import { formatCount } from '@typecase/ui/count'

import { labelOfType, typesWithin } from './field-types.ts'

async function bucketOf({ services, facts }: AskContext) {
  const slug = facts['route.bucketSlug']
  if (slug === undefined) return undefined
  // The declarations are data, also for terminals, so the code that reads from the server is loaded on demand.
  const { readBucket } = await import('@typecase/content/bucket')
  return readBucket(services, slug)
}

export const askType: AskPicker = {
  kind: 'picker',
  title: 'Object type',
  placeholder: 'Which object type?',
  async search(query, context): Promise<PickerRow[]> {
    const bucket = await bucketOf(context)
    return (bucket?.object_types ?? [])
      .filter(({ title }) => holdsWords(title, query))
      .map(({ id, slug, title, total_objects }) => ({
        id,
        value: slug,
        label: title,
        subtitle: formatCount(total_objects, 'object'),
        icon: 'shapes',
      }))
  },
}

export const askFolder: AskPicker = {
  kind: 'picker',
  title: 'Folder',
  placeholder: 'Which folder?',
  async search(query, context): Promise<PickerRow[]> {
    const bucket = await bucketOf(context)
    return (bucket?.object_type_folders ?? [])
      .filter(({ title }) => holdsWords(title, query))
      .map(({ slug, title }) => ({ id: slug, value: slug, label: title, icon: 'folder' }))
  },
}

/** Picks a folder, or none. */
export const askFolderOrNone: AskPicker = {
  ...askFolder,
  async search(query, context) {
    const none = { id: '', value: '', label: 'No folder', icon: 'minus' }
    const folders = await askFolder.search(query, context)
    return query.trim() === '' ? [...folders, none] : folders
  },
}

/** A field in a picker, which also lists fields within groups and repeaters. */
interface FieldPosition {
  readonly path: string
  readonly field: Metafield
  readonly parent: MetafieldType | null
}

const fieldPositions = (
  fields: readonly Metafield[],
  at = '',
  parent: MetafieldType | null = null,
): FieldPosition[] =>
  fields.flatMap((field) => {
    const path = `${at}${field.key}`
    const inner = (field.type === 'repeater' ? field.repeater_fields : field.children) ?? []
    return [{ path, field, parent }, ...fieldPositions(inner, `${path}.`, field.type)]
  })

async function fieldsOfType(context: AskContext): Promise<FieldPosition[]> {
  const bucket = await bucketOf(context)
  const type = bucket?.object_types.find(({ slug }) => slug === context.args['type_slug'])
  return fieldPositions(type?.metafields ?? [])
}

/** Picks a field of the type that was chosen before. */
export const askField: AskPicker = {
  kind: 'picker',
  title: 'Field',
  placeholder: 'Which field?',
  async search(query, context): Promise<PickerRow[]> {
    return (await fieldsOfType(context))
      .filter(({ path, field }) => holdsWords(`${field.title} ${path}`, query))
      .map(({ path, field }) => ({
        id: path,
        value: path,
        label: field.title,
        subtitle: `${path} · ${labelOfType(field.type)}`,
        icon: 'text-cursor-input',
      }))
  },
}

const askNamingField: AskPicker = {
  kind: 'picker',
  title: 'Fields',
  placeholder: 'Which fields?',
  async search(query, context): Promise<PickerRow[]> {
    const rows = await askField.search(query, context)
    const outermost = (await fieldsOfType(context)).filter(({ parent }) => parent === null)
    const naming = new Set(
      outermost.flatMap(({ path, field }) => (isNamingType(field.type) ? [path] : [])),
    )
    return rows.filter(({ id }) => naming.has(id))
  },
}

/** Picks fields that the search should include. */
export const askSearchable: AskPicker = { ...askNamingField, isMany: true }

/** Picks a field as subtitle, or none. */
export const askSubtitle: AskPicker = {
  ...askNamingField,
  title: 'Subtitle',
  placeholder: 'Which field?',
  async search(query, context) {
    const none = { id: '', value: '', label: 'No subtitle', icon: 'minus' }
    const fields = await askNamingField.search(query, context)
    return query.trim() === '' ? [...fields, none] : fields
  },
}

/** Picks another type for the chosen field, among those allowed at its position. */
export const askNewType: AskPicker = {
  kind: 'picker',
  title: 'New type',
  placeholder: 'Which type?',
  async search(query, context): Promise<PickerRow[]> {
    const chosen = (await fieldsOfType(context)).find(({ path }) => path === context.args['field'])
    return typesWithin(chosen?.parent ?? null)
      .flatMap(({ options }) => options)
      .filter(({ id, label }) => id !== chosen?.field.type && holdsWords(label, query))
      .map(({ id, label, description }) => ({
        id,
        value: id,
        label,
        ...(description && { subtitle: description }),
        icon: 'shapes',
      }))
  },
}
