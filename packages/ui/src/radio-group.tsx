import type { ReactNode } from 'react'
import {
  RadioButton,
  RadioField,
  RadioGroup as AriaRadioGroup,
  type RadioFieldProps,
  type RadioGroupProps as AriaRadioGroupProps,
} from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { classNames } from './class-names.ts'
import styles from './choice.module.css'
import { FieldFrame, useTouched, type FieldText } from './field.tsx'

export interface RadioGroupProps
  extends
    Omit<
      AriaRadioGroupProps,
      'children' | 'className' | 'style' | 'render' | 'isRequired' | 'orientation'
    >,
    FieldText {
  /** `Radio` elements, each with a `value`. */
  children: ReactNode
  orientation?: 'vertical' | 'horizontal' | undefined
}

/** A field for one of a few choices, all visible. */
export function RadioGroup({
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
}: RadioGroupProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  return (
    <AriaRadioGroup
      {...rest}
      orientation={orientation}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...{ label, hint, note, description, errorMessage, isRequired }} {...touch}>
        <div className={classNames(styles.choices, styles[orientation])}>{children}</div>
      </FieldFrame>
    </AriaRadioGroup>
  )
}

export interface RadioProps extends Omit<
  RadioFieldProps,
  'children' | 'className' | 'style' | 'render'
> {
  children: ReactNode
  description?: ReactNode
}

/** One choice of a `RadioGroup`. */
export function Radio({ children, description, ...rest }: RadioProps) {
  return (
    <RadioField {...rest} className={styles.field ?? ''}>
      <RadioButton className={styles.choice ?? ''}>
        {({ isSelected }) => (
          <>
            <span className={classNames(styles.dot, isSelected && styles.chosen)} />
            <span>{children}</span>
          </>
        )}
      </RadioButton>
      {description ? (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      ) : null}
    </RadioField>
  )
}
