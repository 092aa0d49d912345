import type { KeymapEntry } from '@typecase/plugin-sdk/keymap'
import { Button } from '@typecase/ui/button'
import { Kbd } from '@typecase/ui/kbd'

import styles from './keys.module.css'

/** Keys that are already in use by other bindings. */
export interface TakenBinding {
  readonly keys: string
  readonly others: readonly KeymapEntry[]
}

interface TakenKeysProps {
  taken: TakenBinding
  onTake(): void
  onKeepBoth(): void
  onCancel(): void
}

/** Asks before keys are taken from other bindings in the same context. */
export function TakenKeys({
  taken: { keys, others },
  onTake,
  onKeepBoth,
  onCancel,
}: TakenKeysProps) {
  const [first, ...more] = [...new Set(others.map(({ title }) => `“${title.replace(/…$/, '')}”`))]
  const whose = more.length > 0 ? `${first ?? ''} and ${more.length} more` : first
  return (
    <span role="group" aria-label="Keys in use" className={styles.taken}>
      <Kbd binding={keys} />
      <span className={styles.warning}>{`Used by ${whose ?? ''}`}</span>
      <Button autoFocus onPress={onTake}>
        {`Take it from ${whose ?? ''}`}
      </Button>
      <Button variant="quiet" onPress={onKeepBoth}>
        Use for both
      </Button>
      <Button variant="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </span>
  )
}
