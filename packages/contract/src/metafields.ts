import { type } from 'arktype'

/** Every type a metafield can have (decisions §5). */
export const metafieldTypes = [
  'text',
  'textarea',
  'html-textarea',
  'markdown',
  'rich-text',
  'json',
  'number',
  'date',
  'select-dropdown',
  'select',
  'multi-select',
  'radio-buttons',
  'check-boxes',
  'switch',
  'file',
  'files',
  'object',
  'objects',
  'color',
  'emoji',
  'parent',
  'repeater',
] as const
export type MetafieldType = (typeof metafieldTypes)[number]

/** Names that would clash with an object's own fields or with JavaScript's prototype machinery. */
export const forbiddenKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'id',
  'slug',
  'title',
  'metadata',
]

/** The key of a field. */
export const metafieldKey = () =>
  type(/^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u).describe(
    'a key of letters, digits, _ and -, not starting with a digit',
  )

/**
 * The id of a field kind that a plugin adds. Values are stored and checked according to the field's type, whether or
 * not the plugin is present.
 */
const fieldKindID = () =>
  type(/^[a-z][a-z0-9-]{0,99}\.[a-z][a-z0-9-]{0,99}$/).describe(
    'the id of a kind of field, such as rating.stars',
  )

/** The properties that a metafield has at every depth. `value` is the default for new objects. */
const leaf = () =>
  type({
    'id?': 'string <= 64',
    key: metafieldKey(),
    title: 'string <= 200',
    type: type.enumerated(...metafieldTypes),
    'kind?': fieldKindID().or('null'),
    'value?': 'unknown',
    'required?': 'boolean',
    'unique?': 'boolean',
    'helptext?': 'string <= 2000',
    'regex?': 'string <= 200',
    'regex_message?': 'string <= 500',
    'minlength?': 'number.integer >= 0 | null',
    'maxlength?': 'number.integer >= 0 | null',
    'min?': 'number | null',
    'max?': 'number | null',
    'options?': 'string | unknown[]',
    'object_type?': 'string <= 100',
    'media_validation_type?': "'image' | 'video' | 'audio' | 'application' | '' | null",
    'show_when?': type({
      key: 'string',
      op: "'eq' | 'neq' | 'exists' | 'not_exists'",
      'value?': 'unknown',
    }).or('null'),
  })

/** A field of an object type: groups (`parent`) hold children, repeaters hold repeater_fields; neither nests a parent. */
export const metafield = () =>
  leaf().and({
    'children?': leaf().and({ 'repeater_fields?': leaf().array() }).array(),
    'repeater_fields?': leaf().array(),
  })

/** A metafield as a recursive type, for code that walks fields. */
export interface Metafield {
  id?: string
  key: string
  title: string
  type: MetafieldType
  kind?: string | null
  value?: unknown
  required?: boolean
  unique?: boolean
  helptext?: string
  regex?: string
  regex_message?: string
  minlength?: number | null
  maxlength?: number | null
  min?: number | null
  max?: number | null
  options?: string | unknown[]
  object_type?: string
  media_validation_type?: 'image' | 'video' | 'audio' | 'application' | '' | null
  show_when?: ShowWhen | null
  children?: Metafield[]
  repeater_fields?: Metafield[]
}

/** The condition on another field under which a field is shown. */
export interface ShowWhen {
  key: string
  op: 'eq' | 'neq' | 'exists' | 'not_exists'
  value?: unknown
}
