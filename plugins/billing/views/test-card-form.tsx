import { confirmTestIntent } from '@typecase/contract/billing'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useApiMutation } from '@typecase/plugin-sdk/react/queries'
import { Button } from '@typecase/ui/button'
import { DialogFooter } from '@typecase/ui/dialog'
import { Form, FormRow } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import styles from './billing.module.css'

/** Test cards with their results. */
const testCards = [
  { number: '4242 4242 4242 4242', label: 'Visa, works' },
  { number: '5555 5555 5555 4444', label: 'Mastercard, works' },
  { number: '3782 822463 10005', label: 'American Express, works' },
  { number: '4000 0000 0000 0341', label: 'Visa, declined when it is charged' },
  { number: '4000 0000 0000 0002', label: 'Visa, declined at once' },
  { number: '4000 0000 0000 9995', label: 'Visa, insufficient funds' },
]

export interface CardFormProps {
  readonly onAdded: () => void
  readonly onCancel: () => void
}

/** The card form of the test mode, which accepts only the known test cards. */
export function TestCardForm({
  intentID,
  onAdded,
  onCancel,
}: CardFormProps & { intentID: string }) {
  const confirm = useApiMutation(confirmTestIntent, { onSuccess: onAdded })
  const [number, setNumber] = useState(testCards[0]?.number ?? '')
  const [expiry, setExpiry] = useState(() => `12/${(new Date().getFullYear() + 3) % 100}`)
  const [isSent, setSent] = useState(false)
  const parsed = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(expiry)
  const expiryError = parsed ? undefined : 'Expiry must be a month and a year, such as 08/28'
  const { error } = confirm
  // The server names the field of an error.
  const path = isApiError(error) ? error.details?.[0]?.path : undefined

  function submit() {
    setSent(true)
    if (!parsed || confirm.isPending) return
    confirm.mutate({
      body: {
        intent_id: intentID,
        number,
        exp_month: Number(parsed[1]),
        exp_year: 2000 + Number(parsed[2]),
      },
    })
  }

  return (
    <Form aria-label="Add card" onSubmit={submit}>
      <Select
        label="Test card"
        value={testCards.some((card) => card.number === number) ? number : null}
        placeholder="Another number"
        onChange={(value) => {
          if (value !== null) setNumber(value)
        }}
        options={testCards.map((card) => ({ id: card.number, label: card.label }))}
      />
      <FormRow>
        <TextField
          label="Card number"
          value={number}
          onChange={setNumber}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          errorMessage={path === 'number' ? error?.message : undefined}
          {...(path === 'number' && { isTouched: true })}
        />
        <TextField
          label="Expiry"
          value={expiry}
          onChange={setExpiry}
          placeholder="MM/YY"
          autoComplete="off"
          errorMessage={
            expiryError ?? (path?.startsWith('exp_') === true ? error?.message : undefined)
          }
          {...((isSent || path?.startsWith('exp_') === true) && { isTouched: true })}
        />
      </FormRow>
      <p className={styles.about}>Only test cards are accepted here, and no number is stored.</p>
      {error && path !== 'number' && path?.startsWith('exp_') !== true ? (
        <p className={styles.failed} role="alert">
          {error.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={confirm.isPending}>
          Add card
        </Button>
      </DialogFooter>
    </Form>
  )
}
