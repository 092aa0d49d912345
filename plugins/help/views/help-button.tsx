import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Button } from '@typecase/ui/button'

/** The question mark in the top bar. */
export default function HelpButton() {
  const { run } = useCommand('help.show-keys')
  return (
    <Button
      variant="quiet"
      icon="circle-question-mark"
      aria-label="Keyboard shortcuts"
      kbd="Shift+?"
      onPress={() => void run()}
    />
  )
}
