import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './state.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface FailureStateProps {
  /** The title, in the user's words: "The objects could not be loaded". */
  title: ReactNode
  /** The reason, as far as it is known, and what the user can do. */
  children?: ReactNode
  /** Reassurance about data: "Your 3 changes are kept on this device". */
  note?: ReactNode
  /** The id of the request, to give to support. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  /** Further actions next to Retry. */
  actions?: ReactNode
  /** The state is the only content of the page, so its title is the page's heading. */
  isPage?: boolean | undefined
  /** For a bar, a line or a cell: shows only an icon, which names the failure and retries on press. */
  isInline?: boolean | undefined
}

/** A failure: what happened, what was saved, and Retry. Has the role alert. */
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
