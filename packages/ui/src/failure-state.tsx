import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './state.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface FailureStateProps {
  /** The title, in the user's words: "The objects could not be loaded". */
  title: ReactNode
  /** Why, as far as known, and what the person can do. */
  children?: ReactNode
  /** Reassurance about data: "Your 3 changes are kept on this device". */
  note?: ReactNode
  /** An id to tell support. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  /** Further actions next to Retry. */
  actions?: ReactNode
  /** It is all there is on the page: its title is the page's heading. */
  isPage?: boolean | undefined
  /** In a bar, a line or a cell: an icon that says it, and that a press tries again. */
  isInline?: boolean | undefined
}

/** A failure: what happened, what was kept, and Retry. Role alert. */
export function FailureState({
  title,
  children,
  note,
  requestId,
  onRetry,
  isRetrying,
  actions,
  isPage,
  isInline,
}: FailureStateProps) {
  if (isInline)
    return (
      <span role="alert">
        <VisuallyHidden>{title}</VisuallyHidden>
        <Button
          variant="quiet"
          icon={<Icon name="circle-alert" className={styles.mark} />}
          aria-label="Retry"
          tooltip={
            <>
              {title}. {children}
            </>
          }
          isPending={isRetrying}
          onPress={() => onRetry?.()}
        />
      </span>
    )
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles.state} role="alert">
      <Icon name="circle-alert" size={20} className={styles.failure} />
      <Title className={styles.title}>{title}</Title>
      {children ? <p className={styles.text}>{children}</p> : null}
      {note ? (
        <p className={styles.kept}>
          <Icon name="check" size={14} />
          {note}
        </p>
      ) : null}
      {onRetry || actions ? (
        <div className={styles.actions}>
          {onRetry ? (
            <Button icon="rotate-ccw" isPending={isRetrying} onPress={onRetry}>
              Retry
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
      {requestId ? <code className={styles.code}>{requestId}</code> : null}
    </div>
  )
}
