import { email, max, min, notBlank } from '@typecase/contract/field-rules'
import { PRODUCT } from '@typecase/contract/product'
import { PASSWORD_MAX, PASSWORD_MIN, signup } from '@typecase/contract/users'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation, PendingInvite } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormRow } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { PasswordField } from '@typecase/ui/password-field'
import { TextField } from '@typecase/ui/text-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { CheckYourMail } from '../check-your-mail.tsx'
import { PASSWORD_HINT } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { loginRoute, signupRoute } from '../routes.ts'
import { OtherWays, signInOptionsQuery } from '../ways-in/other-ways.tsx'

/** Loaded only if the server requires a captcha. */
const Captcha = lazy(async () => ({ default: (await import('../forms/captcha.tsx')).Captcha }))

export default function Signup() {
  const api = useService(Api)
  const pending = useService(PendingInvite)
  const { href } = useService(Navigation)
  const { session } = useUser()
  const search = useRouteSearch(signupRoute)
  const [otherFailure, setOtherFailure] = useState<string>()
  const [isCreated, setCreated] = useState(false)
  const [captchaToken, setCaptchaToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const options = signInOptionsQuery(useServices())
  const queryClient = useQueryClient()
  const captcha = useQuery(options).data?.captcha
  const { field, values, failure, isPending, submit } = useFields({
    first_name: { label: 'First name', rules: [max(100)] },
    last_name: { label: 'Last name', rules: [max(100)] },
    email: { label: 'E-mail', rules: [notBlank, email] },
    password: { label: 'Password', rules: [notBlank, min(PASSWORD_MIN), max(PASSWORD_MAX)] },
  })

  /** If the account existed, the response has a token. Success and 403 both mean “created” (specification §4). */
  async function send() {
    const { referral_code } = search
    const invite = pending.get()
    // The user may submit before the page knows whether a captcha is required.
    const { captcha } = await queryClient.ensureQueryData(options)
    if (captcha && captchaToken === undefined) throw new Error('Solve the captcha first.')
    try {
      const answer = await api.call(signup, {
        body: {
          ...values,
          ...(referral_code && { referral_code }),
          ...(invite && { invite_id: invite.invite_id }),
          ...(captchaToken !== undefined && { captcha_token: captchaToken }),
        },
      })
      const { user, token } = answer
      if (user && token) await session.signIn({ user, token })
      else setCreated(true)
    } catch (reason) {
      // A token works only once, so the next attempt needs another one.
      setCaptchaToken(undefined)
      setCaptchaRound((round) => round + 1)
      if (!isApiError(reason, 'forbidden')) throw reason
      setCreated(true)
    }
  }

  if (isCreated) return <CheckYourMail address={values.email} />
  return (
    <AuthCard
      title={`Sign up for ${PRODUCT}`}
      text={
        pending.get() &&
        'You are invited. With the e-mail address that the invitation was sent to, your account is ready at once.'
      }
      failure={failure ?? otherFailure}
      links={<Link href={href(loginRoute)}>Log in instead</Link>}
    >
      <Form aria-label="Sign up" onSubmit={() => void submit(send)}>
        <FormRow>
          <TextField {...field('first_name')} autoComplete="given-name" autoFocus />
          <TextField {...field('last_name')} autoComplete="family-name" />
        </FormRow>
        <TextField {...field('email')} type="email" autoComplete="username" isRequired />
        <PasswordField
          {...field('password')}
          autoComplete="new-password"
          description={PASSWORD_HINT}
          isRequired
        />
        {captcha ? (
          <Suspense>
            <Captcha
              key={captchaRound}
              siteKey={captcha.site_key}
              script={captcha.script}
              onChange={setCaptchaToken}
            />
          </Suspense>
        ) : null}
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Sign up
        </Button>
      </Form>
      <OtherWays onFailure={setOtherFailure} referralCode={search.referral_code} />
    </AuthCard>
  )
}
