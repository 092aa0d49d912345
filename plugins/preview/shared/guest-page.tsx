import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type OpenedLink, openSharedLink } from '@typecase/contract/shared-links'
import { isApiError, ruleOf } from '@typecase/plugin-sdk/api-error'
import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { Form } from '@typecase/ui/form'
import { formatDay } from '@typecase/ui/format'
import { PasswordField } from '@typecase/ui/password-field'
import { Select } from '@typecase/ui/select'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { useState } from 'react'

import { guestRoute } from '../routes.ts'
import { GuestObject } from './guest-object.tsx'
import styles from './shared.module.css'

/** How long before its expiry a token is replaced, in ms. */
const RENEW_BEFORE = 60_000

/** Shows the page of a shared link, for guests without an account. */
export default function GuestPage() {
  const { link } = useRouteParams(guestRoute)
  const api = useService(Api)
  const queryKey = ['shared-link', link]
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) => {
      const token = client.getQueryData<OpenedLink>(queryKey)?.token
      return api.call(openSharedLink, { body: { link, ...(token && { token }) } }, { signal })
    },
    staleTime: Infinity,
    retry: false,
    refetchInterval: ({ state: { data: opened } }) =>
      opened !== undefined &&
      Math.max(RENEW_BEFORE, Date.parse(opened.token_expires_at) - Date.now() - RENEW_BEFORE),
  })
  const { data, error } = query
  const client = useQueryClient()

  if (isApiError(error, 'invalid') && ruleOf(error) === 'required')
    return (
      <PasswordPage
        onPassword={async (password) => {
          const answer = await api.call(openSharedLink, { body: { link, password } })
          client.setQueryData(queryKey, answer)
        }}
      />
    )
  if (isApiError(error, 'not_found'))
    return (
      <main className={styles.message}>
        <EmptyState isPage title="This link no longer works" icon="link">
          It has expired or was revoked. Ask the person who sent it for another one.
        </EmptyState>
      </main>
    )
  if (error && !data)
    return (
      <main className={styles.message}>
        <FailureState
          isPage
          title="The preview could not be loaded"
          onRetry={() => void query.refetch()}
        >
          {error.message}
        </FailureState>
      </main>
    )
  if (!data)
    return (
      <main className={styles.message}>
        <SkeletonLines label="preview" />
      </main>
    )
  return <SharedObjects link={link} content={data} />
}

/** Asks for the password of the link. @param onPassword throws if it is wrong */
function PasswordPage({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPending, during] = usePending()

  async function submit() {
    if (isPending) return
    setProblem(password === '' ? 'Enter the password' : undefined)
    if (password === '') return
    await during(() => onPassword(password)).catch((error: Error) => setProblem(error.message))
  }

  return (
    <main className={styles.gate}>
      <div className={styles.card}>
        <h1 className={styles.title}>Shared preview</h1>
        <p className={styles.text}>Enter the password that came with this link.</p>
        <Form aria-label="Open the preview" onSubmit={() => void submit()}>
          <PasswordField
            label="Password"
            value={password}
            onChange={(value) => {
              setPassword(value)
              setProblem(undefined)
            }}
            errorMessage={problem}
            isTouched={problem !== undefined}
            autoComplete="off"
            autoFocus
          />
          <Button type="submit" variant="primary" isWide isPending={isPending}>
            Open
          </Button>
        </Form>
      </div>
    </main>
  )
}

/** Shows the objects of the link: a choice if there are several, and the chosen one. */
function SharedObjects({ link, content }: { link: string; content: OpenedLink }) {
  const { title, bucket, objects, expires_at } = content
  const [chosenID, setChosenID] = useState<string>()
  const chosen = objects.find(({ id }) => id === chosenID) ?? objects[0]
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>
          {bucket.title} · Preview until {formatDay(expires_at)}
        </p>
        {objects.length > 1 && chosen ? (
          <Select
            aria-label="Object"
            options={objects.map((object) => ({
              id: object.id,
              label: object.title || 'Untitled',
              description: [typeTitle(content, object.type), object.locale]
                .filter(Boolean)
                .join(' · '),
            }))}
            value={chosen.id}
            onChange={(id) => setChosenID(String(id))}
          />
        ) : null}
      </header>
      <main className={styles.content}>
        {chosen ? (
          <GuestObject key={chosen.id} link={link} content={content} object={chosen} />
        ) : (
          <EmptyState isPage title="Nothing to see" icon="file">
            Everything that this link showed was deleted.
          </EmptyState>
        )}
      </main>
    </div>
  )
}

const typeTitle = ({ types }: OpenedLink, slug: string): string | undefined =>
  types.find((one) => one.slug === slug)?.title
