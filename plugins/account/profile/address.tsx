import { email, type FieldRule, notBlank } from '@typecase/contract/field-rules'
import type { User } from '@typecase/contract/users'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { TextField } from '@typecase/ui/text-field'

import { cancelEmail, resendEmail } from '../commands.ts'
import { useFields } from '../forms/use-fields.ts'
import { firstFieldOf } from '../open-profile-at.ts'
import { FormFailure } from '../forms/form-parts.tsx'
import styles from '../views/profile.module.css'
import { useSave } from './use-save.ts'

/** The current address, and the new one that waits for confirmation. */
export function Address({ user }: { user: User }) {
  const save = useSave()
  const isOther: FieldRule = (_path, value) =>
    value.trim().toLowerCase() === user.email.toLowerCase()
      ? 'This is already your address.'
      : undefined
  const { field, values, failure, isPending, submit, reset } = useFields({
    email: { label: 'New e-mail', rules: [notBlank, email, isOther] },
    current_password: { label: 'Current password', rules: [notBlank] },
  })

  async function send() {
    await save({ ...values, email: values.email.trim() }, 'Check the e-mail at your new address')
    reset()
  }

  return (
    <FormSection
      title="E-mail"
      description={`You log in with ${user.email}. A new address takes effect once you confirm it from the e-mail we send.`}
    >
      {user.pending_email === undefined ? null : (
        <div role="group" aria-label="New e-mail" className={styles.waiting}>
          <p className={styles.text}>
            Waiting for confirmation at <strong>{user.pending_email}</strong>
          </p>
          <FormActions>
            <CommandButton command={resendEmail} isPlain>
              Send again
            </CommandButton>
            <CommandButton command={cancelEmail} isPlain>
              Cancel
            </CommandButton>
          </FormActions>
        </div>
      )}
      <Form aria-label="E-mail" onSubmit={() => void submit(send)}>
        <TextField
          {...field('email')}
          id={firstFieldOf('email')}
          type="email"
          autoComplete="email"
          isRequired
        />
        <PasswordField {...field('current_password')} autoComplete="current-password" isRequired />
        <FormFailure message={failure} />
        <FormActions>
          <Button type="submit" isPending={isPending}>
            Change e-mail
          </Button>
        </FormActions>
      </Form>
    </FormSection>
  )
}
