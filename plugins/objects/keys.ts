import type { KeyBinding, WidgetKeys } from '@typecase/plugin-sdk/keys'
import { and, eq, has, not, or, selection } from '@typecase/plugin-sdk/when'

import { isEditing } from '@typecase/content/object-facts'
import { onList } from './commands/object-command.ts'

const outsideText = and(onList, not(has('focus.inText')))

/** Keys of the list. The grid itself handles arrows and Enter, as any grid does. */
const listKeys: readonly KeyBinding[] = [
  // In another list, the key creates an item of that list.
  {
    keys: 'n',
    command: 'objects.new',
    when: not(or(isEditing, has('list.creates'))),
  },
  { keys: '/', command: 'objects.filter', when: onList },
  { keys: 'f', command: 'objects.add-filter', when: onList },
  { keys: 'e', command: 'objects.edit', when: onList },
  { keys: ']', command: 'objects.next-page', when: onList },
  { keys: '[', command: 'objects.previous-page', when: onList },
  // In a text field, the key selects the text.
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
    when: and(
      onList,
      selection('object'),
      not(has('peek.isOpen')),
      not(has('zen')),
      not(has('route.up')),
    ),
  },
]

/** Keys of every list of objects. */
const peekKeys: readonly KeyBinding[] = [
  { keys: 'Space', command: 'objects.peek' },
  {
    keys: 'Escape',
    command: 'objects.close-peek',
    // Files have no peek.
    when: and(not(has('zen')), not(eq('selection.kind', 'media'))),
  },
]

const splitKeys: readonly KeyBinding[] = [
  {
    keys: 'Alt+\\',
    onApple: 'Control+\\',
    command: 'objects.toggle-split',
    when: or(onList, isEditing),
  },
]

const inSheet = and(onList, has('objects.isSheet'), not(isEditing))

const cellStep = (keys: string, step: 'undo' | 'redo'): KeyBinding => ({
  keys,
  command: `objects.${step}-cells`,
  inText: false,
  when: and(inSheet, has(step === 'undo' ? 'objects.canUndoCells' : 'objects.canRedoCells')),
})

/**
 * Keys of the sheet. The focus is in a text field there, so the cells themselves handle arrows, Enter, F2, Escape, undo
 * and typing.
 */
const sheetKeys: readonly KeyBinding[] = [
  { keys: 's', command: 'objects.toggle-sheet', when: onList },
  { keys: '$mod+Alt+s', command: 'objects.toggle-sheet', when: onList },
  {
    keys: '$mod+s',
    command: 'objects.save-sheet',
    when: and(inSheet, has('objects.hasSheetEdits')),
  },
  { keys: '$mod+d', command: 'objects.fill-down', when: inSheet },
  // The cells have their own undo: it reverts pasted and filled cells before saved ones.
  ...['$mod+z'].map((keys) => cellStep(keys, 'undo')),
  ...['$mod+Shift+z', '$mod+y'].map((keys) => cellStep(keys, 'redo')),
  { keys: '$mod+e', command: 'objects.edit', when: inSheet },
]

export const keys: readonly KeyBinding[] = [...listKeys, ...peekKeys, ...splitKeys, ...sheetKeys]

/** Keys that cells handle themselves. */
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
]
