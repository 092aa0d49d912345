import { email, max, min, required } from '@typecase/contract/field-rules'
import { PASSWORD_MAX, PASSWORD_MIN, updateUser, type User } from '@typecase/contract/users'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormRow, FormSection } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'

import { deactivate, PASSWORD_HINT } from '../commands.ts'
import { useFields } from '../forms/use-fields.ts'
import styles from './profile.module.css'

/** The signed-in person's own account. */
export default function Profile() {
  const { data: user } = useUser()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Account</h1>
      {user ? (
        <>
          <Name user={user} />
          <Address user={user} />
          <Password />
          <FormSection
            title="Close your account"
            description="You are signed out everywhere. Projects stay with their other members."
          >
            <FormActions>
              <CommandButton command={deactivate} variant="danger" />
            </FormActions>
          </FormSection>
        </>
      ) : (
        <SkeletonForm count={4} />
      )}
    </div>
  )
}

/** Saves part of the profile and says so. */
function useSave() {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const { session } = useUser()
  type Changes = Parameters<typeof api.call<typeof updateUser>>[1]['body']['data']
  return async (data: Changes, message: string) => {
    const { user } = await api.call(updateUser, { body: { data } })
    session.saveUser(user)
    toasts.show({ message, tone: 'success' })
  }
}

function Name({ user }: { user: User }) {
  const save = useSave()
  const { field, values, failure, submit } = useFields({
    first_name: { label: 'First name', rules: [max(100)], initial: user.first_name },
    last_name: { label: 'Last name', rules: [max(100)], initial: user.last_name },
  })
  return (
    <FormSection title="Name" description="How others see you.">
      <Form aria-label="Name" onSubmit={() => void submit(() => save(values, 'Name saved'))}>
        <FormRow>
          <TextField {...field('first_name')} autoComplete="given-name" />
          <TextField {...field('last_name')} autoComplete="family-name" />
        </FormRow>
        <SectionEnd failure={failure} label="Save name" />
      </Form>
    </FormSection>
  )
}

function Address({ user }: { user: User }) {
  const save = useSave()
  const { field, values, failure, submit } = useFields({
    email: { label: 'E-mail', rules: [required, email], initial: user.email },
    current_password: { label: 'Current password', rules: [required] },
  })
  return (
    <FormSection title="E-mail" description="A link is sent to a new address before it counts.">
      <Form
        aria-label="E-mail"
        onSubmit={() => void submit(() => save(values, 'Check the mail at your new address'))}
      >
        <TextField {...field('email')} type="email" autoComplete="email" isRequired />
        <PasswordField {...field('current_password')} autoComplete="current-password" isRequired />
        <SectionEnd failure={failure} label="Change e-mail" />
      </Form>
    </FormSection>
  )
}

function Password() {
  const save = useSave()
  const { field, values, failure, submit } = useFields({
    current_password: { label: 'Current password', rules: [required] },
    password: { label: 'New password', rules: [required, min(PASSWORD_MIN), max(PASSWORD_MAX)] },
  })
  return (
    <FormSection title="Password" description="Changing it signs you out everywhere else.">
      <Form
        aria-label="Password"
        onSubmit={() => void submit(() => save(values, 'Password changed'))}
      >
        <PasswordField {...field('current_password')} autoComplete="current-password" isRequired />
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          description={PASSWORD_HINT}
          isRequired
        />
        <SectionEnd failure={failure} label="Change password" />
      </Form>
    </FormSection>
  )
}

function SectionEnd({ failure, label }: { failure: string | undefined; label: string }) {
  return (
    <>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
      <FormActions>
        <Button type="submit">{label}</Button>
      </FormActions>
    </>
  )
}
