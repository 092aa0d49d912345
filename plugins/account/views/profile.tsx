import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'

import {
  deactivate,
  logOutOthers,
  newRecoveryCodes,
  setUpTwoStep,
  turnOffTwoStep,
} from '../commands.ts'
import { Address } from '../profile/address.tsx'
import { Password } from '../profile/password.tsx'
import { Person } from '../profile/person.tsx'
import { ThemeChoice } from '../profile/theme-choice.tsx'
import styles from './profile.module.css'

/** The signed-in person's own account. */
export default function Profile() {
  const { data: user } = useUser()
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Account</h1>
      {user ? (
        <>
          <Person user={user} />
          <ThemeChoice />
          <Address user={user} />
          <Password />
          <TwoStepState isOn={user.two_factor} />
          <FormSection
            title="Sessions"
            description="Signs out every other browser and program that is signed in as you."
          >
            <FormActions>
              <CommandButton command={logOutOthers} />
            </FormActions>
          </FormSection>
          <FormSection
            title="Close your account"
            description="The next page shows what happens to your projects."
          >
            <FormActions>
              <CommandButton command={deactivate} variant="danger" />
            </FormActions>
          </FormSection>
        </>
      ) : (
        <SkeletonForm count={4} />
      )}
    </div>
  )
}

/** Whether signing in asks for a code, and what can be done about it. */
export function TwoStepState({ isOn }: { isOn: boolean }) {
  return (
    <FormSection
      title="Two-step sign-in"
      description="Asks for a code from your authenticator app as well, so that a stolen password is not enough."
    >
      <div>
        <StatusBadge status={isOn ? 'published' : 'neutral'}>{isOn ? 'On' : 'Off'}</StatusBadge>
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
