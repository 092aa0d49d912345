import { usePending } from '@typecase/plugin-sdk/react/pending'
import { email as isEmail } from '@typecase/contract/field-rules'
import { INVITE_DAYS } from '@typecase/contract/invites'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { sendInvites } from '../commands/invites.ts'
import type { TeamScope } from '../team-scope.ts'
import { rolesToGive } from '../words.ts'
import { RoleFields, type RoleValue } from './role-fields.tsx'
import { useBuckets } from './use-buckets.ts'

interface InviteDialogProps {
  scope: TeamScope
  isOpen: boolean
  onClose: () => void
}

/**
 * Invites one or more addresses by e-mail. Addresses that could not be invited stay in the field, and its text stays
 * when the dialog is closed.
 */
export function InviteDialog({ scope, isOpen, onClose }: InviteDialogProps) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<RoleValue>({ role: 'user', grants: [] })
  return (
    <Dialog
      title="Invite people"
      description={`Each gets an e-mail with a link that is valid for ${INVITE_DAYS} days.`}
      size="medium"
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <InviteForm
        scope={scope}
        text={text}
        onTextChange={setText}
        role={role}
        onRoleChange={setRole}
        onSent={() => {
          setText('')
          onClose()
        }}
      />
    </Dialog>
  )
}

const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
]

/** Returns what is wrong with the addresses, naming the first invalid one. */
function problemOf(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return 'E-mail addresses is a required field'
  const broken = addresses.find((address) => isEmail('', address) !== undefined)
  return broken && `“${broken}” must be a valid email`
}

interface InviteFormProps {
  scope: TeamScope
  text: string
  onTextChange: (text: string) => void
  role: RoleValue
  onRoleChange: (role: RoleValue) => void
  onSent: () => void
}

function InviteForm(props: InviteFormProps) {
  const { scope, text, onTextChange, role: value, onRoleChange, onSent } = props
  const commands = useService(Commands)
  const mine = useFacts((facts) => facts[`${scope.resource}.role`])
  const buckets = useBuckets(scope)
  const [refused, setRefused] = useState<string>()
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const emails = addressesIn(text)
  const problem = problemOf(emails) ?? refused
  const isByBucket = scope.resource === 'project' && value.role === 'user'

  async function send() {
    setSent(true)
    setRefused(undefined)
    if (isPending || problemOf(emails)) return
    const outcome = await during(() =>
      commands.run(
        refTo(sendInvites, {
          ...scope,
          emails,
          role: value.role,
          ...(isByBucket && { bucket_roles: [...value.grants] }),
        }),
        { source: 'button' },
      ),
    )
    const failures = outcome?.failures ?? []
    if (outcome?.message && failures.length === 0) return onSent()
    onTextChange(failures.map(({ id }) => id).join(', '))
    setRefused(failures.map(({ id, reason }) => `${id}: ${reason}`).join(' '))
  }

  return (
    <Form aria-label="Invite people" onSubmit={() => void send()}>
      <TextField
        label="E-mail addresses"
        description="Separate several with spaces or commas."
        value={text}
        onChange={(next) => {
          onTextChange(next)
          setRefused(undefined)
        }}
        errorMessage={problem}
        {...(isSent && { isTouched: true })}
        inputMode="email"
        autoComplete="off"
        autoFocus
        isRequired
      />
      <RoleFields
        scope={scope}
        roles={rolesToGive(mine)}
        value={value}
        onChange={onRoleChange}
        buckets={buckets}
      />
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {emails.length > 1 ? `Send ${emails.length} invitations` : 'Send invitation'}
        </Button>
      </DialogFooter>
    </Form>
  )
}
