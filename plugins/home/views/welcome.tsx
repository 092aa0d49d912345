import { PRODUCT } from '@typecase/contract/product'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, PendingInvite, Storage } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { useEffect, useState } from 'react'

import { tryContent, WELCOMED, welcomed } from '../commands.ts'

/** How long somebody new sees the page first (specification section 9). */
const DELAY = 500

/** Welcomes somebody who signs in for the first time, unless an invitation waits for an answer. */
export default function Welcome() {
  const { data: user } = useUser()
  const storage = useService(Storage)
  const commands = useService(Commands)
  const invite = useService(PendingInvite)
  const isNew = user?.first_login === true && !user.support && storage.get(WELCOMED) !== true
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isNew) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // An invitation that waits is answered first.
    const wait = () => {
      clearTimeout(timer)
      if (!invite.get()) timer = setTimeout(() => setOpen(true), DELAY)
    }
    wait()
    const stop = invite.subscribe(wait)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isNew, invite])

  async function close(next?: { command: string }) {
    setOpen(false)
    await commands.run(refTo(welcomed))
    if (next) await commands.run(next, { source: 'button' })
  }

  return (
    <Dialog
      title={`Welcome to ${PRODUCT}!`}
      description="Get started by creating your first project"
      isOpen={isOpen && isNew}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) void close()
      }}
    >
      <DialogFooter>
        <Button onPress={() => void close(refTo(tryContent))}>Try it with content</Button>
        <Button variant="primary" autoFocus onPress={() => void close({ command: 'projects.new' })}>
          Get started
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
