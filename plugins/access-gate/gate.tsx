import { PRODUCT } from '@typecase/contract/product'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { type ReactNode, useEffect, useState } from 'react'

import styles from './gate.module.css'
import { hasPassed, mayPass, tryCode } from './pass.ts'

/** Everything, once the visitor may pass. */
export default function Gate({ children }: { children: ReactNode }) {
  const api = useService(Api)
  // Who passed before waits for no answer; a code that was changed meanwhile is asked for as soon as that is known.
  const [isOpen, setOpen] = useState<boolean | undefined>(() => hasPassed() || undefined)
  useEffect(() => {
    void mayPass(api).then(setOpen)
  }, [api])
  if (isOpen === undefined) return null
  return isOpen ? children : <GatePage onPass={() => setOpen(true)} />
}

function GatePage({ onPass }: { onPass: () => void }) {
  const api = useService(Api)
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function submit() {
    setSent(true)
    if (code === '' || isPending) return
    setPending(true)
    const reason = await tryCode(api, code)
    setPending(false)
    setRefused(reason)
    if (reason === undefined) onPass()
  }

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{PRODUCT}</h1>
        <p className={styles.text}>This development environment requires an access code</p>
        <Form aria-label="Access code" onSubmit={() => void submit()}>
          <PasswordField
            label="Access code"
            value={code}
            onChange={(value) => {
              setCode(value)
              setRefused(undefined)
            }}
            // Not when the field is left: only what was sent is checked.
            errorMessage={isSent ? (code === '' ? 'Enter an access code' : refused) : undefined}
            isTouched={isSent}
            autoComplete="off"
            autoFocus
          />
          <Button type="submit" variant="primary" isWide isPending={isPending}>
            Continue
          </Button>
        </Form>
      </div>
    </main>
  )
}
