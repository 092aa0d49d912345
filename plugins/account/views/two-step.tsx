import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { FormActions } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useState } from 'react'

import { newRecoveryCodes, turnOffTwoStep } from '../commands.ts'
import { accountSectionRoute, inSignIn, twoStepRoute } from '../routes.ts'
import { ChangeWithCode } from '../two-step/change-with-code.tsx'
import { RecoveryCodes } from '../two-step/recovery-codes.tsx'
import { SetUp } from '../two-step/set-up.tsx'
import styles from '../two-step/two-step.module.css'

/** Two-step sign-in: turns it on and off, and creates new recovery codes. */
export default function TwoStep() {
  const { data: user } = useUser()
  const { go, href } = useService(Navigation)
  const toasts = useService(Toasts)
  const { change } = useRouteSearch(twoStepRoute)
  const [codes, setCodes] = useState<readonly string[]>()

  if (codes) {
    return (
      <div className={styles.page}>
        <RecoveryCodes codes={codes} onDone={() => void go(accountSectionRoute, inSignIn)} />
      </div>
    )
  }

  async function handleTurnedOff() {
    toasts.show({ message: 'Two-step sign-in is off', tone: 'success' })
    await go(accountSectionRoute, inSignIn)
  }

  function content() {
    if (!user) return <SkeletonForm count={3} />
    if (!user.two_factor) return <SetUp user={user} onDone={setCodes} />
    if (change === 'off') {
      return (
        <ChangeWithCode
          key="off"
          label="Turn off two-step sign-in"
          text="You will log in with your password only, and be logged out everywhere else."
          isOnAfter={false}
          action="Turn off"
          isDestructive
          onDone={handleTurnedOff}
        />
      )
    }
    if (change === 'codes') {
      return (
        <ChangeWithCode
          key="codes"
          label="New recovery codes"
          text="Your current codes stop working when you make new ones."
          isOnAfter
          action="Make new codes"
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        />
      )
    }
    return (
      <>
        <p className={styles.text}>On. Login also asks for a code from your app.</p>
        <FormActions>
          <CommandButton command={newRecoveryCodes} />
          <CommandButton command={turnOffTwoStep} variant="danger" />
        </FormActions>
      </>
    )
  }

  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{titleOf(user?.two_factor ?? false, change)}</h1>
        <p className={styles.text}>
          <Link href={href(accountSectionRoute, inSignIn)}>Back to the account</Link>
        </p>
      </header>
      {content()}
    </div>
  )
}

function titleOf(isOn: boolean, change: 'off' | 'codes' | undefined): string {
  if (!isOn) return 'Set up two-step sign-in'
  if (change === 'off') return 'Turn off two-step sign-in'
  return change === 'codes' ? 'New recovery codes' : 'Two-step sign-in'
}
