import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { Toast, Toasts } from './toast-queue.tsx'
import styles from './toast.module.css'

const iconOf = { info: 'info', success: 'circle-check', error: 'circle-alert' } as const

function ToastBody({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { message, description, tone = 'info', action, otherAction } = toast
  const actions = [action, otherAction].filter((one) => one !== undefined)
  return (
    <>
      <ToastContent
        role={tone === 'error' ? 'alert' : 'status'}
        className={classNames(styles.content, styles[tone])}
      >
        <Icon name={iconOf[tone]} />
        <span className={styles.words}>
          <Text slot="title">{message}</Text>
          {description ? (
            <Text slot="description" className={styles.description ?? ''}>
              {description}
            </Text>
          ) : null}
        </span>
      </ToastContent>
      {actions.length > 0 ? (
        <span className={classNames(styles.actions, actions.length > 1 && styles.several)}>
          {actions.map(({ label, onAction }) => (
            <Button
              key={label}
              onPress={() => {
                onAction()
                onClose()
              }}
            >
              {label}
            </Button>
          ))}
        </span>
      ) : null}
      <Button variant="quiet" icon="x" slot="close" aria-label="Close" tooltip="" />
    </>
  )
}

/** The region "Notifications" at the bottom, above everything. F6 moves the focus to it while it contains a toast. */
export function ToastRegion({ toasts }: { toasts: Toasts }) {
  return (
    <AriaToastRegion queue={toasts} aria-label="Notifications" className={styles.region ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={styles.toast ?? ''}>
          <ToastBody toast={toast.content} onClose={() => toasts.close(toast.key)} />
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
