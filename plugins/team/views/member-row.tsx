import type { TeamMember } from '@typecase/contract/teams'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { PlainButton } from '@typecase/ui/plain-button'

import { changeRole, editMember, leaveTeam, removeMember } from '../commands/members.ts'
import type { Place } from '../place.ts'
import { capital, grantsInWords, nameOf, whyFixed } from '../words.ts'
import styles from './team.module.css'

interface MemberRowProps {
  place: Place
  member: TeamMember
  members: readonly TeamMember[]
  titleOf: (bucketId: string) => string | undefined
  isCurrent: boolean
  isTabStop: boolean
}

/** One person of a team: who, the role, the buckets, and what can be done. Enter opens the role. */
export function MemberRow(props: MemberRowProps) {
  const { place, member, members, titleOf, isCurrent, isTabStop } = props
  const commands = useService(Commands)
  const isMe = useUser().data?.id === member.user_id
  const { user_id, avatar_url, email, role, from_workspace, bucket_roles } = member
  const name = nameOf(member)
  const args = { ...place, user_id }
  const fixed = whyFixed(member, members, place.resource)
  const isProject = place.resource === 'project'
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <Avatar name={name} src={avatar_url} size={28} isDecorative />
      <div className={styles.person}>
        <span className={styles.line}>
          <PlainButton
            className={styles.name}
            data-row={user_id}
            excludeFromTabOrder={!isTabStop}
            isBlocked={!isMe && fixed !== undefined}
            title={fixed}
            onPress={() => void commands.run(refTo(editMember, args), { source: 'button' })}
          >
            {name}
          </PlainButton>
          {isMe ? <span className={styles.faint}>you</span> : null}
        </span>
        {email === null || email === name ? null : <span className={styles.faint}>{email}</span>}
      </div>
      <span className={styles.role}>
        {capital(role)}
        {from_workspace ? <Chip>From the workspace</Chip> : null}
      </span>
      <span className={styles.buckets}>
        {!isProject ? null : role === 'user' ? grantsInWords(bucket_roles, titleOf) : 'All buckets'}
      </span>
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
              args={place}
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
    </li>
  )
}
