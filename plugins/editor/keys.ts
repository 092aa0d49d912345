import { publishObjects } from '@typecase/content/commands'
import { isEditing, onObjects } from '@typecase/content/object-facts'
import type { KeyBinding, WidgetKeys } from '@typecase/plugin-sdk/keys'
import { and, has, not } from '@typecase/plugin-sdk/when'

// In code the brackets indent, as in every editor.
const outsideCode = and(isEditing, not(has('focus.inCode')))
const inRichText = has('editor.inRichText')

/** Keys of the editor. */
export const keys: readonly KeyBinding[] = [
  { keys: '$mod+s', command: 'editor.save-draft', when: isEditing },
  // A focused comment box beside the form handles the key itself.
  {
    keys: '$mod+Enter',
    command: publishObjects.id,
    when: and(isEditing, not(has('focus.isSendable'))),
  },
  { keys: '$mod+Shift+Enter', command: 'editor.publish-and-next', when: isEditing },
  { keys: '$mod+Shift+s', command: 'editor.save-and-next', when: isEditing },
  {
    keys: 'Alt+Shift+e',
    onApple: 'Control+Shift+e',
    command: 'editor.next-with-errors',
    when: isEditing,
  },
  {
    keys: 'Alt+Shift+d',
    onApple: 'Control+Shift+d',
    command: 'editor.next-draft',
    when: isEditing,
  },
  { keys: '$mod+]', command: 'editor.next', when: outsideCode },
  { keys: '$mod+[', command: 'editor.previous', when: outsideCode },
  // Works while the user types, like going up from a folder. Escape leaves level by level.
  { keys: 'Alt+ArrowUp', command: 'shell.go-up', when: and(outsideCode, not(onObjects)) },
  { keys: '$mod+j', command: 'editor.focus-field', when: isEditing },
  { keys: '$mod+Shift+d', command: 'editor.duplicate-row', when: has('editor.isInRow') },
  { keys: '$mod+b', command: 'editor.format-text', args: { format: 'bold' }, when: inRichText },
  { keys: '$mod+i', command: 'editor.format-text', args: { format: 'italic' }, when: inRichText },
  {
    keys: '$mod+u',
    command: 'editor.format-text',
    args: { format: 'underline' },
    when: inRichText,
  },
  { keys: 'Alt+F10', command: 'editor.focus-text-tools', when: inRichText },
  {
    keys: 'Alt+Shift+o',
    onApple: 'Control+Shift+o',
    command: 'editor.open-linked-object',
    when: and(inRichText, has('editor.hasObjectLink')),
  },
  // Without a selection the same keys open the palette.
  {
    keys: '$mod+k',
    command: 'editor.link-text',
    when: and(inRichText, has('editor.hasTextSelection')),
  },
]

/** Keys that the text fields handle themselves. */
export const widgetKeys: readonly WidgetKeys[] = [
  {
    id: 'editor.rich-text',
    title: 'Rich text',
    within: '[data-rich-text] [role="textbox"]',
    keys: [
      { keys: '/', title: 'Insert a block' },
      { keys: 'Enter', title: 'Edit the selected image' },
      { keys: '$mod+z', title: 'Undo' },
      { keys: '$mod+Shift+z', title: 'Redo' },
      { keys: '$mod+Shift+v', title: 'Paste without formatting' },
      { keys: 'Tab', title: 'Next table cell, or the toolbar' },
    ],
  },
]
