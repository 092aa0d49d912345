import { type ProviderId, providerIds, providerTitles } from '@typecase/contract/sign-in-options'
import {
  githubAuth,
  googleAuth,
  linkProvider,
  listLinked,
} from '@typecase/contract/sign-in-providers'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Api, type ApiService, Navigation, Queries, Toasts } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { useEffect, useRef, useState } from 'react'

import { AuthCard } from '../auth-card.tsx'
import { accountSectionRoute, inSignIn, loginRoute, providerCallbackRoute } from '../routes.ts'
import { signInWith } from '../sign-in.ts'
import { type StartedSignIn, takeAway } from '../ways-in/begin.ts'

/** The page to which Google and GitHub redirect the browser. Completes the sign-in or the link. */
export default function ProviderCallback() {
  const api = useService(Api)
  const queries = useService(Queries)
  const toasts = useService(Toasts)
  const { go, href } = useService(Navigation)
  const { session } = useUser()
  const params = useRouteParams(providerCallbackRoute)
  const provider = providerIds.find((id) => id === params.provider)
  // Reads the values as text: a code of digits must not be parsed as a number.
  const [sent] = useState(() => new URLSearchParams(window.location.search))
  const isLink = sent.get('state')?.startsWith('link.') ?? false
  const [failure, setFailure] = useState<string>()
  const hasBegun = useRef(false)

  // Calls the server once, because the provider's code works only once.
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)

    async function finish() {
      if (!provider) throw new Error('This way to log in is not set up on this server.')
      const returned = readReturned(provider, sent)
      if (!isLink) {
        return signInWith((otp) => signIn(api, provider, returned, otp), { session, go })
      }
      const { code, state, iss } = returned
      const body = { provider, code, state, ...iss }
      const { linked } = await api.call(linkProvider, { body })
      await queries.invalidateQueries({ queryKey: [listLinked.id] })
      await go(accountSectionRoute, { ...inSignIn, isReplace: true })
      toasts.show({
        message: `Linked ${providerTitles[provider]}: ${linked.email}`,
        tone: 'success',
      })
    }

    finish().catch((reason: unknown) =>
      setFailure(reason instanceof Error ? reason.message : 'Something went wrong.'),
    )
  }, [api, go, isLink, provider, queries, sent, session, toasts])

  const title = provider ? providerTitles[provider] : 'another account'
  return (
    <AuthCard
      title={isLink ? `Link ${title}` : `Continue with ${title}`}
      text={failure === undefined ? 'One moment…' : undefined}
      failure={failure}
      links={
        isLink ? (
          <Link href={href(accountSectionRoute, inSignIn)}>Back to the account</Link>
        ) : (
          <Link href={href(loginRoute)}>Back to log in</Link>
        )
      }
    />
  )
}

interface ProviderAnswer {
  code: string
  state: string
  iss: { iss?: string }
  away: StartedSignIn
}

/**
 * Checks the provider's response. @throws a message for the user, when the provider refused or the sign-in was started
 * elsewhere
 */
function readReturned(provider: ProviderId, sent: URLSearchParams): ProviderAnswer {
  const away = takeAway(provider)
  const title = providerTitles[provider]
  const refusal = sent.get('error')
  if (refusal === 'access_denied')
    throw new Error(`You did not let ${title} log you in. Nothing changed.`)
  if (refusal !== null) {
    const words = sent.get('error_description') ?? refusal
    throw new Error(`${title} refused: ${words.slice(0, 200)}`)
  }
  const [code, state, iss] = [sent.get('code'), sent.get('state'), sent.get('iss')]
  if (code === null || state === null || state !== away?.state)
    throw new Error('This sign-in was started in another tab or browser. Start again here.')
  return { code, state, iss: iss === null ? {} : { iss }, away }
}

function signIn(
  api: ApiService,
  provider: ProviderId,
  { code, state, iss, away }: ProviderAnswer,
  otp: string | undefined,
) {
  const body = {
    state,
    ...(otp && { otp }),
    ...(away.referralCode && { referral_code: away.referralCode }),
  }
  return provider === 'google'
    ? api.call(googleAuth, { body: { auth_code: code, ...iss, ...body } })
    : api.call(githubAuth, { body: { id_token: code, ...body } })
}
