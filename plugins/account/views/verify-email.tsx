import { usePending } from '@typecase/plugin-sdk/react/pending'
import { verifyEmail } from '@typecase/contract/users'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Link } from '@typecase/ui/link'
import { useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { useCodeOfAddress } from '../code-in-address.ts'
import { loginRoute, verifyEmailRoute } from '../routes.ts'
import { signInWith } from '../sign-in.ts'

/** Confirms an address. The user has to press a button, because mail scanners open links and would use up the code. */
export default function VerifyEmail() {
  const api = useService(Api)
  const { go, href } = useService(Navigation)
  const { session } = useUser()
  const code = useCodeOfAddress(useRouteSearch(verifyEmailRoute).verification_code)
  const [failure, setFailure] = useState<string>()
  const [isPending, during] = usePending()

  async function handleVerify(verificationCode: string) {
    setFailure(undefined)
    try {
      await during(() =>
        signInWith(
          (otp) =>
            api.call(verifyEmail, {
              body: { verification_code: verificationCode, ...(otp && { otp }) },
            }),
          { session, go },
        ),
      )
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
    }
  }

  const links = <Link href={href(loginRoute)}>Log in</Link>
  if (!code) {
    return (
      <AuthCard
        title="Verify your e-mail"
        text="Open the link in the e-mail we sent you. Log in to have it sent again."
        links={links}
      />
    )
  }
  return (
    <AuthCard
      title="Verify your e-mail"
      text="Confirm your address to log in."
      failure={failure}
      links={links}
    >
      <Button
        variant="primary"
        isWide
        autoFocus
        isPending={isPending}
        onPress={() => void handleVerify(code)}
      >
        Verify e-mail
      </Button>
    </AuthCard>
  )
}
