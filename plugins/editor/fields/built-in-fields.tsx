import type { FieldEditorProps } from '@typecase/content/field-kind'
import type { MetafieldType } from '@typecase/contract/metafields'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import type { ComponentType } from 'react'

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

const ColorMetafield = lazyView(
  async () => (await import('./color-field.tsx')).ColorMetafield,
  'The field',
)
const DateMetafield = lazyView(
  async () => (await import('./date-field.tsx')).DateMetafield,
  'The field',
)
const EmojiMetafield = lazyView(
  async () => (await import('./emoji-field.tsx')).EmojiMetafield,
  'The field',
)
const FilesMetafield = lazyView(
  async () => (await import('./files-field.tsx')).FilesMetafield,
  'The field',
)
const ObjectsMetafield = lazyView(
  async () => (await import('./objects-field.tsx')).ObjectsMetafield,
  'The field',
)
const HtmlMetafield = lazyView(
  async () => (await import('./rich-text-fields.tsx')).HtmlMetafield,
  'The field',
)
const RichTextMetafield = lazyView(
  async () => (await import('./rich-text-fields.tsx')).RichTextMetafield,
  'The field',
)
const MarkdownMetafield = lazyView(
  async () => (await import('./markdown-field.tsx')).MarkdownMetafield,
  'The field',
)
const JsonMetafield = lazyView(
  async () => (await import('./json-field.tsx')).JsonMetafield,
  'The field',
)
const RepeaterMetafield = lazyView(
  async () => (await import('./nested-fields.tsx')).RepeaterMetafield,
  'The field',
)
const ParentMetafield = lazyView(
  async () => (await import('./nested-fields.tsx')).ParentMetafield,
  'The field',
)

/** The field editor of each metafield type. Heavy editors load when one comes into view. */
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
