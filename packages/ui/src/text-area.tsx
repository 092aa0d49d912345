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
  /** Number of lines when empty; the area grows with its text. */
  rows?: number | undefined
  isCode?: boolean | undefined
  writing?: Writing | undefined
  inputRef?: RefObject<HTMLTextAreaElement | null> | undefined
}

/** Fits the height to the text if the browser does not support `field-sizing: content`. */
function fit(area: HTMLTextAreaElement | null) {
  if (!area || Reflect.has(area.style, 'fieldSizing')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/**
 * Keeps the steps of the browser's undo. At each letter, React also writes the text into the area's child node, and
 * removing a node ends an undo step, so undo would go letter by letter.
 */
function keepUndoSteps(area: HTMLTextAreaElement | null) {
  if (!area) return
  Object.defineProperty(area, 'defaultValue', {
    configurable: true,
    get: () => area.value,
    set() {},
  })
}

/** A field for several lines of text, which grows with the text. Enter starts a new line; the form's key submits it. */
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
  // The text may change without an input event, for example by an undo.
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
