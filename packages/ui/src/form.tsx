import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import styles from './form.module.css'
import { isComposing } from './keyboard.ts'

export interface FormProps {
  children: ReactNode
  /** Called on Enter in a text input, on Ctrl or Cmd+Enter anywhere in the form, and by a submit button. */
  onSubmit: () => void
  /** For a submit button elsewhere: `<Button type="submit" form={id}>`. */
  id?: string | undefined
  'aria-label'?: string | undefined
}

/** A form of one column of fields. The browser's validation is off: each field shows its error once it was touched. */
export function Form({ children, onSubmit, id, 'aria-label': label }: FormProps) {
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }

  /**
   * Submits on Ctrl or Cmd+Enter, even where Enter starts a new line. A pending or disabled submit button blocks it.
   */
  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (isComposing(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    const form = event.currentTarget
    // A form in a popover is inside this one only in React's tree, not in the document.
    if (!(event.target instanceof Node) || !form.contains(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    const button = [...form.elements].find(
      (element) => element instanceof HTMLButtonElement && element.type === 'submit',
    )
    if (button?.matches(':not(:disabled, [aria-disabled="true"])')) form.requestSubmit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of its fields
    <form
      id={id}
      aria-label={label}
      noValidate
      className={styles.form}
      onSubmit={handleSubmit}
      // Runs before the controls inside: otherwise a select would open on the same press.
      onKeyDownCapture={handleKeyDown}
    >
      {children}
    </form>
  )
}

/** Fields side by side, if there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** A titled section of a longer form. */
export function FormSection({
  title,
  description,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <header>
        <h2 className={styles.title}>{title}</h2>
        {description ? <p className={styles.description}>{description}</p> : null}
      </header>
      {children}
    </section>
  )
}

/** The buttons at the end of a form, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
