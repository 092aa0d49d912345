import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { Button } from '@typecase/ui/button'

interface CopyButtonProps {
  text: string
  /** Says what was copied. */
  copied: string
  onCopy?: () => void
  children: string
}

/** Copies a text; where the browser does not allow it, says how else. */
export function CopyButton({ text, copied, onCopy, children }: CopyButtonProps) {
  const copy = useCopy()

  async function handlePress() {
    if (await copy(text, copied)) onCopy?.()
  }

  return (
    <Button icon="copy" onPress={() => void handlePress()}>
      {children}
    </Button>
  )
}
