import { notBlank } from '@typecase/contract/field-rules'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { TextField } from '@typecase/ui/text-field'
import { useEffect, useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { CodeField } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { loginRoute } from '../routes.ts'
import {
  enter,
  forgetSignIn,
  hasSignIn,
  holdSignIn,
  type SignedIn,
  takeSignIn,
} from '../sign-in.ts'

/** The second step of a sign-in, which asks for a code of the authenticator app or a recovery code. */
export default function TwoFactor() {
  const { go, href } = useService(Navigation)
  const { session } = useUser()
  const [isRecovery, setRecovery] = useState(false)
  const { field, values, failure, isPending, submit, reset } = useFields({
    otp: { label: isRecovery ? 'Recovery code' : 'One-time code', rules: [notBlank] },
  })

  // The stored password is discarded when this page is left.
  useEffect(holdSignIn, [])

  async function send() {
    const attempt = takeSignIn<SignedIn>()
    const answer = await attempt(values.otp.replaceAll(/\s/g, ''))
    forgetSignIn()
    await enter(answer, { session, go })
  }

  function handleOtherKind() {
    setRecovery(!isRecovery)
    reset()
  }

  return (
    <AuthCard
      title={isRecovery ? 'Enter a recovery code' : 'Enter your one-time code'}
      text={textFor(isRecovery)}
      failure={failure}
      links={
        <>
          <Link href={href(loginRoute)}>Back to log in</Link>
          <Link onPress={handleOtherKind}>
            {isRecovery ? 'Use your app' : 'Use a recovery code'}
          </Link>
        </>
      }
    >
      <Form aria-label="One-time code" onSubmit={() => void submit(send)}>
        {/* Two fields, because phones show another keyboard for letters. */}
        {isRecovery ? (
          <TextField
            {...field('otp')}
            key="recovery"
            autoComplete="off"
            spellCheck="false"
            isCode
            autoFocus
            isRequired
          />
        ) : (
          <CodeField {...field('otp')} key="app" autoFocus />
        )}
        <Button type="submit" variant="primary" isWide isPending={isPending}>
          Verify
        </Button>
      </Form>
    </AuthCard>
  )
}

function textFor(isRecovery: boolean): string {
  if (!hasSignIn()) return 'Your sign-in has expired. Log in with your password again.'
  return isRecovery
    ? 'One of the codes you saved when you set up two-step sign-in. Each works once.'
    : 'Your authenticator app shows the code.'
}
