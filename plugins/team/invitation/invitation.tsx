import { projectsRoute } from '@typecase/content/routes'
import { DEFAULT_FAILURE } from '@typecase/contract/product'
import { getInvite, isInviteResource, type ReceivedInvite } from '@typecase/contract/invites'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useUnaskedDialog } from '@typecase/plugin-sdk/react/unasked-dialog'
import {
  Navigation,
  type OpenInvite,
  PendingInvite,
  Session,
  Toasts,
} from '@typecase/plugin-sdk/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { acceptInvitation, declineInvitation } from '../commands/invites.ts'
import styles from '../views/team.module.css'

/** The specification's message (section 8), shown instead of the client's default when the server sends none. */
const WRONG_ACCOUNT = 'Invite is for a different user, please login using the correct account.'

/** The invitation of a link, shown on all pages until it is answered. */
export default function Invitation() {
  const pending = useService(PendingInvite)
  const open = useSyncExternalStore(pending.subscribe, pending.get)
  return open ? <OpenInvitation key={open.invite_id} open={open} /> : null
}

function OpenInvitation({ open: { invite_id, resource } }: { open: OpenInvite }) {
  const services = useServices()
  const pending = useService(PendingInvite)
  const navigation = useService(Navigation)
  const toasts = useService(Toasts)
  const kind = isInviteResource(resource) ? resource : 'project'
  const { data, error, refetch } = useQuery({
    ...apiQueryOptions(services, getInvite, { query: { invite_id, resource: kind } }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

  // Navigation and one-time notifications are outside of React.
  useEffect(() => {
    if (!error || isApiError(error, 'conflict')) return
    if (isApiError(error, 'not_found', 'invalid')) {
      const isNamed = navigation.current().includes('invite_id')
      pending.clear()
      if (isNamed) void navigation.go('/404', { isReplace: true })
      return
    }
    toasts.show({
      message: `The invitation could not be loaded. ${error.message}`,
      tone: 'error',
      action: { label: 'Retry', run: () => void refetch() },
    })
  }, [error, navigation, pending, toasts, refetch])

  if (data) return <Answer invite={data.invite} />
  return isApiError(error, 'conflict') ? <WrongAccount message={error.message} /> : null
}

/** Asks whether to join. Escape postpones the question until the next visit. */
function Answer({ invite }: { invite: ReceivedInvite }) {
  const [isPutOff, setPutOff] = useState(false)
  const isOpen = useUnaskedDialog(!isPutOff)
  useProvideFacts({ 'team.hasInvitation': true })
  const { inviter, title, resource, role } = invite
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => setPutOff(!isStillOpen)}
      footer={
        <>
          <CommandButton command={declineInvitation} isPlain>
            Decline
          </CommandButton>
          <CommandButton command={acceptInvitation} variant="primary" isPlain>
            Accept
          </CommandButton>
        </>
      }
    >
      <div className={styles.sender}>
        <Avatar name={inviter.displayName} src={inviter.avatar} size={40} />
        <p>
          <strong>{inviter.displayName}</strong> invites you to this {resource}, with the role{' '}
          {role}.
        </p>
      </div>
    </Dialog>
  )
}

/** Shown when the invitation was sent to another address than that of the signed-in account. */
function WrongAccount({ message }: { message: string }) {
  const pending = useService(PendingInvite)
  const session = useService(Session)
  const { go } = useService(Navigation)
  const email = useUser().data?.email ?? ''
  const isOpen = useUnaskedDialog(true)

  function cancel() {
    pending.clear()
    void go(projectsRoute, { isReplace: true })
  }

  return (
    <Dialog
      title="Wrong account"
      description={message === DEFAULT_FAILURE ? WRONG_ACCOUNT : message}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) cancel()
      }}
      footer={
        <>
          <Button onPress={cancel}>Cancel</Button>
          <Button variant="primary" onPress={() => void session.logout()}>
            Logout
          </Button>
        </>
      }
    >
      <p>You&apos;re currently logged in as {email}</p>
    </Dialog>
  )
}
