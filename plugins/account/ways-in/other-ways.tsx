import { type ProviderId, providerTitles, signInOptions } from '@typecase/contract/sign-in-options'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { Button } from '@typecase/ui/button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { providerRoute } from '../routes.ts'
import { GoogleButton } from './google-button.tsx'
import styles from './ways-in.module.css'

/** Returns the query for the other sign-in methods. Never stale: they change only with the server's settings. */
export const signInOptionsQuery = (services: Services) => ({
  ...apiQueryOptions(services, signInOptions, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

interface OtherWaysProps {
  /** Receives the error message; undefined at the next attempt. */
  onFailure: (message: string | undefined) => void
  referralCode?: string | undefined
  /** The button for passkeys, if the page has one. */
  children?: ReactNode
}

/** The configured ways to sign in without a password. */
export function OtherWays({ onFailure, referralCode, children = null }: OtherWaysProps) {
  const { go } = useService(Navigation)
  // If this fails, the password form still works.
  const { data } = useQuery(signInOptionsQuery(useServices()))
  const providers = data?.providers ?? []
  if (providers.length === 0 && children === null) return null

  const begin = (provider: ProviderId) =>
    go(providerRoute, {
      params: { provider },
      search: referralCode === undefined ? {} : { referral_code: referralCode },
    })

  return (
    <div className={styles.providers}>
      <p className={styles.or}>or</p>
      {providers.map((id) =>
        id === 'google' && data?.google_popup ? (
          <GoogleButton
            key={id}
            popup={data.google_popup}
            referralCode={referralCode}
            onBlocked={() => void begin(id)}
            onFailure={onFailure}
          />
        ) : (
          <Button key={id} isWide onPress={() => void begin(id)}>
            {`Continue with ${providerTitles[id]}`}
          </Button>
        ),
      )}
      {children}
    </div>
  )
}
