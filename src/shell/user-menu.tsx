import { PlainButton } from '@typecase/ui/plain-button'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Theme } from '@typecase/plugin-sdk/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Avatar } from '@typecase/ui/avatar'
import { Popover } from '@typecase/ui/popover'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { useRef, useState, useSyncExternalStore } from 'react'

import { nameOf } from '../session/display-name.ts'
import styles from './user-menu.module.css'

/** The signed-in user, with a menu of the account's commands. */
export function UserMenu() {
  const { data } = useUser()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  const name = nameOf(data)
  return (
    <>
      <PlainButton
        ref={trigger}
        className={styles.trigger}
        aria-label="Account"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Avatar name={name} src={data.avatar_url} isDecorative />
      </PlainButton>
      <Popover
        aria-label="Account"
        placement="bottom end"
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isFlush
      >
        <div className={styles.menu}>
          <div className={styles.person}>
            <Avatar name={name} src={data.avatar_url} size={36} isDecorative />
            <div>
              <p className={styles.name}>{name}</p>
              {name === data.email ? null : <p className={styles.email}>{data.email}</p>}
            </div>
          </div>
          <div className={styles.rows}>
            <Slot isInline name="shell.user" props={{ close: () => setOpen(false) }} />
          </div>
          <ThemeChoice />
          <div className={styles.rows}>
            <CommandButton command="session.log-out" variant="quiet" />
          </div>
        </div>
      </Popover>
    </>
  )
}

function ThemeChoice() {
  const theme = useService(Theme)
  const value = useSyncExternalStore(theme.subscribe, theme.get)
  return (
    <div className={styles.theme}>
      <SegmentedControl
        aria-label="Theme"
        value={value}
        // The keys are those below, which are all themes.
        onChange={(next) => theme.set(next)}
        segments={[
          { id: 'light', label: 'Light' },
          { id: 'dark', label: 'Dark' },
          { id: 'system', label: 'System' },
        ]}
      />
    </div>
  )
}
