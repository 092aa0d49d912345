import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, Theme, type ThemeName, Toasts } from '@typecase/plugin-sdk/services'
import { FormSection } from '@typecase/ui/form'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { useSyncExternalStore } from 'react'

import { useSave } from './use-save.ts'

/** The theme of this browser. The profile also stores it, for browsers in which none was chosen. */
export function ThemeChoice() {
  const commands = useService(Commands)
  const toasts = useService(Toasts)
  const save = useSave()
  const theme = useService(Theme)
  const value = useSyncExternalStore(theme.subscribe, theme.get)

  async function handleChange(next: ThemeName) {
    await commands.run({ command: 'shell.set-theme', args: { theme: next } }, { source: 'button' })
    try {
      await save({ theme: next }, 'Theme saved')
    } catch {
      const message = 'This browser shows it, but it was not saved to your profile.'
      toasts.show({ message, tone: 'error' })
    }
  }

  return (
    <FormSection
      title="Theme"
      description="Also used in other browsers where you have not chosen a theme."
    >
      <div>
        <SegmentedControl
          aria-label="Theme"
          value={value}
          onChange={(next) => void handleChange(next)}
          segments={[
            { id: 'light', label: 'Light', icon: 'sun' },
            { id: 'dark', label: 'Dark', icon: 'moon' },
            { id: 'system', label: 'System', icon: 'monitor' },
          ]}
        />
      </div>
    </FormSection>
  )
}
