import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { FormActions, FormSection } from '@typecase/ui/form'

import { loginRoute } from '../routes.ts'
import styles from '../two-step/two-step.module.css'
import { LinkedAccountList } from '../ways-in/linked-accounts.tsx'
import { PasskeyList } from '../ways-in/passkeys.tsx'

/**
 * The sign-in methods that a new password does not revoke: an intruder may have added a passkey or a linked account.
 */
export default function AfterReset() {
  const { go } = useService(Navigation)
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Check who else can log in</h1>
      </header>
      <p className={styles.text}>
        Your password is changed. Other sessions and your access tokens have ended. The passkeys and
        accounts below still open your account: remove the ones you do not recognize.
      </p>
      <FormSection title="Passkeys">
        <PasskeyList />
      </FormSection>
      <FormSection title="Google and GitHub">
        <LinkedAccountList />
      </FormSection>
      <FormActions>
        {/* The sign-in page redirects signed-in users to their destination. */}
        <Button
          variant="primary"
          autoFocus
          onPress={() => void go(loginRoute, { isReplace: true })}
        >
          Continue
        </Button>
      </FormActions>
    </div>
  )
}
