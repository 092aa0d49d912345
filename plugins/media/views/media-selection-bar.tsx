import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { Toolbar, ToolbarSpace } from '@typecase/ui/toolbar'
import { formatNumber } from '@typecase/ui/format'

import { deleteMedia, moveMedia, setAltText } from '../commands/bulk.ts'
import { clearMediaSelection } from '../commands/browse.ts'

/** Shows the actions for the selected media. */
export function MediaSelectionBar({ total }: { total: number }) {
  const { ids, value } = useSelection('media')
  const count = value?.query ? (value.total ?? ids.length) : ids.length
  if (count === 0) return null
  return (
    <Toolbar aria-label="Selection" look="bar">
      <span>
        <b>{formatNumber(count)} selected</b> of {formatNumber(total)}
      </span>
      <CommandButton command={moveMedia} isPlain>
        Move to…
      </CommandButton>
      <CommandButton command={setAltText} isPlain>
        Set alt text
      </CommandButton>
      <CommandButton command={deleteMedia} isPlain>
        Delete
      </CommandButton>
      <ToolbarSpace />
      <CommandButton command={clearMediaSelection} variant="quiet" isPlain>
        Clear
      </CommandButton>
    </Toolbar>
  )
}
