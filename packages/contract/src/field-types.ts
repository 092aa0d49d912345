import type { MetafieldType } from './metafields.ts'

/** The form in which the values of a field are stored (docs/field-types.md). */
export type ValueForm =
  | 'text'
  | 'json'
  | 'number'
  | 'date'
  | 'color'
  | 'emoji'
  | 'switch'
  /** The `{ key, value }` of an option. */
  | 'option'
  /** The value of an option. */
  | 'choice'
  | 'choices'
  | 'file'
  | 'files'
  | 'object'
  | 'objects'
  | 'group'
  | 'rows'

/** The syntax of a text. */
export type TextSyntax = 'line' | 'lines' | 'markdown' | 'html'

interface FieldTraits {
  readonly form: ValueForm
  /** Only for texts. */
  readonly syntax?: TextSyntax
  /** Whether its values are short enough to identify objects by. */
  readonly isNaming?: true
  /** Whether a field of the type can require unique values. */
  readonly canBeUnique?: true
}

/** The only differences between field types. Code that depends on a type reads its traits here (decision 0155). */
const traits: Readonly<Record<MetafieldType, FieldTraits>> = {
  text: { form: 'text', syntax: 'line', isNaming: true, canBeUnique: true },
  textarea: { form: 'text', syntax: 'lines', canBeUnique: true },
  'html-textarea': { form: 'text', syntax: 'html' },
  markdown: { form: 'text', syntax: 'markdown' },
  'rich-text': { form: 'text', syntax: 'markdown' },
  json: { form: 'json' },
  number: { form: 'number', isNaming: true, canBeUnique: true },
  date: { form: 'date', isNaming: true, canBeUnique: true },
  'select-dropdown': { form: 'option', isNaming: true },
  select: { form: 'choice', isNaming: true, canBeUnique: true },
  'multi-select': { form: 'choices', isNaming: true },
  'radio-buttons': { form: 'choice', isNaming: true },
  'check-boxes': { form: 'choices', isNaming: true },
  switch: { form: 'switch' },
  file: { form: 'file' },
  files: { form: 'files' },
  object: { form: 'object', isNaming: true },
  objects: { form: 'objects', isNaming: true },
  color: { form: 'color' },
  emoji: { form: 'emoji' },
  parent: { form: 'group' },
  repeater: { form: 'rows' },
}

const LIST_FORMS: ReadonlySet<ValueForm> = new Set(['choices', 'files', 'objects', 'rows'])
const OPTION_FORMS: ReadonlySet<ValueForm> = new Set(['option', 'choice', 'choices'])

/** Returns the form in which values of a type are stored. */
export const valueFormOf = (type: MetafieldType): ValueForm => traits[type].form

/** Returns the syntax of a type's texts, or undefined for a type whose values are not texts. */
export const syntaxOf = (type: MetafieldType): TextSyntax | undefined => traits[type].syntax

/** Whether values of a type are texts that people write. */
export const isTextType = (type: MetafieldType): boolean => valueFormOf(type) === 'text'

/** Whether values of a type are lists. */
export const isListType = (type: MetafieldType): boolean => LIST_FORMS.has(valueFormOf(type))

/** Whether a field of the type offers options. */
export const hasOptions = (type: MetafieldType): boolean => OPTION_FORMS.has(valueFormOf(type))

/** Whether values of a type refer to objects. */
export const isRelationType = (type: MetafieldType): boolean =>
  valueFormOf(type) === 'object' || valueFormOf(type) === 'objects'

/** Whether values of a type are names of media. */
export const isMediaType = (type: MetafieldType): boolean =>
  valueFormOf(type) === 'file' || valueFormOf(type) === 'files'

/** Whether values of a type are short enough to identify objects by. */
export const isNamingType = (type: MetafieldType): boolean => traits[type].isNaming === true

/** Whether a field of the type can require that no two objects have the same value. */
export const canBeUnique = (type: MetafieldType): boolean => traits[type].canBeUnique === true
