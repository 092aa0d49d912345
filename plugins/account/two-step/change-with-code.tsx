import { notBlank } from '@typecase/contract/field-rules'
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
  /** Accessible name of the form. */
  label: string
  text: string
  /** Whether two-step sign-in stays on, with new recovery codes. */
  isOnAfter: boolean
  /** The label of the button. */
  action: string
  isDestructive?: boolean
  onDone: (changed: TwoStepResult) => void | Promise<void>
}

/** The form for changes that require a current one-time code: turning two-step sign-in off, and new recovery codes. */
export function ChangeWithCode(props: ChangeWithCodeProps) {
  const { label, text, isOnAfter, action, isDestructive = false, onDone } = props
  const change = useTwoStepChange(onDone)
  const { field, values, failure, isPending, submit } = useFields({
    otp: { label: 'One-time code', rules: [notBlank] },
  })
  const send = () => change({ two_factor: { enabled: isOnAfter, otp: values.otp } })
  return (
    <Form aria-label={label} onSubmit={() => void submit(send)}>
      <p className={styles.text}>{text}</p>
      <div className={styles.narrow}>
        {/* A text keyboard, because recovery codes contain letters. */}
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

export interface TwoStepResult {
  user: User
  /** Shown only now: they cannot be read again. */
  recoveryCodes: readonly string[]
}

/**
 * Returns a function that changes two-step sign-in. The user in the session is updated after `onDone`, so that the next
 * view is on screen before the form disappears.
 */
export function useTwoStepChange(onDone: (changed: TwoStepResult) => void | Promise<void>) {
  const api = useService(Api)
  const { session } = useUser()
  return async (data: TwoStepChange): Promise<void> => {
    const { user, recovery_codes } = await api.call(updateUser, { body: { data } })
    await onDone({ user, recoveryCodes: recovery_codes ?? [] })
    session.saveUser(user)
  }
}

/** Whether the change requires the password, because the sign-in is too old. */
export const isPasswordError = (reason: unknown): boolean =>
  isApiError(reason, 'invalid') &&
  reason.details.some(({ path, rule }) => path === 'data.current_password' && rule === 'required')
