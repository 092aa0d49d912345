import { usePending } from '@typecase/plugin-sdk/react/pending'
import { INVALID_CODE } from '@typecase/contract/access-gate'
import { DEFAULT_FAILURE, PRODUCT } from '@typecase/contract/product'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { useState } from 'react'

import styles from './gate.module.css'
import { tryCode } from './pass.ts'

/** Asks the visitor for the access code. */
export function GatePage({ onPass }: { onPass: () => void }) {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [isPending, during] = usePending()

  async function submit() {
    setSent(true)
    if (code === '' || isPending) return
    const outcome = await during(() => tryCode(api, code))
    setWrong(outcome === 'wrong')
    if (outcome === 'failed') toasts.show({ message: DEFAULT_FAILURE, tone: 'error' })
    if (outcome === 'passed') onPass()
  }

  const problem = code === '' ? 'Enter an access code' : isWrong ? INVALID_CODE : undefined
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
              setWrong(false)
            }}
            // Not shown on blur, because only a submitted code is checked.
            errorMessage={isSent ? problem : undefined}
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
