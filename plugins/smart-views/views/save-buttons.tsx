import { CommandButton } from '@typecase/plugin-sdk/react/command-button'

import { saveAs } from '../commands.ts'

/** The button next to those of the filter builder. */
export default function SaveButtons() {
  return (
    <CommandButton command={saveAs} isPlain>
      Save as smart view
    </CommandButton>
  )
}
