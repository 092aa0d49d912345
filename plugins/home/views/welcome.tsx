import { newProject } from '@typecase/content/commands'
import { PRODUCT } from '@typecase/contract/product'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUnaskedDialog } from '@typecase/plugin-sdk/react/unasked-dialog'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, PendingInvite, Storage } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { useState, useSyncExternalStore } from 'react'

import { tryContent, welcomed } from '../commands.ts'

/** Key for whether the account was welcomed in this browser. */
const WELCOMED = 'home.USER_WELCOMED'

/** Milliseconds for which new users see the page before the welcome (specification section 9). */
const DELAY = 500

/** Welcomes users who sign in for the first time, unless an invitation waits for an answer. */
export default function Welcome() {
  const { data: user } = useUser()
  const storage = useService(Storage)
  const commands = useService(Commands)
  const invite = useService(PendingInvite)
  const isNew = user?.first_login === true && !user.support && storage.get(WELCOMED) !== true
  const [isClosed, setClosed] = useState(false)
  // A pending invitation is answered first.
  const isInvited = useSyncExternalStore(invite.subscribe, () => invite.get() !== undefined)
  const isOpen = useUnaskedDialog(isNew && !isInvited && !isClosed, DELAY)

  async function close(next?: { command: string }) {
    setClosed(true)
    // Stored at once, so that no one is welcomed twice in a browser even if the server does not answer.
    storage.set(WELCOMED, true)
    await commands.run(refTo(welcomed))
    if (next) await commands.run(next, { source: 'button' })
  }

  return (
    <Dialog
      title={`Welcome to ${PRODUCT}!`}
      description="Get started by creating your first project"
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) void close()
      }}
    >
      <DialogFooter>
        <Button onPress={() => void close(refTo(tryContent))}>Try it with content</Button>
        <Button variant="primary" autoFocus onPress={() => void close(refTo(newProject))}>
          Get started
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
