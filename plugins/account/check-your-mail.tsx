import { usePending } from '@typecase/plugin-sdk/react/pending'
import { resendVerificationEmail } from '@typecase/contract/users'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Link } from '@typecase/ui/link'

import { AuthCard } from './auth-card.tsx'
import { loginRoute } from './routes.ts'

/** Asks the user to confirm the address of the account, and can resend the e-mail. */
export function CheckYourMail({ address }: { address: string }) {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const { href } = useService(Navigation)
  const [isPending, during] = usePending()

  async function handleResend() {
    try {
      await during(() => api.call(resendVerificationEmail, { body: { email: address } }))
      toasts.show({ message: 'Sent again. It may take a minute to arrive.', tone: 'success' })
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : 'The e-mail was not sent.'
      toasts.show({ message, tone: 'error' })
    }
  }

  return (
    <AuthCard
      title="Check your e-mail"
      text={
        <>
          We sent a link to <strong>{address}</strong>. Open it to finish. The link is valid for 24
          hours.
        </>
      }
      links={<Link href={href(loginRoute)}>Log in</Link>}
    >
      <Button isWide autoFocus isPending={isPending} onPress={() => void handleResend()}>
        Send it again
      </Button>
    </AuthCard>
  )
}
