import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { pictureText, richText, switchableText } from '../session/editor-page.ts'

const formats = {
  bold: 'Bold',
  italic: 'Italic',
  code: 'Code',
  strike: 'Strikethrough',
  underline: 'Underline',
  highlight: 'Highlight',
  superscript: 'Superscript',
  subscript: 'Subscript',
  clear: 'Clear formatting',
  'heading-1': 'Heading 1',
  'heading-2': 'Heading 2',
  'heading-3': 'Heading 3',
  bulletList: 'List',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  codeBlock: 'Code block',
  horizontalRule: 'Divider',
  table: 'Table',
  'add-row': 'Add row below',
  'add-column': 'Add column after',
  'delete-row': 'Delete row',
  'delete-column': 'Delete column',
  'delete-table': 'Delete table',
} as const

export const formatArgs = () => type({ format: 'string' })

export const formatText = defineCommand({
  id: 'editor.format-text',
  formerIds: ['objects.format-text'],
  title: 'Format text…',
  aliases: ['Clear formatting'],
  keywords: [
    'bold',
    'italic',
    'heading',
    'list',
    'quote',
    'table',
    'highlight',
    'superscript',
    'subscript',
  ],
  group: 'Text',
  icon: 'type',
  effect: 'none',
  when: has('editor.hasRichText'),
  args: formatArgs,
  ask: {
    format: {
      kind: 'choice',
      title: 'Format',
      choices: Object.entries(formats).map(([value, label]) => ({ value, label })),
    },
  },
  runNow: ({ format }, { page }) => page(richText)?.format(format),
})

export const linkText = defineCommand({
  id: 'editor.link-text',
  formerIds: ['objects.link-text'],
  title: 'Link text…',
  keywords: ['url', 'anchor', 'href'],
  group: 'Text',
  icon: 'link',
  effect: 'none',
  when: has('editor.hasRichText'),
  runNow: (_args, { page }) => page(richText)?.openLink(),
})

export const focusTextTools = defineCommand({
  id: 'editor.focus-text-tools',
  formerIds: ['objects.focus-text-tools'],
  title: 'Go to the formatting tools',
  aliases: ['Focus toolbar'],
  keywords: ['tool bar', 'format', 'buttons'],
  group: 'Text',
  icon: 'type',
  effect: 'none',
  when: has('editor.hasRichText'),
  runNow: (_args, { page }) => page(richText)?.focusTools(),
})

export const insertPicture = defineCommand({
  id: 'editor.insert-picture',
  formerIds: ['objects.insert-picture'],
  title: 'Insert image…',
  aliases: ['Insert image', 'Add picture to text'],
  keywords: ['media', 'photo', 'figure', 'img'],
  group: 'Text',
  icon: 'image',
  effect: 'none',
  when: has('editor.takesPictures'),
  runNow: (_args, { page }) => page(pictureText)?.insertPicture(),
})

export const editPicture = defineCommand({
  id: 'editor.edit-picture',
  title: 'Edit image…',
  aliases: ['Image size', 'Image caption', 'Align image'],
  keywords: ['alt text', 'image', 'figure', 'position', 'left', 'right', 'width'],
  group: 'Text',
  icon: 'image',
  effect: 'none',
  when: has('editor.hasPicture'),
  runNow: (_args, { page }) => page(richText)?.editPicture?.(),
})

export const openLinkedObject = defineCommand({
  id: 'editor.open-linked-object',
  title: 'Open linked object',
  aliases: ['Follow link'],
  keywords: ['go to', 'reference'],
  group: 'Text',
  icon: 'arrow-right',
  effect: 'none',
  when: has('editor.hasObjectLink'),
  runNow: (_args, { page }) => page(richText)?.openLinkedObject?.(),
})

export const switchSource = defineCommand({
  id: 'editor.switch-source',
  formerIds: ['objects.switch-source'],
  title: 'Switch between text and source',
  aliases: ['Edit source', 'Edit visually'],
  keywords: ['html', 'markdown', 'code', 'raw'],
  group: 'Text',
  icon: 'code',
  effect: 'none',
  when: has('editor.hasTextWithSource'),
  runNow: (_args, { page }) => page(switchableText)?.switchView(),
})

export const textCommands: readonly AnyCommand[] = [
  formatText,
  linkText,
  focusTextTools,
  insertPicture,
  editPicture,
  openLinkedObject,
  switchSource,
]
