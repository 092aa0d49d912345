import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { TextField } from '@typecase/ui/text-field'
import type { SubmitEvent } from 'react'
import { useState } from 'react'

import type { OpenConfirmation } from '../core/dialogs.ts'

interface ConfirmDialogProps {
  question: OpenConfirmation
  isOpen: boolean
}

/** Asks for confirmation before an action that is hard to undo. */
export function ConfirmDialog({ question, isOpen }: ConfirmDialogProps) {
  const { title, text, action, isDestructive = false, phrase, answer } = question
  const [typed, setTyped] = useState('')
  const isReady = phrase === undefined || typed.trim() === phrase

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isReady) answer(true)
  }

  return (
    <Dialog
      variant="alert"
      title={title}
      description={text}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) answer(false)
      }}
    >
      <form onSubmit={handleSubmit}>
        {phrase === undefined ? null : (
          <TextField
            label={`Type “${phrase}” to confirm`}
            value={typed}
            onChange={setTyped}
            autoFocus
            autoComplete="off"
          />
        )}
        <DialogFooter>
          {/* Destructive actions focus Cancel, so that pressing Enter without reading loses nothing. */}
          <Button onPress={() => answer(false)} autoFocus={isDestructive && phrase === undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDestructive ? 'danger' : 'primary'}
            autoFocus={!isDestructive && phrase === undefined}
            disabledReason={isReady ? undefined : `Type “${phrase}” first.`}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
