import { isApiError } from '@typecase/plugin-sdk/api-error'
import { type Ref, refKey } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, type MadeCall } from '@typecase/plugin-sdk/services'
import { useEffect, useState } from 'react'

export type CallState =
  | { readonly kind: 'loading' }
  /** Arguments are missing. */
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'made'; readonly call: MadeCall }

/** The call of a command with these arguments, as far as they are enough. */
export function useMadeCall(ref: Ref): CallState {
  const commands = useService(Commands)
  const key = refKey(ref)
  const [known, setKnown] = useState<{ key: string; state: CallState }>()

  useEffect(() => {
    let isWanted = true
    const settle = (state: CallState) => {
      if (isWanted) setKnown({ key, state })
    }
    commands.callOf(ref).then(
      (call) => settle(call ? { kind: 'made', call } : { kind: 'open' }),
      (error: unknown) => {
        if (isInvalid(error)) settle({ kind: 'open' })
        else settle({ kind: 'failed', message: error instanceof Error ? error.message : '' })
      },
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the reference
  }, [commands, key])

  // What was made of other arguments stays until the new one is there.
  return known?.state ?? { kind: 'loading' }
}

const isInvalid = (error: unknown) =>
  isApiError(error, 'invalid') ||
  (error instanceof Error && 'code' in error && error.code === 'invalid')
