import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'

import { type RepeaterRow, repeaterRow } from '../session/editor-page.ts'

/** Defines a command for the repeater row that has the focus. */
const rowCommand = (
  name: string,
  title: string,
  { act, ...words }: { icon: string; keywords: readonly string[]; act: (row: RepeaterRow) => void },
) =>
  defineCommand({
    id: `editor.${name}`,
    formerIds: [`objects.${name}`],
    title,
    ...words,
    group: 'Row',
    effect: 'none',
    when: has('editor.isInRow'),
    runNow(_args, { page }) {
      const row = page(repeaterRow)
      if (row) act(row)
    },
  })

export const duplicateRow = rowCommand('duplicate-row', 'Duplicate row', {
  icon: 'copy',
  keywords: ['copy', 'repeater', 'clone'],
  act: (row) => row.duplicate(),
})

export const rowCommands: readonly AnyCommand[] = [
  duplicateRow,
  rowCommand('remove-row', 'Remove row', {
    icon: 'x',
    keywords: ['delete', 'repeater'],
    act: (row) => row.remove(),
  }),
  rowCommand('move-row-up', 'Move row up', {
    icon: 'arrow-up',
    keywords: ['order', 'before', 'repeater'],
    act: (row) => row.move(-1),
  }),
  rowCommand('move-row-down', 'Move row down', {
    icon: 'arrow-down',
    keywords: ['order', 'after', 'repeater'],
    act: (row) => row.move(1),
  }),
]
