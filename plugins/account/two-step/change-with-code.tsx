import { required } from '@typecase/contract/field-rules'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'

import { useFields } from '../forms/use-fields.ts'
import { FormFailure } from '../views/form-failure.tsx'
import styles from './two-step.module.css'
import { type Changed, useTwoStepChange } from './use-two-step-change.ts'

interface ChangeWithCodeProps {
  /** Names the form. */
  label: string
  text: string
  /** Whether the second step stays on: with new recovery codes. */
  isOnAfter: boolean
  /** The verb on the button. */
  action: string
  isDestructive?: boolean
  onDone: (changed: Changed) => void | Promise<void>
}

/** What only a code of the present second step allows: turning it off, and new recovery codes. */
export function ChangeWithCode(props: ChangeWithCodeProps) {
  const { label, text, isOnAfter, action, isDestructive = false, onDone } = props
  const change = useTwoStepChange(onDone)
  const { field, values, failure, isPending, submit } = useFields({
    otp: { label: 'One-time code', rules: [required] },
  })
  const send = () => change({ two_factor: { enabled: isOnAfter, otp: values.otp } })
  return (
    <Form aria-label={label} onSubmit={() => void submit(send)}>
      <p className={styles.text}>{text}</p>
      <div className={styles.narrow}>
        {/* Letters as well: a recovery code does. */}
        <TextField
          {...field('otp')}
          description="Of your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          spellCheck="false"
          isCode
          autoFocus
          isRequired
        />
      </div>
      <FormFailure message={failure} />
      <FormActions>
        <Button type="submit" variant={isDestructive ? 'danger' : 'primary'} isPending={isPending}>
          {action}
        </Button>
      </FormActions>
    </Form>
  )
}
