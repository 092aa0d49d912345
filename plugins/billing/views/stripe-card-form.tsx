import { usePending } from '@typecase/plugin-sdk/react/pending'
import { Theme } from '@typecase/plugin-sdk/services'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { DialogFooter } from '@typecase/ui/dialog'
import { FailureState } from '@typecase/ui/failure-state'
import { Form } from '@typecase/ui/form'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'

import styles from './billing.module.css'
import type { CardFormProps } from './test-card-form.tsx'

interface StripeCardFormProps extends CardFormProps {
  readonly publishableKey: string
  readonly clientSecret: string
}

/** Stripe's form in a frame. The card number never reaches this page. */
export default function StripeCardForm({
  publishableKey,
  clientSecret,
  ...props
}: StripeCardFormProps) {
  const theme = useService(Theme).scheme() === 'dark' ? 'night' : 'stripe'
  const [stripe, setStripe] = useState(() => loadStripe(publishableKey))
  const [isMissing, setMissing] = useState(false)
  // Stripe's script is external, and may be blocked or unreachable.
  useEffect(() => {
    let isOver = false
    async function watch() {
      try {
        await stripe
      } catch {
        if (!isOver) setMissing(true)
      }
    }
    void watch()
    return () => {
      isOver = true
    }
  }, [stripe])
  if (isMissing) {
    return (
      <FailureState
        title="The form could not be loaded"
        onRetry={() => {
          setMissing(false)
          setStripe(loadStripe(publishableKey))
        }}
      >
        It comes from Stripe (js.stripe.com), which this browser cannot reach.
      </FailureState>
    )
  }
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme } }}>
      <CardFields {...props} />
    </Elements>
  )
}

function CardFields({ onAdded, onCancel }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [failure, setFailure] = useState<string>()
  const [isPending, during] = usePending()

  async function submit() {
    if (!stripe || !elements || isPending) return
    setFailure(undefined)
    const { error } = await during(() =>
      stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.href },
      }),
    )
    if (error) setFailure(error.message ?? 'The card could not be added.')
    else onAdded()
  }

  return (
    <Form aria-label="Add card" onSubmit={() => void submit()}>
      <PaymentElement
        onLoadError={({ error }) =>
          setFailure(error.message ?? 'The form of the payment provider could not be loaded.')
        }
      />
      {failure ? (
        <p className={styles.failed} role="alert">
          {failure}
        </p>
      ) : null}
      <DialogFooter>
        <Button onPress={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          isPending={isPending}
          disabledReason={stripe ? undefined : 'The form is being loaded.'}
        >
          Add card
        </Button>
      </DialogFooter>
    </Form>
  )
}
