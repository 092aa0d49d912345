import type { Invite } from '@typecase/contract/invites'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Row, RowActions, RowName, RowProblem } from '@typecase/ui/row-list'
import { Time } from '@typecase/ui/time'

import { resendInvite, withdrawInvite } from '../commands/invites.ts'
import type { TeamScope } from '../team-scope.ts'
import { capital, nameOf } from '../words.ts'
import { Grants } from './grants.tsx'
import styles from './team.module.css'

interface InviteRowProps {
  scope: TeamScope
  invite: Invite
  titleOf: (bucketId: string) => string | undefined
  isCurrent: boolean
  isTabStop: boolean
}

/** An invitation that has not been accepted. The list's keyboard focus is on its first button, which sends it again. */
export function InviteRow({ scope, invite, titleOf, isCurrent, isTabStop }: InviteRowProps) {
  const { id, email, role, bucket_roles } = invite
  const commands = useService(Commands)
  const args = { ...scope, id }
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName
        lead={
          <span className={styles.mail}>
            <Icon name="mail" size={14} />
          </span>
        }
        details={<Status invite={invite} />}
      >
        {email}
      </RowName>
      <span className={styles.role}>{capital(role)}</span>
      <Grants scope={scope} role={role} grants={bucket_roles} titleOf={titleOf} />
      <RowActions>
        <Button
          data-row={id}
          excludeFromTabOrder={!isTabStop}
          aria-label={`Resend to ${email}`}
          onPress={() => void commands.run(refTo(resendInvite, args), { source: 'button' })}
        >
          Resend
        </Button>
        <CommandButton
          command={withdrawInvite}
          args={args}
          variant="quiet"
          isPlain
          excludeFromTabOrder={!isTabStop}
        >
          Withdraw
        </CommandButton>
      </RowActions>
    </Row>
  )
}

function Status({ invite: { status, expires_at, invited_by } }: { invite: Invite }) {
  const me = useUser().data?.id
  if (status !== 'pending') {
    return <RowProblem>{status === 'rejected' ? 'Declined' : 'Expired'}</RowProblem>
  }
  return (
    <span>
      {invited_by ? `Invited by ${invited_by.id === me ? 'you' : nameOf(invited_by)}, ` : ''}
      valid until <Time value={expires_at} isDay />
    </span>
  )
}
