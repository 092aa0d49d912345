import type { ReactNode } from 'react'
import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
} from 'react-aria-components/CheckboxGroup'
import { classNames } from './class-names.ts'
import styles from './choice.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'

export interface CheckboxGroupProps
  extends
    Omit<AriaCheckboxGroupProps, 'children' | 'className' | 'style' | 'render' | 'isRequired'>,
    FieldText {
  /** `Checkbox` elements, each with a `value`. */
  children: ReactNode
  orientation?: 'vertical' | 'horizontal' | undefined
}

/** A field for any number of a few choices, all visible. */
export function CheckboxGroup({
  label,
  hint,
  note,
  description,
  errorMessage,
  isTouched,
  isRequired = false,
  orientation = 'vertical',
  children,
  ...rest
}: CheckboxGroupProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  return (
    <AriaCheckboxGroup
      {...rest}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <div className={classNames(styles.choices, styles[orientation])}>{children}</div>
      </FieldFrame>
    </AriaCheckboxGroup>
  )
}
