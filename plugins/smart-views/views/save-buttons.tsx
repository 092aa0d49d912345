import { CommandButton } from '@typecase/plugin-sdk/react/command-button'

import { saveAs } from '../commands.ts'

/** Next to the buttons of the filter builder. */
export default function SaveButtons() {
  return (
    <CommandButton command={saveAs} isPlain>
      Save as smart view
    </CommandButton>
  )
}
