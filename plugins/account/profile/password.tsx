import { max, min, notBlank } from '@typecase/contract/field-rules'
import { PASSWORD_MAX, PASSWORD_MIN } from '@typecase/contract/users'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'

import { FormFailure, PASSWORD_HINT } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { firstFieldOf } from '../open-profile-at.ts'
import { useSave } from './use-save.ts'

export function Password() {
  const save = useSave()
  const { field, values, failure, isPending, submit, reset } = useFields({
    current_password: { label: 'Current password', rules: [notBlank] },
    password: { label: 'New password', rules: [notBlank, min(PASSWORD_MIN), max(PASSWORD_MAX)] },
  })

  async function send() {
    await save(values, 'Password changed')
    reset()
  }

  return (
    <FormSection title="Password" description="Changing it logs you out everywhere else.">
      <Form aria-label="Password" onSubmit={() => void submit(send)}>
        <PasswordField
          {...field('current_password')}
          id={firstFieldOf('password')}
          autoComplete="current-password"
          isRequired
        />
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          description={PASSWORD_HINT}
          isRequired
        />
        <FormFailure message={failure} />
        <FormActions>
          <Button type="submit" isPending={isPending}>
            Change password
          </Button>
        </FormActions>
      </Form>
    </FormSection>
  )
}
