import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Icon } from '@typecase/ui/icon'

import { endSupport } from '../commands.ts'
import styles from './staff-list.module.css'

/** Says for as long as it is so that somebody else's account is on screen. */
export default function SupportBanner() {
  const { data: user } = useUser()
  if (!user?.support) return null
  return (
    <div className={styles.banner} role="status">
      <Icon name="eye" />
      <span>
        You see what {user.email} sees, as support ({user.support.by}). Nothing can be changed.
      </span>
      <CommandButton command={endSupport} isPlain />
    </div>
  )
}
