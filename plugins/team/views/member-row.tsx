import type { TeamMember } from '@typecase/contract/teams'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { Row, RowActions, RowButton, RowName } from '@typecase/ui/row-list'
import { Select } from '@typecase/ui/select'

import { changeRole, editMember, leaveTeam, removeMember } from '../commands/members.ts'
import type { TeamScope } from '../team-scope.ts'
import { capital, nameOf, rolesToGive, whyFixed } from '../words.ts'
import { Grants } from './grants.tsx'
import styles from './team.module.css'

interface MemberRowProps {
  scope: TeamScope
  member: TeamMember
  members: readonly TeamMember[]
  titleOf: (bucketId: string) => string | undefined
  isCurrent: boolean
  isTabStop: boolean
}

/** A member of a team with role, buckets and actions. Enter opens the role. */
export function MemberRow(props: MemberRowProps) {
  const { scope, member, members, titleOf, isCurrent, isTabStop } = props
  const commands = useService(Commands)
  const isMe = useUser().data?.id === member.user_id
  const { user_id, avatar_url, email, role, bucket_roles } = member
  const name = nameOf(member)
  const args = { ...scope, user_id }
  const fixed = whyFixed(member, members, scope.resource)
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName
        lead={<Avatar name={name} src={avatar_url} size={28} isDecorative />}
        details={email === null || email === name ? undefined : email}
      >
        <RowButton
          data-row={user_id}
          excludeFromTabOrder={!isTabStop}
          isBlocked={!isMe && fixed !== undefined}
          title={fixed}
          onPress={() => void commands.run(refTo(editMember, args), { source: 'button' })}
        >
          {name}
        </RowButton>
        {isMe ? <span className={styles.you}>you</span> : null}
      </RowName>
      <RoleChoice {...props} fixed={fixed} />
      <Grants scope={scope} role={role} grants={bucket_roles} titleOf={titleOf} />
      <RowActions>
        <MenuTrigger>
          <Button
            icon="ellipsis"
            variant="quiet"
            aria-label={`Actions of ${name}`}
            excludeFromTabOrder={!isTabStop}
          />
          <Menu aria-label={`Actions of ${name}`} placement="bottom end">
            <CommandMenuItem command={editMember} args={args} disabledReason={fixed} />
            <CommandMenuItem command={changeRole} args={args} disabledReason={fixed} />
            {isMe ? (
              <CommandMenuItem
                command={leaveTeam}
                args={scope}
                disabledReason={fixed}
                isDestructive
              />
            ) : (
              <CommandMenuItem
                command={removeMember}
                args={args}
                disabledReason={fixed}
                isDestructive
              />
            )}
          </Menu>
        </MenuTrigger>
      </RowActions>
    </Row>
  )
}

/** The role, as a choice if the user may change it. Users cannot change their own role. */
function RoleChoice({
  scope,
  member,
  fixed,
  isTabStop,
}: MemberRowProps & { fixed: string | undefined }) {
  const commands = useService(Commands)
  const mine = useFacts((facts) => facts[`${scope.resource}.role`])
  const { user_id, role, from_workspace } = member
  const roles = rolesToGive(mine)
  if (fixed !== undefined || !roles.includes(role)) {
    return (
      <span className={styles.role}>
        {capital(role)}
        {from_workspace ? <Chip>From the workspace</Chip> : null}
      </span>
    )
  }
  return (
    <Select
      aria-label={`Role of ${nameOf(member)}`}
      options={roles.map((one) => ({ id: one, label: capital(one) }))}
      value={role}
      isSmall
      excludeFromTabOrder={!isTabStop}
      onChange={(next) => {
        const chosen = roles.find((one) => one === next)
        if (!chosen || chosen === role) return
        void commands.run(refTo(changeRole, { ...scope, user_id, role: chosen }), {
          source: 'button',
        })
      }}
    />
  )
}
