import { Focus } from '@typecase/plugin-sdk/focus'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter, type DialogProps } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import type { ReactNode } from 'react'
import type { PressEvent } from 'react-aria-components'

import styles from './record-form.module.css'
import type { RecordForm } from './use-record-form.tsx'

interface StaleBannerProps {
  /** Noun of the saved record: `webhook`. */
  noun: string
  /** A sentence about the other version. */
  children?: ReactNode
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Renders the notice that someone else saved the record under edit: the user picks one of the two versions. */
export function StaleBanner({ noun, children, onTakeTheirs, onKeepMine }: StaleBannerProps) {
  const focus = useService(Focus)
  const banner = useFocusOnMount()

  /** The banner disappears with its buttons, so the focus moves to the first field. */
  function choose({ target }: PressEvent, take: () => void): void {
    const field = target.closest('form')?.querySelector('input, textarea')
    take()
    focus.moveTo(field)
  }

  return (
    <div ref={banner} role="alert" tabIndex={-1} className={styles.stale}>
      <p>
        Someone else saved this {noun}. {children} Your changes are still here.
      </p>
      <div className={styles.actions}>
        <Button onPress={(event) => choose(event, onTakeTheirs)}>Show theirs</Button>
        <Button onPress={(event) => choose(event, onKeepMine)}>Keep mine</Button>
      </div>
    </div>
  )
}

interface FormDialogProps extends Pick<DialogProps, 'description' | 'size'> {
  /** Title of the dialog: `Edit webhook`. */
  title: string
  isOpen: boolean
  onClose: () => void
  /** The form's state without its values. Hold it above the dialog, so it survives closing the dialog. */
  form: Omit<RecordForm<object>, 'values' | 'draft' | 'change' | 'field'>
  noun: string
  /** The label of the form and of its button: `Save webhook`. */
  action: string
  /** A sentence about the other version, if someone else saved. */
  theirs?: ReactNode
  children: ReactNode
}

/** Renders a form in a dialog: the error of the form as a whole, its fields, Cancel and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { isOpen, onClose, form, noun, action, theirs, children, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <Form aria-label={action} onSubmit={() => void form.submit()}>
        {form.isStale ? (
          <StaleBanner noun={noun} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine}>
            {theirs}
          </StaleBanner>
        ) : null}
        {form.failure === undefined ? null : (
          <p role="alert" className={styles.failure}>
            {form.failure}
          </p>
        )}
        {children}
        <DialogFooter>
          <Button slot="close">Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isPending={form.isPending}
            disabledReason={form.isStale ? 'Choose which version to keep.' : undefined}
          >
            {action}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
