import { PlainButton } from '@typecase/ui/plain-button'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Palette } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Kbd } from '@typecase/ui/kbd'

import { Path } from './path.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

/** The top bar: path, command field, help and user. */
export function TopBar() {
  return (
    <header className={styles.bar}>
      <Path />
      <CommandField />
      <div className={styles.end}>
        <Slot isInline name="shell.top" props={{}} />
        <Help />
        <UserMenu />
      </div>
    </header>
  )
}

/** Opens the palette by mouse. It looks like a field, because it opens one. */
function CommandField() {
  const palette = useService(Palette)
  const { keys } = useCommand('shell.open-palette')
  return (
    <PlainButton
      className={styles.field}
      aria-label="Search or run a command"
      keys={keys[0]}
      aria-haspopup="dialog"
      onPress={() => palette.open()}
    >
      <Icon name="search" size={14} />
      <span className={styles.hint}>Search or run a command</span>
      {keys[0] ? <Kbd binding={keys[0]} isSplit /> : null}
    </PlainButton>
  )
}

/** The help of a plugin. Until one provides it, the button opens the palette with all commands. */
function Help() {
  const palette = useService(Palette)
  const hasHelp = useFills('shell.help').length > 0
  if (hasHelp) return <Slot isInline name="shell.help" props={{}} />
  return (
    <Button
      variant="quiet"
      icon="circle-question-mark"
      aria-label="Help"
      onPress={() => palette.open({ query: '>' })}
    />
  )
}
