import {
  answerAuthorization,
  type AuthorizationRequest,
  getAuthorization,
} from '@typecase/contract/assistants'
import { chosenBuckets, ScopeFields, type ScopeValue } from '@typecase/content/react/scope-fields'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import type { OutputOf } from '@typecase/contract/endpoint'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { usePending } from '@typecase/plugin-sdk/react/pending'
import type { Route } from '@typecase/plugin-sdk/route'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { consentRoute } from '../routes.ts'
import styles from './consent.module.css'

/** Asks whether an assistant may act on behalf of the user, and to what extent. */
export default function Consent() {
  const request = requestOf(useRouteSearch(consentRoute))
  const query = useQuery({
    ...apiQueryOptions(useServices(), getAuthorization, { query: request }),
    retry: false,
  })
  const { data } = query
  const away = data?.redirect_to
  // Redirects the browser, so that the assistant learns of an invalid request.
  useEffect(() => {
    if (away !== undefined) window.location.assign(away)
  }, [away])

  return (
    <div className={styles.page}>
      {hasFailed(query) ? (
        <QueryFailure
          isPage
          query={query}
          what="request of the assistant"
          advice="Go back to the assistant and connect it again."
        />
      ) : data && away === undefined ? (
        <Question request={request} {...data} />
      ) : (
        <SkeletonForm label="request of the assistant" count={3} />
      )}
    </div>
  )
}

/** Returns the known parameters; an assistant may send others. */
function requestOf(search: SearchOf<typeof consentRoute>): AuthorizationRequest {
  const { client_id = '', redirect_uri = '', response_type = '', state } = search
  const { code_challenge, code_challenge_method, scope, resource } = search
  return {
    client_id,
    redirect_uri,
    response_type,
    ...(code_challenge !== undefined && { code_challenge }),
    ...(code_challenge_method !== undefined && { code_challenge_method }),
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(state !== undefined && {
      state: typeof state === 'string' ? state : JSON.stringify(state),
    }),
  }
}

type SearchOf<R> = R extends Route<infer _Params, infer Search> ? Search : never
type Answer = OutputOf<typeof getAuthorization>

function Question({ request, client, scope }: Answer & { request: AuthorizationRequest }) {
  const api = useService(Api)
  const [permitted, setPermitted] = useState<ScopeValue>({ scope, buckets: null })
  const [bucketProblem, setBucketProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isPending, during] = usePending()

  async function answer(permit?: { scope: ScopeValue['scope']; bucket_ids: string[] | null }) {
    setFailure(undefined)
    try {
      const body = { ...request, ...(permit && { permit }) }
      const { redirect_to } = await during(() => api.call(answerAuthorization, { body }))
      window.location.assign(redirect_to)
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'Something went wrong.')
    }
  }

  function handleAllow() {
    const bucket_ids = chosenBuckets(permitted)
    setBucketProblem(bucket_ids === undefined ? 'Choose at least one bucket' : undefined)
    if (bucket_ids !== undefined) void answer({ scope: permitted.scope, bucket_ids })
  }

  return (
    <>
      <header>
        <h1 className={styles.title}>{`Connect “${client.name}”?`}</h1>
      </header>
      <p className={styles.text}>
        It acts in your name, also while you are away. It never does more than your role permits,
        and you can revoke it in the settings of a bucket.
      </p>
      <p className={styles.warning}>
        The assistant chose this name; it is not verified. Your answer goes to{' '}
        <strong>{client.host}</strong>. Allow it only if you started this there.
      </p>
      <Form aria-label="Connect an assistant" onSubmit={handleAllow}>
        <ScopeFields value={permitted} onChange={setPermitted} errorMessage={bucketProblem} />
        {failure === undefined ? null : (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <FormActions>
          <Button type="submit" variant="primary" isPending={isPending}>
            Allow
          </Button>
          <Button onPress={() => void answer()} isPending={isPending}>
            Deny
          </Button>
        </FormActions>
      </Form>
    </>
  )
}
