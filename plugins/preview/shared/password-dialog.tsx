import { type SharedLink, updateSharedLink } from '@typecase/contract/shared-links'
import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { useState } from 'react'

import { sharedLink } from './link-record.ts'
import styles from './shared.module.css'

interface PasswordDialogProps {
  bucketSlug: string
  /** Undefined closes the dialog. */
  link: SharedLink | undefined
  onClose: () => void
}

/** Sets or removes the password of a link. */
export function PasswordDialog({ bucketSlug, link, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      title="Password of the shared link"
      description={`Guests enter it before they see “${link?.title ?? ''}”. It cannot be shown again.`}
      isOpen={link !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      {link ? <PasswordForm bucketSlug={bucketSlug} link={link} onClose={onClose} /> : null}
    </Dialog>
  )
}

function PasswordForm({ bucketSlug, link, onClose }: PasswordDialogProps & { link: SharedLink }) {
  const services = useServices()
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isPending, during] = usePending()

  async function save(value: string | null) {
    const body = { slug: bucketSlug, link_id: link.id, data: { password: value } }
    try {
      await during(() => services.get(Api).call(updateSharedLink, { body }))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The password was not saved.')
      return
    }
    await sharedLink.refresh(services)
    const message =
      value === null ? `“${link.title}” needs no password.` : `Set a password for “${link.title}”.`
    services.get(Toasts).show({ message, tone: 'success' })
    onClose()
  }

  function submit() {
    setSubmitted(true)
    if (password !== '') void save(password)
  }

  return (
    <Form aria-label="Password of the shared link" onSubmit={submit}>
      {failure === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        errorMessage={isSubmitted && password === '' ? 'Enter a password' : undefined}
        isTouched={isSubmitted}
        autoComplete="new-password"
        autoFocus
      />
      <DialogFooter>
        {link.has_password ? (
          <Button onPress={() => void save(null)}>Remove password</Button>
        ) : null}
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          Set password
        </Button>
      </DialogFooter>
    </Form>
  )
}
