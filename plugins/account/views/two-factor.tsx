import { required } from '@typecase/contract/field-rules'
import type { User } from '@typecase/contract/users'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { useFields } from '../forms/use-fields.ts'
import { forgetSignIn, hasSignIn, takeSignIn } from '../pending-sign-in.ts'
import { loginRoute } from '../routes.ts'

export default function TwoFactor() {
  const { href } = useService(Navigation)
  const { session } = useUser()
  const [isPending, setPending] = useState(false)
  const { field, values, failure, submit } = useFields({
    otp: { label: 'One-time code', rules: [required] },
  })

  async function send() {
    const attempt = takeSignIn<{ user: User; token: string }>()
    const answer = await attempt(values.otp.replaceAll(/\s/g, ''))
    forgetSignIn()
    await session.signIn(answer)
  }

  async function handleSubmit() {
    setPending(true)
    await submit(send)
    setPending(false)
  }

  return (
    <AuthCard
      title="Enter your one-time code"
      text={
        hasSignIn()
          ? 'Your authenticator app shows it. A recovery code works as well.'
          : 'Your sign-in has lapsed. Log in with your password again.'
      }
      failure={failure}
      links={<Link href={href(loginRoute)}>Back to log in</Link>}
    >
      <Form aria-label="One-time code" onSubmit={() => void handleSubmit()}>
        <TextField
          {...field('otp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          isRequired
        />
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Verify
        </Button>
      </Form>
    </AuthCard>
  )
}
