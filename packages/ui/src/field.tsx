import { type DOMAttributes, useId, useRef, useState, type ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

/** The props that all fields of the design system share. */
export interface FieldText {
  /** Names the control. Leave out only with an `aria-label`. */
  label?: ReactNode
  /** Shown next to the label, such as "2 comments". */
  hint?: ReactNode
  /** Shown in monospace on the right, such as the metafield's type. */
  note?: ReactNode
  /** Help, below the control. */
  description?: ReactNode
  /** The problem and how to fix it. Shown and exposed to assistive technology only once the field was touched. */
  errorMessage?: ReactNode
  /**
   * Whether the user has touched the field. By default, the field tracks it: true once the focus has left it after
   * something was typed or chosen.
   */
  isTouched?: boolean | undefined
  isRequired?: boolean | undefined
}

/** The language of a text, and its direction; those of the page by default. */
export interface Writing {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

type Touch = Pick<DOMAttributes<HTMLElement>, 'onBlur' | 'onInput' | 'onKeyDown'>

export interface FieldFrameProps extends FieldText, Touch {
  children: ReactNode
}

/** Whether a key changes a control that fires no input event, such as the segments of a date. */
const isEditing = (key: string) => key.length === 1 || key === 'Backspace' || key === 'Delete'

/**
 * Returns whether to show the error, and handlers that detect when the field was used and left, unless the caller
 * tracks that.
 */
export function useTouched({ errorMessage, isTouched }: FieldText) {
  const [hasBlurred, setHasBlurred] = useState(false)
  const wasUsed = useRef(false)
  return {
    isInvalid: Boolean(errorMessage) && (isTouched ?? hasBlurred),
    touch: {
      onInput() {
        wasUsed.current = true
      },
      onKeyDown({ key, ctrlKey, metaKey }) {
        if (isEditing(key) && !ctrlKey && !metaKey) wasUsed.current = true
      },
      onBlur({ currentTarget: frame, relatedTarget }) {
        const isStillInside =
          frame.contains(relatedTarget) || frame.querySelector('[aria-expanded="true"]') !== null
        if (!isStillInside && wasUsed.current) setHasBlurred(true)
      },
    } satisfies Touch,
  }
}

function LabelRow({ label, hint, note, isRequired, element }: FieldText & { element: ReactNode }) {
  if (!label && !hint && !note) return null
  return (
    <div className={styles.labelRow}>
      {label ? element : null}
      {isRequired ? (
        <span className={styles.hint} aria-hidden="true">
          required
        </span>
      ) : null}
      {hint ? <span className={styles.hint}>{hint}</span> : null}
      {note ? <span className={styles.note}>{note}</span> : null}
    </div>
  )
}

/** The label, control, help and error of a React Aria field, which connects them. For a custom control use `Field`. */
export function FieldFrame({ children, onBlur, onInput, onKeyDown, ...text }: FieldFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices what the control inside hears
    <div className={styles.frame} {...{ onBlur, onInput, onKeyDown }}>
      <LabelRow {...text} element={<Label className={styles.label ?? ''}>{text.label}</Label>} />
      {children}
      {text.description ? (
        <Text slot="description" className={styles.description ?? ''}>
          {text.description}
        </Text>
      ) : null}
      <FieldError className={styles.error ?? ''}>{text.errorMessage}</FieldError>
    </div>
  )
}

export interface FieldProps extends FieldText {
  /** The control. The group around it gives it the label as its name, and help and error as its description. */
  children: ReactNode
  className?: string | undefined
}

/** The frame of a field around any control, such as an editor. It is a group with the label as its name. */
export function Field({ children, className, ...text }: FieldProps) {
  const id = useId()
  const { isInvalid, touch } = useTouched(text)
  const describedBy = classNames(
    text.description ? `${id}-help` : null,
    isInvalid ? `${id}-error` : null,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notices that focus left
    <div
      role="group"
      aria-labelledby={text.label ? `${id}-label` : undefined}
      aria-describedby={describedBy || undefined}
      data-invalid={isInvalid || undefined}
      className={classNames(styles.frame, className)}
      {...touch}
    >
      <LabelRow
        {...text}
        element={
          <span id={`${id}-label`} className={styles.label}>
            {text.label}
          </span>
        }
      />
      {children}
      {text.description ? (
        <span id={`${id}-help`} className={styles.description}>
          {text.description}
        </span>
      ) : null}
      {isInvalid ? (
        <span id={`${id}-error`} className={styles.error}>
          {text.errorMessage}
        </span>
      ) : null}
    </div>
  )
}
