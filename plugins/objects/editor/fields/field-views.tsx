import type { MetafieldType } from '@typecase/contract/metafields'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import type { ComponentType } from 'react'

import type { FieldProps } from '../use-session.tsx'
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

export interface FieldKind {
  readonly view: ComponentType<FieldProps>
  /** Takes half of a wide form, beside another one. */
  readonly isShort?: boolean
  /** Pixels it takes before its code is there, so that nothing jumps. */
  readonly height?: number
}

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

/** What shows and edits each type of metafield. The heavy ones load when one comes into view. */
export const fieldKinds: Readonly<Record<MetafieldType, FieldKind>> = {
  text: { view: TextMetafield },
  textarea: { view: TextareaMetafield },
  'html-textarea': { view: HtmlMetafield, height: 200 },
  markdown: { view: MarkdownMetafield, height: 150 },
  'rich-text': { view: RichTextMetafield, height: 200 },
  json: { view: JsonMetafield, height: 115 },
  number: { view: NumberMetafield, isShort: true },
  date: { view: DateMetafield, isShort: true },
  'select-dropdown': { view: SelectMetafield, isShort: true },
  select: { view: SelectMetafield, isShort: true },
  'multi-select': { view: MultiSelectMetafield },
  'radio-buttons': { view: RadioButtonsMetafield },
  'check-boxes': { view: CheckBoxesMetafield },
  switch: { view: SwitchMetafield, isShort: true },
  file: { view: FileMetafield },
  files: { view: FilesMetafield },
  object: { view: ObjectMetafield, isShort: true },
  objects: { view: ObjectsMetafield },
  color: { view: ColorMetafield, isShort: true },
  emoji: { view: EmojiMetafield, isShort: true },
  parent: { view: ParentMetafield, height: 120 },
  repeater: { view: RepeaterMetafield, height: 120 },
}
