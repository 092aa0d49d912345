import { updateUser } from '@typecase/contract/users'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, Toasts } from '@typecase/plugin-sdk/services'

/** Returns a function that saves part of the profile and notifies the user. */
export function useSave() {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const { session } = useUser()
  type Changes = Parameters<typeof api.call<typeof updateUser>>[1]['body']['data']
  return async (data: Changes, message: string) => {
    const { user } = await api.call(updateUser, { body: { data } })
    session.saveUser(user)
    toasts.show({ message, tone: 'success' })
  }
}
