import { listTokens } from '@typecase/contract/access-tokens'
import { listPasskeys } from '@typecase/contract/passkeys'
import { listSessions } from '@typecase/contract/sessions'
import { listLinked } from '@typecase/contract/sign-in-providers'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { Services } from '@typecase/plugin-sdk/token'

/** Changes made in another browser are shown when the section is opened again. */
const fresh = { staleTime: 0 }

export const sessionsQuery = (services: Services) => ({
  ...apiQueryOptions(services, listSessions, {}),
  ...fresh,
})
export const passkeysQuery = (services: Services) => ({
  ...apiQueryOptions(services, listPasskeys, {}),
  ...fresh,
})
export const tokensQuery = (services: Services) => ({
  ...apiQueryOptions(services, listTokens, {}),
  ...fresh,
})
export const linkedQuery = (services: Services) => ({
  ...apiQueryOptions(services, listLinked, {}),
  ...fresh,
})
