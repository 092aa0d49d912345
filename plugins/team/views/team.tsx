import { useServices } from '@typecase/plugin-sdk/react/services'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { formatCount } from '@typecase/ui/count'
import { Page, PageHeader } from '@typecase/ui/page'
import { Inspector, SplitLayout } from '@typecase/ui/split-layout'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@typecase/ui/format'

import { invitePeople } from '../commands/invites.ts'
import type { TeamScope } from '../team-scope.ts'
import { invitesQuery, teamQuery, titleQuery } from '../queries.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { RoleGuide } from './role-guide.tsx'
import { TeamList } from './team-list.tsx'
import styles from './team.module.css'

interface TeamProps {
  scope: TeamScope
  /** The dialog that is open. */
  dialog: { open?: 'invite'; member?: string }
  onClose: () => void
}

/** The page of a team: its members and invitations, and the permissions of each role. */
export function Team({ scope, dialog, onClose }: TeamProps) {
  const services = useServices()
  const title = useQuery<unknown, Error, string>(titleQuery(services, scope) as never).data
  const { data } = useQuery(teamQuery(services, scope))
  const me = data?.members.find(({ email }) => email !== null)
  const invites = useQuery({
    ...invitesQuery(services, scope),
    enabled: me !== undefined && me.role !== 'user',
  }).data?.total
  const counts = [
    data && formatCount(data.total, 'person'),
    invites ? `${formatNumber(invites)} invited` : undefined,
  ].filter(Boolean)
  return (
    <SplitLayout
      inspector={
        <Inspector aria-label="Roles">
          <RoleGuide scope={scope} />
        </Inspector>
      }
    >
      <Page>
        <PageHeader title="Team" detail={counts.join(', ')}>
          <CommandButton command={invitePeople} args={scope} variant="primary">
            Invite people
          </CommandButton>
        </PageHeader>
        {title === undefined ? null : (
          <p className={styles.text}>
            Everyone who works in the {scope.resource} {title}.
          </p>
        )}
        <TeamList scope={scope} hasSearch />
      </Page>
      <InviteDialog
        key={scope.resource_id}
        scope={scope}
        isOpen={dialog.open === 'invite'}
        onClose={onClose}
      />
      <MemberDialog scope={scope} userID={dialog.member} onClose={onClose} />
    </SplitLayout>
  )
}
