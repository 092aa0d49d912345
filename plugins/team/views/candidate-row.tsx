import type { Candidate } from '@typecase/contract/teams'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Row, RowActions, RowName } from '@typecase/ui/row-list'

import { addMember } from '../commands/members.ts'
import type { TeamScope } from '../team-scope.ts'
import { nameOf } from '../words.ts'

interface CandidateRowProps {
  scope: TeamScope
  person: Candidate
  isCurrent: boolean
  isTabStop: boolean
}

/** A person outside the team who can be added without an invitation. */
export function CandidateRow({ scope, person, isCurrent, isTabStop }: CandidateRowProps) {
  const commands = useService(Commands)
  const { user_id, avatar_url, email } = person
  return (
    <Row isCurrent={isCurrent}>
      <RowName
        lead={<Avatar name={nameOf(person)} src={avatar_url} size={28} isDecorative />}
        details={email ?? undefined}
      >
        {nameOf(person)}
      </RowName>
      <RowActions>
        <Button
          variant="quiet"
          data-row={user_id}
          excludeFromTabOrder={!isTabStop}
          aria-label={`Add ${nameOf(person)}`}
          onPress={() =>
            void commands.run(refTo(addMember, { ...scope, user_id }), { source: 'button' })
          }
        >
          Add…
        </Button>
      </RowActions>
    </Row>
  )
}
