import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { FormActions, FormSection } from '@typecase/ui/form'

import { loginRoute } from '../routes.ts'
import styles from '../two-step/two-step.module.css'
import { LinkedAccountList } from '../ways-in/linked-accounts.tsx'
import { PasskeyList } from '../ways-in/passkeys.tsx'

/** What a new password does not end: whoever had the old one may have added a passkey or a linked account. */
export default function AfterReset() {
  const { go } = useService(Navigation)
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Check who else can sign in</h1>
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
        {/* The log-in page leads whoever is signed in to where they were going. */}
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
