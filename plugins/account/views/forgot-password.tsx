import { email, max, min, notBlank } from '@typecase/contract/field-rules'
import { forgotPassword, PASSWORD_MAX, PASSWORD_MIN, resetPassword } from '@typecase/contract/users'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { PasswordField } from '@typecase/ui/password-field'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { useCodeOfAddress } from '../code-in-address.ts'
import { PASSWORD_HINT } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { forgotPasswordRoute, loginRoute } from '../routes.ts'
import { signInWith } from '../sign-in.ts'

/** Asks for the e-mail address or, when opened from the link in the e-mail, for the new password. */
export default function ForgotPassword() {
  const code = useCodeOfAddress(useRouteSearch(forgotPasswordRoute).reset_code)
  return code ? <NewPassword code={code} /> : <AskForMail />
}

function AskForMail() {
  const api = useService(Api)
  const { href } = useService(Navigation)
  const [isSent, setSent] = useState(false)
  const { field, values, failure, isPending, submit } = useFields({
    email: { label: 'E-mail', rules: [notBlank, email] },
  })
  const links = <Link href={href(loginRoute)}>Back to log in</Link>

  async function send() {
    await api.call(forgotPassword, { body: values })
    setSent(true)
  }

  if (isSent) {
    return (
      <AuthCard
        title="Check your e-mail"
        text="If there is an account with this address, a link to set a new password is on its way. The link works for an hour."
        links={links}
      />
    )
  }
  return (
    <AuthCard
      title="Forgot your password?"
      text="We send you a link to set a new one."
      failure={failure}
      links={links}
    >
      <Form aria-label="Forgot password" onSubmit={() => void submit(send)}>
        <TextField {...field('email')} type="email" autoComplete="username" autoFocus isRequired />
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Send the link
        </Button>
      </Form>
    </AuthCard>
  )
}

function NewPassword({ code }: { code: string }) {
  const api = useService(Api)
  const { go, href } = useService(Navigation)
  const { session } = useUser()
  const { field, values, failure, isPending, submit } = useFields({
    password: { label: 'New password', rules: [notBlank, min(PASSWORD_MIN), max(PASSWORD_MAX)] },
  })

  const send = () =>
    signInWith(
      (otp) =>
        api.call(resetPassword, { body: { reset_code: code, ...values, ...(otp && { otp }) } }),
      { session, go },
    )

  return (
    <AuthCard
      title="Set a new password"
      text="You are logged out everywhere else, and your access tokens end."
      failure={failure}
      links={<Link href={href(forgotPasswordRoute)}>Ask for another link</Link>}
    >
      <Form aria-label="New password" onSubmit={() => void submit(send)}>
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          description={PASSWORD_HINT}
          autoFocus
          isRequired
        />
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Set password
        </Button>
      </Form>
    </AuthCard>
  )
}
