import type { ReactNode, Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { FieldFrame, useTouched, type FieldText, type Writing } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

export interface TextFieldProps
  extends
    Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'render' | 'isRequired'>,
    FieldText {
  placeholder?: string | undefined
  /** `title` is an object's large title without a box, `slug` the monospaced line below it. */
  look?: 'box' | 'title' | 'slug' | undefined
  /** Monospaced text, such as a key or a URL. */
  isCode?: boolean | undefined
  /** 28 px high, for toolbars. */
  isSmall?: boolean | undefined
  /** An icon's name or an element before the text. */
  prefix?: string | ReactNode
  /** An element after the text, such as a unit. */
  suffix?: ReactNode
  writing?: Writing | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A field for one line of text. Enter submits the form around it. */
export function TextField({
  label,
  hint,
  note,
  description,
  errorMessage,
  isTouched,
  isRequired = false,
  placeholder,
  look = 'box',
  isCode,
  isSmall,
  prefix,
  suffix,
  writing,
  inputRef,
  ...rest
}: TextFieldProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  const text = { label, hint, note, description, errorMessage, isRequired }
  const input = (
    <Input
      {...(inputRef ? { ref: inputRef } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...writing}
      className={classNames(look === 'box' ? control.input : styles[look])}
    />
  )
  return (
    <AriaTextField
      {...rest}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...text} {...touch}>
        {look === 'box' ? (
          <div
            className={classNames(control.box, isSmall && control.small, isCode && control.code)}
          >
            {prefix ? (
              <span className={control.affix}>
                {typeof prefix === 'string' ? <Icon name={prefix} size={14} /> : prefix}
              </span>
            ) : null}
            {input}
            {suffix ? <span className={control.affix}>{suffix}</span> : null}
          </div>
        ) : (
          input
        )}
      </FieldFrame>
    </AriaTextField>
  )
}
