import type { Plan } from '@typecase/plugin-sdk/plan'
import { Icon } from '@typecase/ui/icon'

import styles from './plan-warnings.module.css'

/** What a plan does beside what it is for. */
export function PlanWarnings({ plan: { warnings = [] } }: { plan: Plan }) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <Icon name="triangle-alert" size={14} />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  )
}
