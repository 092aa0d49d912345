import { FORMER_SECRET_HOURS } from '@typecase/contract/webhooks'
import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import styles from './webhooks.module.css'

interface SecretDialogProps {
  /** Title of the webhook. */
  title: string
  /** Undefined closes the dialog. */
  secret: string | undefined
  /** Whether the secret replaces an earlier one. */
  isRotated?: boolean
  onClose: () => void
}

/** Shows a signing secret for the only time. Escape does not close the dialog, so that only its button does. */
export function SecretDialog({ title, secret, isRotated = false, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title="Signing secret"
      description={`Use it to verify deliveries of “${title}”. It is not shown again.`}
      isOpen={secret !== undefined}
      isKeyboardDismissDisabled
    >
      {secret === undefined ? null : (
        <Secret secret={secret} isRotated={isRotated} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Secret({
  secret,
  isRotated,
  onClose,
}: {
  secret: string
  isRotated: boolean
  onClose: () => void
}) {
  const copy = useCopy()
  const [isSaved, setSaved] = useState(false)
  const handleCopy = async () => {
    if (await copy(secret, 'Signing secret copied')) setSaved(true)
  }
  return (
    <div className={styles.secret}>
      <TextField label="Signing secret" value={secret} isReadOnly isCode autoComplete="off" />
      {isRotated ? (
        <p className={styles.note}>
          For {FORMER_SECRET_HOURS} hours, deliveries are also signed with the previous one.
        </p>
      ) : null}
      <DialogFooter>
        <Button onPress={onClose}>{isSaved ? 'Done' : 'Close without copying'}</Button>
        <Button variant="primary" icon="copy" autoFocus onPress={() => void handleCopy()}>
          Copy secret
        </Button>
      </DialogFooter>
    </div>
  )
}
