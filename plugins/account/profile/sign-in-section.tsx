import { useService } from '@typecase/plugin-sdk/react/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Chip } from '@typecase/ui/chip'
import { useEffect } from 'react'

import { deactivate, newRecoveryCodes, setUpTwoStep, turnOffTwoStep } from '../commands.ts'
import { firstFieldOf } from '../open-profile-at.ts'
import { accountSectionRoute } from '../routes.ts'
import { LinkedAccounts } from '../ways-in/linked-accounts.tsx'
import { Passkeys } from '../ways-in/passkeys.tsx'
import { Sessions } from '../ways-in/sessions.tsx'
import { Address } from './address.tsx'
import { Password } from './password.tsx'

/** The account's sign-in methods and sessions, and the button to close the account. */
export default function SignInSection() {
  const { data: user } = useUser()
  const { field } = useRouteSearch(accountSectionRoute)
  const focus = useService(Focus)
  const isReady = user !== undefined
  // Focuses the field that a command named, once the form has loaded. The focus is outside of React.
  useEffect(() => {
    if (isReady && field) focus.moveTo(document.getElementById(firstFieldOf(field)))
  }, [isReady, field, focus])
  if (!user) return <SkeletonForm count={4} />
  return (
    <>
      <Address user={user} />
      <Password />
      <TwoStepState isOn={user.two_factor} />
      <Passkeys />
      <LinkedAccounts />
      <Sessions />
      <FormSection
        title="Close your account"
        description="The next page shows what happens to your projects."
      >
        <FormActions>
          <CommandButton command={deactivate} variant="danger" />
        </FormActions>
      </FormSection>
    </>
  )
}

/** The state of two-step sign-in, with the commands that change it. */
function TwoStepState({ isOn }: { isOn: boolean }) {
  return (
    <FormSection
      title="Two-step sign-in"
      description="Asks for a code from your authenticator app as well, so that a stolen password is not enough."
    >
      <div>
        <Chip {...(isOn && { icon: 'check' })}>{isOn ? 'On' : 'Off'}</Chip>
      </div>
      <FormActions>
        {isOn ? (
          <>
            <CommandButton command={newRecoveryCodes} />
            <CommandButton command={turnOffTwoStep} variant="danger" />
          </>
        ) : (
          <CommandButton command={setUpTwoStep} />
        )}
      </FormActions>
    </FormSection>
  )
}
