import { useService } from '@typecase/plugin-sdk/react/services'
import { Toasts } from '@typecase/plugin-sdk/services'
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
  const toasts = useService(Toasts)

  async function handlePress() {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ message: copied, tone: 'success' })
      onCopy?.()
    } catch {
      const message = 'This browser does not let pages copy. Select the text and copy it.'
      toasts.show({ message, tone: 'error' })
    }
  }

  return (
    <Button icon="copy" onPress={() => void handlePress()}>
      {children}
    </Button>
  )
}
