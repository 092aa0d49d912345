import type { FormEvent, ReactNode } from 'react'
import styles from './form.module.css'

export interface FormProps {
  children: ReactNode
  /** Called on Enter in a text input and by a submit button. The page is never left. */
  onSubmit: () => void
  /** For a submit button elsewhere: `<Button type="submit" form={id}>`. */
  id?: string | undefined
  'aria-label'?: string | undefined
}

/** One column of fields. The browser's own validation is off: each field says what is wrong once it was touched. */
export function Form({ children, onSubmit, id, 'aria-label': label }: FormProps) {
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} aria-label={label} noValidate className={styles.form} onSubmit={handleSubmit}>
      {children}
    </form>
  )
}

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** A titled part of a longer form. */
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

/** The buttons at the end, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
