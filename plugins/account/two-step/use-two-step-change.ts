import { type User, updateUser } from '@typecase/contract/users'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api } from '@typecase/plugin-sdk/services'

interface TwoStepChange {
  two_factor: { enabled: boolean; secret_code?: string; otp: string }
  current_password?: string
}

export interface Changed {
  user: User
  /** Shown once: they can never be read again. */
  recoveryCodes: readonly string[]
}

/**
 * Changes the second step. The profile in place changes after `onDone`, so that what comes next is on screen
 * before the form goes.
 */
export function useTwoStepChange(onDone: (changed: Changed) => void | Promise<void>) {
  const api = useService(Api)
  const { session } = useUser()
  return async (data: TwoStepChange): Promise<void> => {
    const { user, recovery_codes } = await api.call(updateUser, { body: { data } })
    await onDone({ user, recoveryCodes: recovery_codes ?? [] })
    session.saveUser(user)
  }
}

/** Whether a change needs the password as well, because the sign-in is a while ago. */
export const isPasswordAsked = (reason: unknown): boolean =>
  isApiError(reason, 'invalid') &&
  reason.details.some(({ path, rule }) => path === 'data.current_password' && rule === 'required')
