import styles from './form-failure.module.css'

/** What is wrong with a form as a whole; read out at once. */
export function FormFailure({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className={styles.failure}>
      {message}
    </p>
  )
}
