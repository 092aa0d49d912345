import { type ProviderId, providerIds, providerTitles } from '@typecase/contract/sign-in-options'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Link } from '@typecase/ui/link'
import { useCallback, useEffect, useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { loginRoute, providerRoute } from '../routes.ts'
import { leaveToSignIn } from '../ways-in/begin.ts'

/** Redirects the browser to Google or GitHub. */
export default function ProviderStart() {
  const api = useService(Api)
  const { href } = useService(Navigation)
  const params = useRouteParams(providerRoute)
  const { referral_code } = useRouteSearch(providerRoute)
  const provider = providerIds.find((id) => id === params.provider)
  const [failure, setFailure] = useState<string>()

  const begin = useCallback(() => {
    if (!provider) return
    leaveToSignIn(api, provider, referral_code).catch((reason: unknown) =>
      setFailure(reason instanceof Error ? reason.message : 'Something went wrong.'),
    )
  }, [api, provider, referral_code])
  // Makes the browser leave the page.
  useEffect(begin, [begin])

  const title = titleOf(provider)
  function handleRetry() {
    setFailure(undefined)
    begin()
  }

  return (
    <AuthCard
      title={`Continue with ${title}`}
      text={
        provider
          ? (failure ?? `Taking you to ${title}…`)
          : 'This way to log in is not set up on this server.'
      }
      links={<Link href={href(loginRoute)}>Back to log in</Link>}
    >
      {failure ? (
        <Button isWide onPress={handleRetry}>
          Try again
        </Button>
      ) : null}
    </AuthCard>
  )
}

const titleOf = (provider: ProviderId | undefined) =>
  provider ? providerTitles[provider] : 'another account'
