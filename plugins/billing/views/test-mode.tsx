import { getBilling } from '@typecase/contract/billing'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Icon } from '@typecase/ui/icon'

import { TEST_MODE } from '../words.ts'
import styles from './billing.module.css'

/** Shown on every billing screen in test mode, where no one is charged. */
export function TestMode() {
  const { data } = useApiQuery(getBilling, {})
  return data?.mode === 'test' ? (
    <span className={styles.test}>
      <Icon name="flask-conical" size={12} /> {TEST_MODE}
    </span>
  ) : null
}

/** The same note as a separate line, for dialogs. */
export const TestModeLine = () => (
  <div className={styles.testLine}>
    <TestMode />
  </div>
)
