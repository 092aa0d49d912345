import type { KeyBinding, WidgetKeys } from '@typecase/plugin-sdk/keys'
import { and, has, not, or, selection } from '@typecase/plugin-sdk/when'

import { onList } from './commands/object-command.ts'

/** Other lists have the shared keys of every list. */
const onObjects = and(onList, not(has('list.rowCount')))
const outsideText = and(onList, not(has('focus.inText')))

/** Keys of the list; arrows, Space and Enter are the grid's own, as in any grid. */
const listKeys: readonly KeyBinding[] = [
  // On the page of another list it makes what that one lists.
  {
    keys: 'n',
    command: 'objects.new',
    when: not(or(has('objects.isEditing'), has('list.creates'))),
  },
  { keys: '/', command: 'objects.filter', when: onList },
  { keys: 'f', command: 'objects.add-filter', when: onList },
  { keys: 'j', command: 'objects.next-row', when: onObjects, isRepeatable: true },
  { keys: 'k', command: 'objects.previous-row', when: onObjects, isRepeatable: true },
  { keys: 'x', command: 'objects.toggle-row', when: onObjects },
  { keys: 'e', command: 'objects.edit', when: onList },
  { keys: ']', command: 'objects.next-page', when: onList },
  { keys: '[', command: 'objects.previous-page', when: onList },
  // In a text field it selects the text.
  { keys: '$mod+a', command: 'objects.select-all', when: outsideText },
  {
    keys: '$mod+Enter',
    command: 'objects.publish',
    when: and(onList, not(has('focus.isSendable'))),
  },
  { keys: 'Delete', command: 'objects.delete', when: outsideText },
  { keys: 'Alt+ArrowUp', command: 'objects.move-up', when: outsideText, isRepeatable: true },
  { keys: 'Alt+ArrowDown', command: 'objects.move-down', when: outsideText, isRepeatable: true },
  {
    keys: 'Escape',
    command: 'objects.clear-selection',
    when: and(onList, selection('object'), not(has('zen')), not(has('route.up'))),
  },
]

const inSheet = and(onList, has('objects.isSheet'), not(has('objects.isEditing')))

const cellStep = (keys: string, step: 'undo' | 'redo'): KeyBinding => ({
  keys,
  command: `objects.${step}-cells`,
  inText: false,
  when: and(inSheet, has(step === 'undo' ? 'objects.canUndoCells' : 'objects.canRedoCells')),
})

/**
 * Keys of the sheet. Arrows, Enter, F2, Escape, undo and what one types are the cells' own: the focus is in a text field
 * there.
 */
const sheetKeys: readonly KeyBinding[] = [
  { keys: 's', command: 'objects.toggle-sheet', when: onObjects },
  { keys: '$mod+Alt+s', command: 'objects.toggle-sheet', when: onObjects },
  {
    keys: '$mod+s',
    command: 'objects.save-sheet',
    when: and(inSheet, has('objects.hasSheetEdits')),
  },
  { keys: '$mod+d', command: 'objects.fill-down', when: inSheet },
  // Beside the cells, which undo by themselves: what was pasted and filled before what was saved.
  ...['$mod+z'].map((keys) => cellStep(keys, 'undo')),
  ...['$mod+Shift+z', '$mod+y'].map((keys) => cellStep(keys, 'redo')),
  { keys: '$mod+e', command: 'objects.edit', when: inSheet },
]

const editing = has('objects.isEditing')
// In code the brackets indent, as in every editor.
const outsideCode = and(editing, not(has('focus.inCode')))
const inRichText = has('objects.inRichText')

/** Keys of the editor. */
const editorKeys: readonly KeyBinding[] = [
  { keys: '$mod+s', command: 'objects.save-draft', when: editing },
  // A comment box beside the form owns it while one writes there.
  {
    keys: '$mod+Enter',
    command: 'objects.publish',
    when: and(editing, not(has('focus.isSendable'))),
  },
  { keys: '$mod+Shift+Enter', command: 'objects.publish-and-next', when: editing },
  { keys: '$mod+Shift+s', command: 'objects.save-and-next', when: editing },
  {
    keys: 'Alt+Shift+e',
    onApple: 'Control+Shift+e',
    command: 'objects.next-with-errors',
    when: editing,
  },
  { keys: 'Alt+Shift+d', onApple: 'Control+Shift+d', command: 'objects.next-draft', when: editing },
  { keys: '$mod+]', command: 'objects.next', when: outsideCode },
  { keys: '$mod+[', command: 'objects.previous', when: outsideCode },
  // From wherever one types, as up from a folder; Escape goes there level by level.
  { keys: 'Alt+ArrowUp', command: 'shell.go-up', when: and(outsideCode, not(onList)) },
  { keys: '$mod+j', command: 'objects.focus-field', when: editing },
  { keys: '$mod+Shift+d', command: 'objects.duplicate-row', when: has('objects.isInRow') },
  { keys: '$mod+b', command: 'objects.format-text', args: { format: 'bold' }, when: inRichText },
  { keys: '$mod+i', command: 'objects.format-text', args: { format: 'italic' }, when: inRichText },
  {
    keys: '$mod+u',
    command: 'objects.format-text',
    args: { format: 'underline' },
    when: inRichText,
  },
  { keys: 'Alt+F10', command: 'objects.focus-text-tools', when: inRichText },
  // Without a selection the same keys open the palette.
  {
    keys: '$mod+k',
    command: 'objects.link-text',
    when: and(inRichText, has('objects.hasTextSelection')),
  },
]

export const keys: readonly KeyBinding[] = [...listKeys, ...sheetKeys, ...editorKeys]

/** What cells and texts take by themselves. */
export const widgetKeys: readonly WidgetKeys[] = [
  {
    id: 'objects.sheet',
    title: 'Sheet',
    within: '[data-sheet]',
    keys: [
      { keys: 'Enter', title: 'Edit the cell; save it and go down' },
      { keys: 'F2', title: 'Edit the cell' },
      { keys: 'Tab', title: 'Save the cell and go right' },
      { keys: 'Escape', title: 'Leave the cell as it was' },
      { keys: 'Delete', title: 'Clear the cells' },
      { keys: 'Shift+ArrowDown', title: 'Extend the selection' },
      { keys: '$mod+c', title: 'Copy' },
      { keys: '$mod+x', title: 'Cut' },
      { keys: '$mod+v', title: 'Paste' },
      { keys: '$mod+z', title: 'Undo' },
      { keys: '$mod+Shift+z', title: 'Redo' },
    ],
  },
  {
    id: 'objects.rich-text',
    title: 'Rich text',
    within: '[data-rich-text] [role="textbox"]',
    keys: [
      { keys: '/', title: 'Insert a block' },
      { keys: '$mod+z', title: 'Undo' },
      { keys: '$mod+Shift+z', title: 'Redo' },
      { keys: '$mod+Shift+v', title: 'Paste without formats' },
      { keys: 'Tab', title: 'Next cell of a table; else the tools' },
    ],
  },
]
