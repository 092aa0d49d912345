import type { Candidate } from '@typecase/contract/teams'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { PlainButton } from '@typecase/ui/plain-button'

import { addMember } from '../commands/members.ts'
import type { Place } from '../place.ts'
import { nameOf } from '../words.ts'
import styles from './team.module.css'

interface CandidateRowProps {
  place: Place
  person: Candidate
  isCurrent: boolean
  isTabStop: boolean
}

/** Somebody beside the team, who can be added without an invitation. */
export function CandidateRow({ place, person, isCurrent, isTabStop }: CandidateRowProps) {
  const commands = useService(Commands)
  const { user_id, avatar_url, email } = person
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <Avatar name={nameOf(person)} src={avatar_url} size={28} isDecorative />
      <div className={styles.person}>
        <span className={styles.name}>{nameOf(person)}</span>
        <span className={styles.faint}>{email}</span>
      </div>
      <span />
      <span />
      <PlainButton
        className={styles.add}
        data-row={user_id}
        excludeFromTabOrder={!isTabStop}
        aria-label={`Add ${nameOf(person)}`}
        onPress={() =>
          void commands.run(refTo(addMember, { ...place, user_id }), { source: 'button' })
        }
      >
        Add…
      </PlainButton>
    </li>
  )
}
