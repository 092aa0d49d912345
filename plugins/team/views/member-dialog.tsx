import { usePending } from '@typecase/plugin-sdk/react/pending'
import type { TeamMember } from '@typecase/contract/teams'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { changeRole } from '../commands/members.ts'
import type { TeamScope } from '../team-scope.ts'
import { teamQuery } from '../queries.ts'
import { nameOf, rolesToGive, whyFixed } from '../words.ts'
import { RoleFields, type RoleValue } from './role-fields.tsx'
import { useBuckets } from './use-buckets.ts'

interface MemberDialogProps {
  scope: TeamScope
  /** Id of the member; undefined closes the dialog. */
  userID: string | undefined
  onClose: () => void
}

/** The role of a member, and the buckets that they have access to. */
export function MemberDialog({ scope, userID, onClose }: MemberDialogProps) {
  const { data } = useQuery(teamQuery(useServices(), scope))
  const member = data?.members.find((one) => one.user_id === userID)
  if (!member || !data) return null
  return (
    <Dialog
      title={nameOf(member)}
      description={member.email ?? undefined}
      size="medium"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <MemberForm scope={scope} member={member} members={data.members} onSaved={onClose} />
    </Dialog>
  )
}

interface MemberFormProps {
  scope: TeamScope
  member: TeamMember
  members: readonly TeamMember[]
  onSaved: () => void
}

function MemberForm({ scope, member, members, onSaved }: MemberFormProps) {
  const commands = useService(Commands)
  const mine = useFacts((facts) => facts[`${scope.resource}.role`])
  const buckets = useBuckets(scope)
  const [value, setValue] = useState<RoleValue>({ role: member.role, grants: member.bucket_roles })
  const [isPending, during] = usePending()
  const fixed = whyFixed(member, members, scope.resource)
  const roles = rolesToGive(mine)

  async function save() {
    if (fixed !== undefined || isPending) return
    const isByBucket = scope.resource === 'project' && value.role === 'user'
    const outcome = await during(() =>
      commands.run(
        refTo(changeRole, {
          ...scope,
          user_id: member.user_id,
          role: value.role,
          ...(isByBucket && { bucket_roles: [...value.grants] }),
        }),
        { source: 'button' },
      ),
    )
    if (outcome?.undo) onSaved()
  }

  return (
    <Form aria-label="Role" onSubmit={() => void save()}>
      <RoleFields
        scope={scope}
        roles={roles.includes(member.role) ? roles : [member.role, ...roles]}
        value={value}
        onChange={setValue}
        buckets={buckets}
      />
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending} disabledReason={fixed}>
          Save role
        </Button>
      </DialogFooter>
    </Form>
  )
}
