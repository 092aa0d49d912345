import type { Invite } from '@typecase/contract/invites'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Icon } from '@typecase/ui/icon'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { PlainButton } from '@typecase/ui/plain-button'
import { Time } from '@typecase/ui/time'

import { resendInvite, withdrawInvite } from '../commands/invites.ts'
import type { Place } from '../place.ts'
import { capital, nameOf } from '../words.ts'
import { Grants } from './grants.tsx'
import styles from './team.module.css'

interface InviteRowProps {
  place: Place
  invite: Invite
  titleOf: (bucketId: string) => string | undefined
  isCurrent: boolean
  isTabStop: boolean
}

/** An invitation that is not accepted yet. Enter shows what can be done with it. */
export function InviteRow({ place, invite, titleOf, isCurrent, isTabStop }: InviteRowProps) {
  const { id, email, role, bucket_roles, invited_by } = invite
  const me = useUser().data?.id
  const args = { ...place, id }
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <span className={styles.mail}>
        <Icon name="mail" size={14} />
      </span>
      <div className={styles.person}>
        <MenuTrigger>
          <PlainButton className={styles.name} data-row={id} excludeFromTabOrder={!isTabStop}>
            {email}
          </PlainButton>
          <Menu aria-label={`Actions of ${email}`}>
            <CommandMenuItem command={resendInvite} args={args}>
              Resend
            </CommandMenuItem>
            <CommandMenuItem command={withdrawInvite} args={args} isDestructive>
              Withdraw
            </CommandMenuItem>
          </Menu>
        </MenuTrigger>
        {invited_by ? (
          <span className={styles.faint}>
            Invited by {invited_by.id === me ? 'you' : nameOf(invited_by)}
          </span>
        ) : null}
      </div>
      <span className={styles.role}>{capital(role)}</span>
      <Grants place={place} role={role} grants={bucket_roles} titleOf={titleOf} />
      <Status invite={invite} />
    </li>
  )
}

function Status({ invite: { status, expires_at } }: { invite: Invite }) {
  if (status === 'pending') {
    return (
      <span className={styles.status}>
        <Icon name="clock" size={14} />
        until <Time value={expires_at} isDay />
      </span>
    )
  }
  return (
    <span className={styles.over}>
      <Icon name="triangle-alert" size={14} />
      {status === 'rejected' ? 'Declined' : 'Expired'}
    </span>
  )
}
