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

/** Where this browser keeps that the account was welcomed. */
const WELCOMED = 'home.USER_WELCOMED'

/** How long someone new sees the page first (specification section 9). */
const DELAY = 500

/** Welcomes someone who signs in for the first time, unless an invitation waits for an answer. */
export default function Welcome() {
  const { data: user } = useUser()
  const storage = useService(Storage)
  const commands = useService(Commands)
  const invite = useService(PendingInvite)
  const isNew = user?.first_login === true && !user.support && storage.get(WELCOMED) !== true
  const [isClosed, setClosed] = useState(false)
  // An invitation that waits is answered first.
  const isInvited = useSyncExternalStore(invite.subscribe, () => invite.get() !== undefined)
  const isOpen = useUnaskedDialog(isNew && !isInvited && !isClosed, DELAY)

  async function close(next?: { command: string }) {
    setClosed(true)
    // At once, and also where the server does not answer: no one is welcomed twice in one browser.
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
