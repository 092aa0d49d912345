import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { Announcer, Storage } from '@typecase/plugin-sdk/services'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { sheetKey } from '../list/preferences.ts'
import { sheetPage } from '../sheet/sheet-page.ts'
import { group, onList, whyNoList } from './object-command.ts'

const inSheet = and(onList, has('objects.isSheet'))
const hasEdits = and(inSheet, has('objects.hasSheetEdits'))

export const toggleSheet = defineCommand({
  id: 'objects.toggle-sheet',
  title: 'Switch between list and sheet',
  aliases: ['Sheet mode', 'Spreadsheet'],
  keywords: ['cells', 'edit in place', 'grid', 'excel', 'paste'],
  group,
  icon: 'table',
  order: 42,
  when: and(onList, can('objects:write'), has('objects.type')),
  why: whyNoList,
  effect: 'none',
  /** Saves the choice for this bucket and type, or for the smart view. */
  runNow(_args, { services, facts }) {
    const storage = services.get(Storage)
    const view = facts['list.smartViewID']
    const key = sheetKey(bucketSlugOf(facts), facts['objects.type'], view)
    const isSheet = storage.get(key) === true
    if (isSheet) storage.remove(key)
    else storage.set(key, true)
    services.get(Announcer).say(isSheet ? 'List.' : 'Sheet: cells can be edited in place.')
  },
})

export const saveSheet = defineCommand({
  id: 'objects.save-sheet',
  title: 'Save the sheet',
  aliases: ['Save cells'],
  keywords: ['store', 'draft', 'write'],
  group,
  icon: 'save',
  order: 5,
  when: and(hasEdits, can('objects:write')),
  effect: 'write',
  load: async () => (await import('./sheet-runs.ts')).saveSheet,
})

export const fillDown = defineCommand({
  id: 'objects.fill-down',
  title: 'Fill down',
  keywords: ['copy', 'cells', 'below', 'same'],
  group,
  icon: 'arrow-down',
  when: inSheet,
  why: () => 'Switch to the sheet first.',
  effect: 'none',
  runNow: (_args, { page }) => page(sheetPage)?.fillDown(),
})

export const clearCells = defineCommand({
  id: 'objects.clear-cells',
  title: 'Clear cells',
  keywords: ['empty', 'delete', 'remove', 'values'],
  group,
  icon: 'x',
  when: inSheet,
  why: () => 'Switch to the sheet first.',
  effect: 'none',
  runNow: (_args, { page }) => page(sheetPage)?.clear(),
})

export const undoCells = defineCommand({
  id: 'objects.undo-cells',
  title: 'Undo in cells',
  keywords: ['back', 'paste', 'typed'],
  group,
  icon: 'undo-2',
  when: and(inSheet, has('objects.canUndoCells')),
  why: () => 'The sheet has no unsaved changes.',
  effect: 'none',
  runNow: (_args, { page }) => page(sheetPage)?.edits.undo(),
})

export const redoCells = defineCommand({
  id: 'objects.redo-cells',
  title: 'Redo in cells',
  keywords: ['again', 'paste', 'typed'],
  group,
  icon: 'redo-2',
  when: and(inSheet, has('objects.canRedoCells')),
  why: () => 'There is nothing to redo in the sheet.',
  effect: 'none',
  runNow: (_args, { page }) => page(sheetPage)?.edits.redo(),
})

/** "Undo in cells" brings the discarded edits back. */
export const discardCells = defineCommand({
  id: 'objects.discard-cells',
  title: 'Discard unsaved cells',
  aliases: ['Discard what was typed'],
  keywords: ['revert', 'reset', 'throw away', 'unsaved'],
  group,
  icon: 'rotate-ccw',
  when: hasEdits,
  why: () => 'The sheet has no unsaved changes.',
  effect: 'none',
  runNow(_args, { services, page }) {
    page(sheetPage)?.edits.change({})
    services.get(Announcer).say('Discarded. Undo restores the cells.')
  },
})

/** One field of one object. The palette asks for the value as “Set field” does. */
export const chooseArgs = () =>
  type({ scope: scope(), field: 'string', op: "'set'", 'value?': 'unknown' })

export const chooseCell = defineCommand({
  id: 'objects.choose-cell',
  title: 'Choose for the cell',
  group,
  icon: 'pencil',
  isInternal: true,
  when: inSheet,
  effect: 'none',
  args: chooseArgs,
  ask: {
    value: {
      kind: 'by',
      title: 'Value',
      isNeeded: () => true,
      ask: async (context) => (await import('./value-ask.ts')).askOfValue(context),
    },
  },
  load: async () => (await import('./sheet-runs.ts')).chooseCell,
})

export const sheetCommands: readonly AnyCommand[] = [
  toggleSheet,
  saveSheet,
  fillDown,
  clearCells,
  undoCells,
  redoCells,
  discardCells,
  chooseCell,
]
