import { notBlank } from '@typecase/contract/field-rules'
import { authenticate } from '@typecase/contract/users'
import { isOtpRequired } from '@typecase/plugin-sdk/api-error'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api } from '@typecase/plugin-sdk/services'
import { Banner } from '@typecase/ui/banner'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { CodeField, FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'

/**
 * Tells the user that the session has ended, and offers to log in again without leaving the page. The dialog does not
 * open by itself while the user is typing.
 */
export default function SessionEnded() {
  const [isOpen, setOpen] = useState(() => !isTyping())
  return (
    <>
      <Banner
        icon="circle-alert"
        role="alert"
        action={<Button onPress={() => setOpen(true)}>Log in again</Button>}
      >
        Your session has ended. What you type stays on this page.
      </Banner>
      {isOpen ? <LogInAgain onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') ?? false

function LogInAgain({ onClose }: { onClose: () => void }) {
  const api = useService(Api)
  const { data: user, session } = useUser()
  const [needsCode, setNeedsCode] = useState(false)
  const email = user?.email ?? ''
  const { field, values, failure, isPending, submit } = useFields({
    password: { label: 'Password', rules: [notBlank] },
    otp: { label: 'One-time code', rules: needsCode ? [notBlank] : [] },
  })

  async function send() {
    const { password, otp } = values
    const code = needsCode && { otp: otp.replaceAll(/\s/g, '') }
    try {
      await session.signIn(await api.call(authenticate, { body: { email, password, ...code } }))
    } catch (reason) {
      if (!isOtpRequired(reason)) throw reason
      setNeedsCode(true)
    }
  }

  return (
    <Dialog
      title="Log in again"
      description="You continue where you left off."
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <Form aria-label="Log in again" onSubmit={() => void submit(send)}>
        <TextField label="E-mail" value={email} isReadOnly autoComplete="username" />
        <PasswordField
          {...field('password')}
          autoComplete="current-password"
          autoFocus
          isRequired
        />
        {needsCode ? <CodeField {...field('otp')} autoFocus /> : null}
        <FormFailure message={failure} />
        <DialogFooter>
          <Button variant="quiet" onPress={() => void session.leaveEnded()}>
            Another way or account
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Log in
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
