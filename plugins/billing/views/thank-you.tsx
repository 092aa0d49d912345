import { formatMoney } from '@typecase/contract/plans'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useUnaskedDialog } from '@typecase/plugin-sdk/react/unasked-dialog'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { useEffect, useEffectEvent, useState } from 'react'

import { onThanks, type NewSubscription, takeThanks } from '../thanks.ts'
import styles from './thank-you.module.css'

/** Delay of the check after a change of the page, and duration of the confetti, in ms (specification section 9). */
const AFTER_CHANGE = 50
const CONFETTI = 5000
const PIECES = 80

/** Thanks for a subscription, once. */
export default function ThankYou() {
  const address = useFacts((facts) => facts['route.href'])
  const [thanks, setThanks] = useState<NewSubscription>()
  const [isRequested, setRequested] = useState(false)
  const isOpen = useUnaskedDialog(isRequested)

  function show(purchase: NewSubscription | undefined) {
    if (!purchase) return
    setThanks(purchase)
    setRequested(true)
  }

  const watch = isRequested ? null : <Watch key={address} onPurchase={show} />
  if (!thanks) return watch
  const { plan, isMonthly } = thanks
  const { amount } = isMonthly ? plan.pricing.month : plan.pricing.year
  return (
    <>
      {watch}
      <Dialog
        title="Thank you for subscribing!"
        isOpen={isOpen}
        onOpenChange={setRequested}
        footer={
          <Button variant="primary" slot="close" autoFocus>
            Let&apos;s get started
          </Button>
        }
      >
        <p>You&apos;ve successfully subscribed to the {plan.name} plan.</p>
        {amount === null ? null : (
          <p className={styles.price}>
            <b>{formatMoney(amount)}</b> {isMonthly ? 'per month' : 'per year'}
          </p>
        )}
      </Dialog>
      {isOpen ? <Confetti /> : null}
    </>
  )
}

/**
 * Watches local storage, which is outside of React: on load, when the page changes, and when a command has written to
 * it.
 */
function Watch({ onPurchase }: { onPurchase: (thanks: NewSubscription | undefined) => void }) {
  const handlePurchase = useEffectEvent(onPurchase)
  useEffect(() => {
    const look = () => handlePurchase(takeThanks())
    const timer = setTimeout(look, AFTER_CHANGE)
    const stop = onThanks(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return null
}

/** Confetti for five seconds. Hidden for users who prefer reduced motion. */
function Confetti() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), CONFETTI)
    return () => clearTimeout(timer)
  }, [])
  const [pieces] = useState(() =>
    Array.from({ length: PIECES }, (_, index) => ({
      key: index,
      style: {
        left: `${Math.random() * 100}%`,
        animationDelay: `${Math.random() * 2}s`,
        animationDuration: `${2 + Math.random()}s`,
        rotate: `${Math.random() * 360}deg`,
      },
    })),
  )
  if (isOver) return null
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map(({ key, style }) => (
        <span key={key} style={style} data-colour={key % 4} />
      ))}
    </div>
  )
}
