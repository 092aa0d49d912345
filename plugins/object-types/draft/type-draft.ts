import type { FieldKind } from '@typecase/content/field-kind'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { isNamingType } from '@typecase/contract/field-types'
import type { ObjectType } from '@typecase/contract/object-types'

/** A field in the builder. `uid` stays the same when key, type or position change. */
export interface FieldDraft extends Omit<Metafield, 'children' | 'repeater_fields'> {
  uid: string
  /** The fields within a group or a repeater. */
  fields: FieldDraft[]
  /** Whether the key no longer follows the title, because the user edited it or the field was saved. */
  isKeyEdited: boolean
  /** Whether the search includes the field. */
  isSearchable?: boolean
  /** Whether the field's value is the subtitle; true for at most one field. */
  isSubtitle?: boolean
}

/** An object type in the builder. */
export interface TypeDraft {
  title: string
  slug: string
  isSlugEdited: boolean
  singular: string
  emoji: string
  singleton: boolean
  localization: boolean
  locales: string[]
  priority_locale: string | null
  preview_link: string
  /** The options without the searchable fields and the subtitle, which are properties of the fields. */
  options: Pick<ObjectType['options'], 'slug_field' | 'content_editor'>
  fields: FieldDraft[]
}

export const emptyDraft: TypeDraft = {
  title: '',
  slug: '',
  isSlugEdited: false,
  singular: '',
  emoji: '',
  singleton: false,
  localization: false,
  locales: [],
  priority_locale: null,
  preview_link: '',
  options: { slug_field: true, content_editor: false },
  fields: [],
}

let uidCount = 0
const newUid = () => `new-${(uidCount += 1)}`

export function draftOf(type: ObjectType): TypeDraft {
  const { title, slug, singular, emoji, singleton, localization, locales, priority_locale } = type
  const { preview_link, options, metafields } = type
  return {
    title,
    slug,
    isSlugEdited: true,
    singular,
    emoji,
    singleton,
    localization,
    locales,
    priority_locale,
    preview_link,
    options: { slug_field: options.slug_field, content_editor: options.content_editor },
    fields: metafields.map((field) => ({
      ...fieldDraftOf(field),
      ...(options.searchable.includes(field.key) && { isSearchable: true }),
      ...(options.subtitle === field.key && { isSubtitle: true }),
    })),
  }
}

function fieldDraftOf({ children, repeater_fields, ...field }: Metafield): FieldDraft {
  const inner = field.type === 'parent' ? children : repeater_fields
  return {
    ...field,
    uid: field.id ?? newUid(),
    isKeyEdited: true,
    fields: (inner ?? []).map(fieldDraftOf),
  }
}

/** Converts the draft to the form of the API. */
export function toData({ isSlugEdited: _, fields, slug, title, options, ...type }: TypeDraft) {
  const naming = fields.filter(({ type: kind }) => isNamingType(kind))
  const searchable = naming.filter(({ isSearchable }) => isSearchable).map(({ key }) => key)
  const subtitle = naming.find(({ isSubtitle }) => isSubtitle)?.key ?? null
  return {
    ...type,
    options: { ...options, searchable, subtitle },
    title: title.trim(),
    ...(slug && { slug }),
    metafields: fields.map(toMetafield),
  }
}

/** Returns a new field in the form of the API, with the settings that its type requires. */
export const metafieldOf = (title: string, type: MetafieldType): Metafield =>
  toMetafield(newField(title, type))

function toMetafield(draft: FieldDraft): Metafield {
  const { uid: _, isKeyEdited: __, isSearchable: ___, isSubtitle: ____, fields, ...field } = draft
  const inner = fields.map(toMetafield)
  if (field.type === 'parent') return { ...field, children: inner }
  if (field.type === 'repeater') return { ...field, repeater_fields: inner }
  return field
}

/** Makes a key from a title: `Height, mm` → `height_mm`. */
export function keyFromTitle(title: string): string {
  const key = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^\p{N}/u.test(key) ? `_${key}` : key
}

/** Makes a slug from a title: `Art Works` → `art-works`. */
export const slugFromTitle = (title: string): string =>
  keyFromTitle(title).replaceAll('_', '-').replace(/^-/, '')

export function newField(title: string, type: MetafieldType, kind?: FieldKind): FieldDraft {
  return {
    uid: newUid(),
    title,
    key: keyFromTitle(title),
    type,
    fields: [],
    isKeyEdited: false,
    ...startOf(type),
    ...(kind && { ...kind.info.settings, kind: kind.id }),
  }
}

/** Returns the initial settings that a type of field requires. */
function startOf(type: MetafieldType): Partial<Metafield> {
  switch (type) {
    case 'switch':
      return { options: 'true,false' }
    case 'select-dropdown':
      return { options: [{ key: 'one', value: 'One' }] }
    case 'select':
    case 'multi-select':
    case 'radio-buttons':
    case 'check-boxes':
      return { options: [{ value: 'One' }] }
    default:
      return {}
  }
}
