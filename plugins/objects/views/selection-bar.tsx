import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Toolbar, ToolbarSpace } from '@typecase/ui/toolbar'
import { formatNumber } from '@typecase/ui/format'

import { deleteObjects } from '../commands/delete.ts'
import { replace, setField } from '../commands/edit.ts'
import { publish, unpublish } from '../commands/publish.ts'
import { clearSelection, selectAllMatching } from '../commands/selection.ts'
import styles from './object-list.module.css'
import type { ObjectListState } from './use-object-list.ts'

/** Shows the actions for the selected objects. */
export function SelectionBar({ list }: { list: ObjectListState }) {
  const { ids, value } = useSelection('object')
  const total = list.total ?? 0
  const rows = list.page.data?.objects.length ?? 0
  const count = value?.query ? (value.total ?? ids.length) : ids.length
  if (count === 0) return null
  return (
    <Toolbar aria-label="Selection" look="bar">
      <span className={styles.chosen}>
        <b>{formatNumber(count)} selected</b> <span>of {formatNumber(total)}</span>
      </span>
      <CommandButton command={publish} isPlain />
      <CommandButton command={unpublish} isPlain />
      <CommandButton command={setField} isPlain />
      <CommandButton command={replace} isPlain />
      <Slot name="list.selection" props={{}} />
      <CommandButton command={deleteObjects} isPlain>
        Delete
      </CommandButton>
      {!value?.query && total > rows && ids.length >= rows ? (
        <CommandButton command={selectAllMatching} variant="quiet" isPlain>
          Select all {formatNumber(total)}
        </CommandButton>
      ) : null}
      <CommandButton command="shell.show-actions" isPlain>
        More
      </CommandButton>
      <ToolbarSpace />
      <CommandButton command={clearSelection} variant="quiet" isPlain>
        Clear
      </CommandButton>
    </Toolbar>
  )
}
