import { required } from '@typecase/contract/field-rules'
import { updateUser, type User } from '@typecase/contract/users'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'

import { FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import styles from './two-step.module.css'

interface ChangeWithCodeProps {
  /** Names the form. */
  label: string
  text: string
  /** Whether the second step stays on: with new recovery codes. */
  isOnAfter: boolean
  /** The verb on the button. */
  action: string
  isDestructive?: boolean
  onDone: (changed: Changed) => void | Promise<void>
}

/** The form for changes that need a code of the present second step: turning it off, and new recovery codes. */
export function ChangeWithCode(props: ChangeWithCodeProps) {
  const { label, text, isOnAfter, action, isDestructive = false, onDone } = props
  const change = useTwoStepChange(onDone)
  const { field, values, failure, isPending, submit } = useFields({
    otp: { label: 'One-time code', rules: [required] },
  })
  const send = () => change({ two_factor: { enabled: isOnAfter, otp: values.otp } })
  return (
    <Form aria-label={label} onSubmit={() => void submit(send)}>
      <p className={styles.text}>{text}</p>
      <div className={styles.narrow}>
        {/* Letters as well: a recovery code does. */}
        <TextField
          {...field('otp')}
          description="From your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          spellCheck="false"
          isCode
          autoFocus
          isRequired
        />
      </div>
      <FormFailure message={failure} />
      <FormActions>
        <Button type="submit" variant={isDestructive ? 'danger' : 'primary'} isPending={isPending}>
          {action}
        </Button>
      </FormActions>
    </Form>
  )
}

interface TwoStepChange {
  two_factor: { enabled: boolean; secret_code?: string; otp: string }
  current_password?: string
}

export interface Changed {
  user: User
  /** Shown once: they can never be read again. */
  recoveryCodes: readonly string[]
}

/**
 * Changes the second step. The profile in place changes after `onDone`, so that what comes next is on screen
 * before the form goes.
 */
export function useTwoStepChange(onDone: (changed: Changed) => void | Promise<void>) {
  const api = useService(Api)
  const { session } = useUser()
  return async (data: TwoStepChange): Promise<void> => {
    const { user, recovery_codes } = await api.call(updateUser, { body: { data } })
    await onDone({ user, recoveryCodes: recovery_codes ?? [] })
    session.saveUser(user)
  }
}

/** Whether a change needs the password as well, because the sign-in is a while ago. */
export const isPasswordError = (reason: unknown): boolean =>
  isApiError(reason, 'invalid') &&
  reason.details.some(({ path, rule }) => path === 'data.current_password' && rule === 'required')
