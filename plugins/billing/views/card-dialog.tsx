import { cancelIntent, initIntent } from '@typecase/contract/billing'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { Dialog } from '@typecase/ui/dialog'
import { QueryView } from '@typecase/content/react/query-view'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { refreshBilling } from '../queries.ts'
import { TestModeLine } from './test-mode.tsx'
import { TestCardForm } from './test-card-form.tsx'

// Third-party code is not loaded before the user adds a card, or if the server has no payment provider.
const StripeCardForm = lazyView(
  async () => (await import('./stripe-card-form.tsx')).default,
  'The card form',
)

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for a card. With Stripe, the card number is sent only to Stripe. */
export function CardDialog({ isOpen, onClose }: DialogProps) {
  return (
    <Dialog
      title="Add card"
      description="Plans, add-ons and tokens are charged to the default card: the first one, until you choose another."
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <CardForm onClose={onClose} />
    </Dialog>
  )
}

function CardForm({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const api = useService(Api)
  const [key] = useState(() => crypto.randomUUID())
  const intent = useQuery({
    queryKey: [initIntent.id, key],
    queryFn: () => api.call(initIntent, {}, { idempotencyKey: key }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const { data } = intent

  async function handleAdded() {
    await refreshBilling(services)
    services.get(Toasts).show({ message: 'Card added', tone: 'success' })
    onClose()
  }

  function handleCancel() {
    // Best effort: closing the dialog does not depend on the server.
    if (data)
      void api
        .call(cancelIntent, { body: { intent_id: data.setup_intent.id } })
        .catch(() => undefined)
    onClose()
  }

  if (data) {
    const { setup_intent, publishable_key } = data
    const props = { onAdded: () => void handleAdded(), onCancel: handleCancel }
    return (
      <>
        <TestModeLine />
        {publishable_key === null ? (
          <TestCardForm intentID={setup_intent.id} {...props} />
        ) : (
          <Suspense fallback={<SkeletonForm count={2} />}>
            <StripeCardForm
              publishableKey={publishable_key}
              clientSecret={setup_intent.client_secret}
              {...props}
            />
          </Suspense>
        )}
      </>
    )
  }
  return <QueryView query={intent} what="form" loading={<SkeletonForm count={2} />} />
}
