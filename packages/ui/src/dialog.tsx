import type { ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { FadeOut } from './fade-out.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export { DialogTrigger }

export interface DialogProps {
  title: ReactNode
  /** The title is only for assistive technology; the content renders its own header and `DialogFooter`. */
  isBare?: boolean | undefined
  /** One sentence below the title: what the dialog does, or what will be lost. */
  description?: ReactNode
  /** The content. A form inside ends with `DialogFooter` instead of `footer`. */
  children?: ReactNode | ((actions: { close: () => void }) => ReactNode)
  /** The actions, on the right: Cancel (a `Button` with `slot="close"`) first, the main action last. */
  footer?: ReactNode
  /** `alert` interrupts with a question: it has the role alertdialog, and a click outside never closes it. */
  variant?: 'modal' | 'alert' | undefined
  /** `full` is a workspace with a fixed height. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** A click outside closes it. Esc always does, unless `isKeyboardDismissDisabled`. */
  isDismissable?: boolean | undefined
  isKeyboardDismissDisabled?: boolean | undefined
  /** Not needed inside a `DialogTrigger`, which controls it. */
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
}

/** The row of actions at the end of a dialog's form. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}

/**
 * A modal dialog, named by its title. The focus stays inside and returns to where it was. Fades in within 300 ms, and
 * out within 200 ms.
 */
export function Dialog({
  title,
  isBare = false,
  description,
  children,
  footer,
  variant = 'modal',
  size = 'small',
  isDismissable = false,
  isKeyboardDismissDisabled = false,
  isOpen,
  onOpenChange,
}: DialogProps) {
  const isAlert = variant === 'alert'
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isDismissable={isDismissable && !isAlert}
      isKeyboardDismissDisabled={isKeyboardDismissDisabled}
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <FadeOut />
        <AriaDialog role={isAlert ? 'alertdialog' : 'dialog'} className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              {isBare ? (
                <VisuallyHidden>
                  <Heading slot="title">{title}</Heading>
                </VisuallyHidden>
              ) : (
                <header className={styles.header}>
                  <Heading slot="title" className={styles.title ?? ''}>
                    {title}
                  </Heading>
                  {isDismissable && !isAlert ? (
                    <Button variant="quiet" icon="x" aria-label="Close" onPress={close} />
                  ) : null}
                </header>
              )}
              {description ? <p className={styles.description}>{description}</p> : null}
              <div className={isBare ? styles.bare : styles.body}>
                {typeof children === 'function' ? children({ close }) : children}
              </div>
              {footer ? <DialogFooter>{footer}</DialogFooter> : null}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
