import { useLayoutEffect, useRef, type RefObject } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { FieldFrame, useTouched, type FieldText, type Writing } from './field.tsx'
import styles from './text-area.module.css'

export interface TextAreaProps
  extends
    Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'render' | 'isRequired'>,
    FieldText {
  placeholder?: string | undefined
  /** Lines shown when empty; it grows with the text. */
  rows?: number | undefined
  isCode?: boolean | undefined
  writing?: Writing | undefined
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** Fits the height to the text where the browser has no `field-sizing: content`. */
function fit(area: HTMLTextAreaElement | null) {
  if (!area || Reflect.has(area.style, 'fieldSizing')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/**
 * React writes the text of an area into its child node at each letter as well. A node that goes ends the step that the
 * browser would undo, so that undo would go letter by letter.
 */
function keepUndoSteps(area: HTMLTextAreaElement | null) {
  if (!area) return
  Object.defineProperty(area, 'defaultValue', {
    configurable: true,
    get: () => area.value,
    set() {},
  })
}

/** Several lines of text that grow with what is written. Enter starts a line; a form's key submits it. */
export function TextArea({
  label,
  hint,
  note,
  description,
  errorMessage,
  isTouched,
  isRequired = false,
  placeholder,
  rows = 3,
  isCode,
  writing,
  inputRef,
  ...rest
}: TextAreaProps) {
  const { isInvalid, touch } = useTouched({ errorMessage, isTouched })
  const localRef = useRef<HTMLTextAreaElement>(null)
  const area = inputRef ?? localRef
  // The text may change without an input event, such as by an undo.
  useLayoutEffect(() => fit(area.current))
  useLayoutEffect(() => keepUndoSteps(area.current), [area])
  const text = { label, hint, note, description, errorMessage, isRequired }
  return (
    <AriaTextField
      {...rest}
      isRequired={isRequired}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <FieldFrame {...text} {...touch}>
        <AriaTextArea
          ref={area}
          rows={rows}
          style={{ minHeight: rows * 20 + 12 }}
          onInput={(event) => fit(event.currentTarget)}
          {...(placeholder ? { placeholder } : {})}
          {...writing}
          className={classNames(control.box, styles.area, isCode && control.code)}
        />
      </FieldFrame>
    </AriaTextField>
  )
}
