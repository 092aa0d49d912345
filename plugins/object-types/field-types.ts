import type { FieldKind } from '@typecase/content/field-kind'
import {
  canBeUnique,
  hasOptions,
  isListType,
  isMediaType,
  isRelationType,
  isTextType,
  valueFormOf,
} from '@typecase/contract/field-types'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import { metafieldTypes } from '@typecase/contract/metafields'
import type { OptionSection } from '@typecase/ui/select'

/** The types of field as options: grouped, each with its purpose. */
export const FIELD_TYPES: OptionSection[] = [
  {
    title: 'Text',
    options: [
      { id: 'text', label: 'Text', description: 'One line' },
      { id: 'textarea', label: 'Text area', description: 'Several lines without formatting' },
      { id: 'rich-text', label: 'Rich text', description: 'Formatted, stored as Markdown' },
      { id: 'markdown', label: 'Markdown', description: 'Written as Markdown' },
      { id: 'html-textarea', label: 'HTML', description: 'Formatted, stored as HTML' },
      { id: 'json', label: 'JSON', description: 'Structured data for developers' },
    ],
  },
  {
    title: 'Values',
    options: [
      { id: 'number', label: 'Number' },
      { id: 'date', label: 'Date' },
      { id: 'switch', label: 'Switch', description: 'On or off' },
      { id: 'color', label: 'Color' },
      { id: 'emoji', label: 'Emoji' },
    ],
  },
  {
    title: 'Choices',
    options: [
      { id: 'select', label: 'Select', description: 'One of a list' },
      { id: 'multi-select', label: 'Multi-select', description: 'Several of a list' },
      { id: 'radio-buttons', label: 'Radio buttons', description: 'One of a few, all visible' },
      { id: 'check-boxes', label: 'Check boxes', description: 'Several of a few, all visible' },
      { id: 'select-dropdown', label: 'Select with keys', description: 'Stores a key and a value' },
    ],
  },
  {
    title: 'Links',
    options: [
      { id: 'object', label: 'Object', description: 'One object' },
      { id: 'objects', label: 'Objects', description: 'Several objects, in order' },
      { id: 'file', label: 'File', description: 'One of the media' },
      { id: 'files', label: 'Files', description: 'Several media, in order' },
    ],
  },
  {
    title: 'Structure',
    options: [
      { id: 'parent', label: 'Group', description: 'Fields that belong together' },
      { id: 'repeater', label: 'Repeater', description: 'A list of items with the same fields' },
    ],
  },
]

const all = FIELD_TYPES.flatMap(({ options }) => options)

export const labelOfType = (type: MetafieldType): string =>
  all.find(({ id }) => id === type)?.label ?? type

/** Returns the label of a field: that of its kind if a plugin provides the kind, or else that of its type. */
export const labelOfField = (
  { type, kind }: Pick<Metafield, 'type' | 'kind'>,
  kinds: readonly FieldKind[],
): string => kinds.find(({ id }) => id === kind)?.title ?? labelOfType(type)

/** The selected type of field, with its kind if a plugin provides one. */
export interface ChosenType {
  readonly type: MetafieldType
  readonly kind?: FieldKind
}

/** Returns the choice for the id of an option in `typeOptions`. */
export function chosenType(id: string | null, kinds: readonly FieldKind[]): ChosenType | undefined {
  const type = metafieldTypes.find((one) => one === id)
  if (type) return { type }
  const kind = kinds.find((one) => one.id === id)
  return kind && { type: kind.info.type, kind }
}

/** Returns the types that a field may have at a position, followed by the kinds that plugins add. */
export function typeOptions(
  parent: MetafieldType | null,
  kinds: readonly FieldKind[],
): OptionSection[] {
  const sections = typesWithin(parent)
  const allowed = new Set(sections.flatMap(({ options }) => options.map(({ id }) => id)))
  const added = kinds.flatMap(({ id, title, info }) =>
    title && !info.isDefault && allowed.has(info.type)
      ? [{ id, label: title, ...(info.description && { description: info.description }) }]
      : [],
  )
  return added.length > 0 ? [...sections, { title: 'From plugins', options: added }] : sections
}

/** Returns the types allowed within a parent: a group contains no group, and a repeater neither (decisions §5). */
export function typesWithin(parent: MetafieldType | null): OptionSection[] {
  if (parent === null) return FIELD_TYPES
  const excludedTypes = parent === 'parent' ? ['parent'] : ['parent', 'repeater']
  return FIELD_TYPES.map((section) => ({
    ...section,
    options: section.options.filter(({ id }) => !excludedTypes.includes(id)),
  })).filter(({ options }) => options.length > 0)
}

/** Tests for the settings that a type of field has. */
export const has = {
  options: hasOptions,
  keyedOptions: (type: MetafieldType) => valueFormOf(type) === 'option',
  switchOptions: (type: MetafieldType) => type === 'switch',
  objectType: isRelationType,
  media: isMediaType,
  length: isTextType,
  pattern: (type: MetafieldType) => type === 'text' || type === 'textarea',
  bounds: (type: MetafieldType) => type === 'number',
  count: isListType,
  unique: canBeUnique,
  fields: (type: MetafieldType) => type === 'parent' || type === 'repeater',
}
