import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { and, has, not } from '@typecase/plugin-sdk/when'

import { copyID } from './commands/copy-id.ts'
import { discardChanges } from './commands/discard-changes.ts'
import { focusField } from './commands/focus-field.ts'
import { formatText, linkText } from './commands/format-text.ts'
import { nextObject, previousObject } from './commands/neighbours.ts'
import { publishAndNext } from './commands/publish-and-next.ts'
import { restoreChanges } from './commands/restore-changes.ts'
import { saveDraft } from './commands/save-draft.ts'
import { keepMine, saveResolved, takeTheirs } from './commands/settle-conflict.ts'

export { editorFacts } from './facts.ts'

export const editorCommands: readonly AnyCommand[] = [
  saveDraft,
  publishAndNext,
  discardChanges,
  restoreChanges,
  focusField,
  nextObject,
  previousObject,
  copyID,
  keepMine,
  takeTheirs,
  saveResolved,
  formatText,
  linkText,
]

const editing = has('objects.isEditing')
// In code the brackets indent, as in every editor.
const outsideCode = and(editing, not(has('focus.inCode')))
const inRichText = has('objects.inRichText')

export const editorKeys: readonly KeyBinding[] = [
  { keys: '$mod+s', command: saveDraft.id, when: editing },
  { keys: '$mod+Enter', command: 'objects.publish', when: editing },
  { keys: '$mod+Shift+Enter', command: publishAndNext.id, when: editing },
  { keys: '$mod+]', command: nextObject.id, when: outsideCode },
  { keys: '$mod+[', command: previousObject.id, when: outsideCode },
  { keys: '$mod+j', command: focusField.id, when: editing },
  { keys: '$mod+b', command: formatText.id, args: { format: 'bold' }, when: inRichText },
  { keys: '$mod+i', command: formatText.id, args: { format: 'italic' }, when: inRichText },
  // Without a selection the same keys open the palette.
  { keys: '$mod+k', command: linkText.id, when: and(inRichText, has('objects.hasTextSelection')) },
]
