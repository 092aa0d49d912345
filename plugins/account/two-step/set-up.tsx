import { notBlank } from '@typecase/contract/field-rules'
import type { User } from '@typecase/contract/users'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { QrCode } from '@typecase/ui/qr-code'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { CodeField, FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { isPasswordError, useTwoStepChange } from './change-with-code.tsx'
import { CopyButton } from './recovery-codes.tsx'
import { newSetUpKey, otpAddress, spaceKey } from './set-up-key.ts'
import styles from './two-step.module.css'

interface SetUpProps {
  user: User
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Shows the key for an authenticator app, and asks for a code as proof that the app has it. */
export function SetUp({ user, onDone }: SetUpProps) {
  const [key] = useState(newSetUpKey)
  const [needsPassword, setNeedsPassword] = useState(false)
  const change = useTwoStepChange(({ recoveryCodes }) => onDone(recoveryCodes))
  const { field, values, failure, isPending, submit } = useFields({
    otp: { label: 'One-time code', rules: [notBlank] },
    current_password: { label: 'Current password', rules: needsPassword ? [notBlank] : [] },
  })

  async function send() {
    try {
      await change({
        two_factor: { enabled: true, secret_code: key, otp: values.otp },
        ...(needsPassword && { current_password: values.current_password }),
      })
    } catch (reason) {
      if (needsPassword || !isPasswordError(reason)) throw reason
      setNeedsPassword(true)
    }
  }

  return (
    <Form aria-label="Set up two-step sign-in" onSubmit={() => void submit(send)}>
      <section className={styles.step} aria-labelledby="two-step-key">
        <h2 id="two-step-key" className={styles.stepTitle}>
          1. Add the account to your authenticator app
        </h2>
        <div className={styles.key}>
          <QrCode
            text={otpAddress(key, user.email)}
            aria-label="QR code for an authenticator app"
          />
          <div className={styles.keyText}>
            <p className={styles.text}>
              Scan this with an app such as Aegis, 1Password or Google Authenticator. Without a
              camera, type the key:
            </p>
            <TextField
              label="Set-up key"
              value={spaceKey(key)}
              isReadOnly
              isCode
              autoComplete="off"
              spellCheck="false"
            />
            <div>
              <CopyButton text={key} copied="Set-up key copied">
                Copy key
              </CopyButton>
            </div>
          </div>
        </div>
      </section>
      <section className={styles.step} aria-labelledby="two-step-code">
        <h2 id="two-step-code" className={styles.stepTitle}>
          2. Enter the code that the app shows
        </h2>
        <div className={styles.narrow}>
          <CodeField {...field('otp')} autoFocus />
          {needsPassword ? (
            <PasswordField
              {...field('current_password')}
              description="You logged in a while ago, so this needs your password as well."
              autoComplete="current-password"
              autoFocus
              isRequired
            />
          ) : null}
        </div>
      </section>
      <FormFailure message={failure} />
      <FormActions>
        <Button type="submit" variant="primary" isPending={isPending}>
          Turn on
        </Button>
      </FormActions>
    </Form>
  )
}
