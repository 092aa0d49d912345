import type { ReactNode } from 'react'
import {
  CheckboxButton,
  CheckboxField,
  type CheckboxFieldProps,
} from 'react-aria-components/Checkbox'
import { Text } from 'react-aria-components/Text'
import { classNames } from './class-names.ts'
import styles from './choice.module.css'

export interface CheckboxProps extends Omit<
  CheckboxFieldProps,
  'children' | 'className' | 'style' | 'render'
> {
  /** The label. Leave out only with an `aria-label`. */
  children?: ReactNode
  description?: ReactNode
  /** Why the value cannot be changed now; replaces the description. The check box stays focusable. */
  disabledReason?: string | undefined
}

/** A check box for yes or no, or for one choice of a `CheckboxGroup`. */
export function Checkbox({ children, description, disabledReason, ...rest }: CheckboxProps) {
  const isBlocked = disabledReason !== undefined
  const text = disabledReason ?? description
  return (
    <CheckboxField
      validationBehavior="aria"
      {...rest}
      {...(isBlocked ? { isReadOnly: true } : {})}
      className={styles.field ?? ''}
    >
      <CheckboxButton className={styles.choice ?? ''}>
        {({ isSelected, isIndeterminate }) => (
          <>
            <span
              className={classNames(
                styles.box,
                isIndeterminate ? styles.some : isSelected && styles.checked,
              )}
            />
            {children === undefined ? null : <span>{children}</span>}
          </>
        )}
      </CheckboxButton>
      {text ? (
        <Text slot="description" className={styles.description ?? ''}>
          {text}
        </Text>
      ) : null}
    </CheckboxField>
  )
}
