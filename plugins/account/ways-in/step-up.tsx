import { notBlank } from '@typecase/contract/field-rules'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { PasswordField } from '@typecase/ui/password-field'
import { type ReactNode, useState } from 'react'

import { FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'

type Call<T> = (password?: string) => Promise<T>

interface StepUp {
  /** Makes a call. @returns undefined when the user cancels */
  readonly stepUp: <T>(call: Call<T>) => Promise<T | undefined>
  /** The password dialog, to be rendered by the page. */
  readonly passwordDialog: ReactNode
}

interface Waiting {
  /** Sends the call again with the password. Throws the server's error. */
  readonly send: (password: string) => Promise<void>
  readonly cancel: () => void
}

/**
 * Returns a function for calls that need the password if the sign-in is older than ten minutes. Asks for it only then.
 */
export function useStepUp(): StepUp {
  const [waiting, setWaiting] = useState<Waiting>()

  async function stepUp<T>(call: Call<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (reason) {
      if (!isPasswordError(reason)) throw reason
    }
    return new Promise((resolve) => {
      const end = (result: T | undefined) => {
        setWaiting(undefined)
        resolve(result)
      }
      setWaiting({
        send: async (password) => end(await call(password)),
        cancel: () => end(undefined),
      })
    })
  }

  return { stepUp, passwordDialog: waiting ? <PasswordDialog {...waiting} /> : null }
}

function PasswordDialog({ send, cancel }: Waiting) {
  const { field, values, failure, isPending, submit } = useFields({
    current_password: { label: 'Current password', rules: [notBlank] },
  })
  return (
    <Dialog
      title="Confirm that it is you"
      description="You logged in a while ago, so this needs your password as well."
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : cancel())}
    >
      <Form
        aria-label="Confirm that it is you"
        onSubmit={() => void submit(() => send(values.current_password))}
      >
        <PasswordField
          {...field('current_password')}
          autoComplete="current-password"
          autoFocus
          isRequired
        />
        <FormFailure message={failure} />
        <DialogFooter>
          <Button onPress={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Continue
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const isPasswordError = (reason: unknown): boolean =>
  isApiError(reason, 'invalid') &&
  reason.details.some(({ path, rule }) => path === 'current_password' && rule === 'required')
