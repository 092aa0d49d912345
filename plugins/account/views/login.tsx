import { email, notBlank } from '@typecase/contract/field-rules'
import { PRODUCT } from '@typecase/contract/product'
import { authenticate } from '@typecase/contract/users'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation, PendingInvite } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { PasswordField } from '@typecase/ui/password-field'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { CheckYourMail } from '../check-your-mail.tsx'
import { useFields } from '../forms/use-fields.ts'
import { forgotPasswordRoute, loginRoute, signupRoute } from '../routes.ts'
import { signInWith } from '../sign-in.ts'
import { OtherWays } from '../ways-in/other-ways.tsx'
import { PasskeyButton } from '../ways-in/passkey-button.tsx'
import { whyNoPasskeys } from '../ways-in/passkey-support.ts'

export default function Login() {
  const api = useService(Api)
  const { go, href } = useService(Navigation)
  const { session } = useUser()
  const invite = useService(PendingInvite).get()
  const search = useRouteSearch(loginRoute)
  const [isUnverified, setUnverified] = useState(false)
  const [otherFailure, setOtherFailure] = useState<string>()
  const { field, values, failure, isPending, submit } = useFields({
    email: { label: 'E-mail', rules: [notBlank, email], initial: search.email ?? '' },
    password: { label: 'Password', rules: [notBlank] },
  })

  async function send() {
    try {
      await signInWith(
        (otp) => api.call(authenticate, { body: { ...values, ...(otp && { otp }) } }),
        { session, go },
      )
    } catch (reason) {
      if (!isUnverifiedAccount(reason)) throw reason
      setUnverified(true)
    }
  }

  if (isUnverified) return <CheckYourMail address={values.email} />
  return (
    <AuthCard
      title={`Log in to ${PRODUCT}`}
      text={invite && 'You are invited. Log in to answer, or sign up if you have no account yet.'}
      failure={failure ?? otherFailure}
      links={
        <>
          <Link href={href(forgotPasswordRoute)}>Forgot password?</Link>
          <Link href={href(signupRoute, { search })}>Sign up</Link>
        </>
      }
    >
      <Form aria-label="Log in" onSubmit={() => void submit(send)}>
        <TextField
          {...field('email')}
          type="email"
          autoComplete="username webauthn"
          autoFocus={!search.email}
          isRequired
        />
        <PasswordField
          {...field('password')}
          autoComplete="current-password"
          autoFocus={Boolean(search.email)}
          isRequired
        />
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Log in
        </Button>
      </Form>
      <OtherWays onFailure={setOtherFailure}>
        {whyNoPasskeys() === undefined ? <PasskeyButton onFailure={setOtherFailure} /> : null}
      </OtherWays>
    </AuthCard>
  )
}

/** Whether the password was correct, but the link in the e-mail has not been opened yet. */
const isUnverifiedAccount = (reason: unknown): boolean =>
  isApiError(reason, 'forbidden') && reason.details.some(({ rule }) => rule === 'unverified')
