import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch'
import { Text } from 'react-aria-components/Text'
import { classNames } from './class-names.ts'
import styles from './choice.module.css'

export interface SwitchProps extends Omit<
  SwitchFieldProps,
  'children' | 'className' | 'style' | 'render'
> {
  /** The label. Leave out only with an `aria-label`. */
  children?: ReactNode
  description?: ReactNode
  /** Why the value cannot be changed now; replaces the description. The switch stays focusable. */
  disabledReason?: string | undefined
}

/** A switch that takes effect at once. Inside a form that must be saved, use a `Checkbox`. */
export function Switch({ children, description, disabledReason, ...rest }: SwitchProps) {
  const isBlocked = disabledReason !== undefined
  const text = disabledReason ?? description
  return (
    <SwitchField
      validationBehavior="aria"
      {...rest}
      {...(isBlocked ? { isReadOnly: true } : {})}
      className={styles.field ?? ''}
    >
      <SwitchButton className={styles.choice ?? ''}>
        {({ isSelected }) => (
          <>
            <span className={classNames(styles.track, isSelected && styles.on)} />
            {children === undefined ? null : <span>{children}</span>}
          </>
        )}
      </SwitchButton>
      {text ? (
        <Text slot="description" className={classNames(styles.description, styles.besideTrack)}>
          {text}
        </Text>
      ) : null}
    </SwitchField>
  )
}
