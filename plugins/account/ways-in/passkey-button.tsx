import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { useEffect } from 'react'

import { canOfferInField } from './passkey-support.ts'

const passkeys = () => import('./use-passkey.ts')

/** Signs in with a passkey: by this button, and from the browser's list under the e-mail field, if it has one. */
export function PasskeyButton({ onFailure }: { onFailure: (message: string) => void }) {
  const api = useService(Api)
  const { session } = useUser()
  const [isPending, during] = usePending()

  // The browser waits until the user chooses a passkey in the field.
  useEffect(() => {
    let isUnmounted = false
    async function offer() {
      if (!(await canOfferInField())) return
      const { signInWithPasskey, forgetPasskeys } = await passkeys()
      if (isUnmounted) return
      const answer = await signInWithPasskey(api, true)
      if (answer && !isUnmounted) await session.signIn(answer)
      else forgetPasskeys()
    }
    // The user did not ask for this, so errors are only shown when the button is pressed.
    offer().catch(() => undefined)
    return () => {
      isUnmounted = true
      void passkeys().then(({ forgetPasskeys }) => forgetPasskeys())
    }
  }, [api, session])

  async function handlePress() {
    try {
      await during(signIn)
    } catch (reason) {
      onFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
    }
  }

  async function signIn() {
    const { signInWithPasskey } = await passkeys()
    const answer = await signInWithPasskey(api)
    if (answer) await session.signIn(answer)
  }

  return (
    <Button isWide icon="key" isPending={isPending} onPress={() => void handlePress()}>
      Continue with a passkey
    </Button>
  )
}
