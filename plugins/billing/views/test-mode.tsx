import { getBilling } from '@typecase/contract/billing'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Chip } from '@typecase/ui/chip'

import { TEST_MODE } from '../in-words.ts'
import styles from './billing.module.css'

/** Says on every screen of billing that nobody is charged. */
export function TestMode() {
  const { data } = useApiQuery(getBilling, {})
  return data?.mode === 'test' ? (
    <span className={styles.test}>
      <Chip icon="flask-conical">{TEST_MODE}</Chip>
    </span>
  ) : null
}
