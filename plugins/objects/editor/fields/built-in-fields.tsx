import type { FieldEditorProps } from '@typecase/content/field-kind'
import type { MetafieldType } from '@typecase/contract/metafields'
import { type ComponentType, lazy } from 'react'

import {
  CheckBoxesMetafield,
  MultiSelectMetafield,
  RadioButtonsMetafield,
  SelectMetafield,
  SwitchMetafield,
} from './choice-fields.tsx'
import { FileMetafield } from './file-field.tsx'
import { NumberMetafield, TextareaMetafield, TextMetafield } from './text-fields.tsx'
import { ObjectMetafield } from './object-field.tsx'

const ColorMetafield = lazy(async () => ({
  default: (await import('./color-field.tsx')).ColorMetafield,
}))
const DateMetafield = lazy(async () => ({
  default: (await import('./date-field.tsx')).DateMetafield,
}))
const EmojiMetafield = lazy(async () => ({
  default: (await import('./emoji-field.tsx')).EmojiMetafield,
}))
const FilesMetafield = lazy(async () => ({
  default: (await import('./files-field.tsx')).FilesMetafield,
}))
const ObjectsMetafield = lazy(async () => ({
  default: (await import('./objects-field.tsx')).ObjectsMetafield,
}))
const HtmlMetafield = lazy(async () => ({
  default: (await import('./rich-text-fields.tsx')).HtmlMetafield,
}))
const RichTextMetafield = lazy(async () => ({
  default: (await import('./rich-text-fields.tsx')).RichTextMetafield,
}))
const MarkdownMetafield = lazy(async () => ({
  default: (await import('./markdown-field.tsx')).MarkdownMetafield,
}))
const JsonMetafield = lazy(async () => ({
  default: (await import('./json-field.tsx')).JsonMetafield,
}))
const RepeaterMetafield = lazy(async () => ({
  default: (await import('./nested-fields.tsx')).RepeaterMetafield,
}))
const ParentMetafield = lazy(async () => ({
  default: (await import('./nested-fields.tsx')).ParentMetafield,
}))

/** What shows and edits each type of metafield. The heavy ones load when one comes into view. */
export const builtInFields: Readonly<Record<MetafieldType, ComponentType<FieldEditorProps>>> = {
  text: TextMetafield,
  textarea: TextareaMetafield,
  'html-textarea': HtmlMetafield,
  markdown: MarkdownMetafield,
  'rich-text': RichTextMetafield,
  json: JsonMetafield,
  number: NumberMetafield,
  date: DateMetafield,
  'select-dropdown': SelectMetafield,
  select: SelectMetafield,
  'multi-select': MultiSelectMetafield,
  'radio-buttons': RadioButtonsMetafield,
  'check-boxes': CheckBoxesMetafield,
  switch: SwitchMetafield,
  file: FileMetafield,
  files: FilesMetafield,
  object: ObjectMetafield,
  objects: ObjectsMetafield,
  color: ColorMetafield,
  emoji: EmojiMetafield,
  parent: ParentMetafield,
  repeater: RepeaterMetafield,
}
