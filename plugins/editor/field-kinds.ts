import { fieldKind, type FieldKindInfo } from '@typecase/content/field-kind'
import { type MetafieldType, metafieldTypes } from '@typecase/contract/metafields'

/** The layout of each type's editor in the form. */
const looks: Readonly<Record<MetafieldType, Pick<FieldKindInfo, 'isShort' | 'height'>>> = {
  text: {},
  textarea: {},
  'html-textarea': { height: 200 },
  markdown: { height: 150 },
  'rich-text': { height: 200 },
  json: { height: 115 },
  number: { isShort: true },
  date: { isShort: true },
  'select-dropdown': { isShort: true },
  select: { isShort: true },
  'multi-select': {},
  'radio-buttons': {},
  'check-boxes': {},
  switch: { isShort: true },
  file: {},
  files: {},
  object: { isShort: true },
  objects: {},
  color: { isShort: true },
  emoji: { isShort: true },
  parent: { height: 120 },
  repeater: { height: 120 },
}

/** The built-in field kinds: one for each type, registered like those of any plugin. */
export const builtInKinds = metafieldTypes.map((type) =>
  fieldKind({
    id: `editor.${type}`,
    type,
    isDefault: true,
    ...looks[type],
    load: async () => ({
      default: (await import('./fields/built-in-fields.tsx')).builtInFields[type],
    }),
  }),
)
