import { usePending } from '@typecase/plugin-sdk/react/pending'
import type { SignInOptions } from '@typecase/contract/sign-in-options'
import { googleAuth } from '@typecase/contract/sign-in-providers'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { useRef } from 'react'

import { signInWith } from '../sign-in.ts'
import { askInPopup } from './google-popup.ts'

interface GoogleButtonProps {
  popup: NonNullable<SignInOptions['google_popup']>
  referralCode: string | undefined
  /** Opens Google's page instead, because the pop-up is blocked. */
  onBlocked: () => void
  onFailure: (message: string | undefined) => void
}

/** Signs in with Google in a pop-up. */
export function GoogleButton({ popup, referralCode, onBlocked, onFailure }: GoogleButtonProps) {
  const api = useService(Api)
  const focus = useService(Focus)
  const { go } = useService(Navigation)
  const { session } = useUser()
  const [isPending, during] = usePending()
  const button = useRef<HTMLButtonElement>(null)

  async function signIn(): Promise<void> {
    const answer = await askInPopup(api, popup)
    // The user has signed in another way meanwhile.
    if (!button.current) return
    if (answer === 'blocked') return onBlocked()
    if (answer === 'closed') return
    const { code, state } = answer
    await signInWith(
      (otp) =>
        api.call(googleAuth, {
          body: {
            auth_code: code,
            state,
            ...(otp && { otp }),
            ...(referralCode !== undefined && { referral_code: referralCode }),
          },
        }),
      { session, go },
    )
  }

  async function handlePress() {
    onFailure(undefined)
    try {
      await during(signIn)
    } catch (reason) {
      onFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
    } finally {
      // The pop-up had the focus. A field that was focused since then keeps it.
      if (focus.isFree()) focus.moveTo(button.current)
    }
  }

  return (
    <Button ref={button} isWide isPending={isPending} onPress={() => void handlePress()}>
      Continue with Google
    </Button>
  )
}
