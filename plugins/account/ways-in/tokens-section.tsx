import { addToken, listTokens } from '@typecase/contract/access-tokens'
import { max, notBlank } from '@typecase/contract/field-rules'
import { chosenBuckets, ScopeFields, type ScopeValue } from '@typecase/content/react/scope-fields'
import { describeBuckets, scopeLabels } from '@typecase/content/words/scopes'
import { Focus } from '@typecase/plugin-sdk/focus'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCopy } from '@typecase/plugin-sdk/react/copy'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Navigation, Queries } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { firstFieldOf } from '../open-profile-at.ts'
import { accountSectionRoute } from '../routes.ts'
import { deleteToken } from './commands.ts'
import { AccountList, RowText } from './account-list.tsx'
import { tokensQuery } from './queries.ts'
import { useStepUp } from './step-up.tsx'
import styles from './ways-in.module.css'

const lifetimes = [
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: 'A year' },
]

interface NewToken {
  title: string
  secret: string
}

/** Personal access tokens for the terminal and programs. */
export default function TokensSection() {
  const [newToken, setNewToken] = useState<NewToken>()
  const [now] = useState(() => Date.now())
  const query = useQuery(tokensQuery(useServices()))
  return (
    <>
      <FormSection
        title="Access tokens"
        description="For the terminal and for programs that work as you. A token never changes your account, tokens or billing."
      >
        {newToken ? <Secret {...newToken} onDone={() => setNewToken(undefined)} /> : null}
        <AccountList
          label="Access tokens"
          query={query}
          rows={({ tokens }) => tokens}
          empty="You have no access token yet."
        >
          {({ id, title, scope, bucket_ids, expires_at, last_used_at }) => (
            <>
              <RowText
                title={
                  <>
                    {title}
                    <Chip>{scopeLabels[scope]}</Chip>
                  </>
                }
              >
                {describeBuckets(bucket_ids)} ·{' '}
                {Date.parse(expires_at) <= now ? 'expired' : 'expires'}{' '}
                <Time value={expires_at} isDay /> ·{' '}
                {last_used_at === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time value={last_used_at} />
                  </>
                )}
              </RowText>
              <CommandButton command={deleteToken} args={{ token_id: id }} isPlain>
                Delete
              </CommandButton>
            </>
          )}
        </AccountList>
      </FormSection>
      <AddToken onMade={setNewToken} />
    </>
  )
}

function AddToken({ onMade }: { onMade: (createdToken: NewToken) => void }) {
  const api = useService(Api)
  const queries = useService(Queries)
  const focus = useService(Focus)
  const { field: target } = useRouteSearch(accountSectionRoute)
  const { stepUp, passwordDialog } = useStepUp()
  const [permitted, setPermitted] = useState<ScopeValue>({ scope: 'read', buckets: null })
  const [bucketProblem, setBucketProblem] = useState<string>()
  const [days, setDays] = useState('30')
  const { field, values, failure, isPending, submit, reset } = useFields({
    title: { label: 'Name', rules: [notBlank, max(100)] },
  })
  // Focuses the field that a command named, once the form has loaded. The focus is outside of React.
  useEffect(() => {
    if (target === 'token') focus.moveTo(document.getElementById(firstFieldOf('token')))
  }, [target, focus])

  async function send() {
    const bucket_ids = chosenBuckets(permitted)
    setBucketProblem(bucket_ids === undefined ? 'Choose at least one bucket' : undefined)
    if (bucket_ids === undefined) return
    const { scope } = permitted
    const body = { title: values.title.trim(), scope, bucket_ids, days: Number(days) }
    const createdToken = await stepUp((current_password) =>
      api.call(addToken, {
        body: { ...body, ...(current_password !== undefined && { current_password }) },
      }),
    )
    if (!createdToken) return
    onMade({ title: createdToken.token.title, secret: createdToken.secret })
    reset()
    await queries.invalidateQueries({ queryKey: [listTokens.id] })
  }

  return (
    <FormSection title="New access token">
      <Form aria-label="New access token" onSubmit={() => void submit(send)}>
        <TextField
          {...field('title')}
          id={firstFieldOf('token')}
          description="What it is for, such as a machine or a program."
          autoComplete="off"
          isRequired
        />
        <ScopeFields value={permitted} onChange={setPermitted} errorMessage={bucketProblem}>
          <Select
            label="Expires after"
            options={lifetimes}
            value={days}
            onChange={(next) => setDays(next ?? '30')}
          />
        </ScopeFields>
        <FormFailure message={failure} />
        <FormActions>
          <Button type="submit" isPending={isPending}>
            Add access token
          </Button>
        </FormActions>
      </Form>
      {passwordDialog}
    </FormSection>
  )
}

/** Shows the token for the only time. Leaving the page before copying it asks for confirmation. */
function Secret({ title, secret, onDone }: NewToken & { onDone: () => void }) {
  const copy = useCopy()
  const navigation = useService(Navigation)
  const heading = useFocusOnMount()
  const isSaved = useRef(false)

  // A link, a key or the browser may leave the page.
  useEffect(
    () =>
      navigation.guard(() =>
        isSaved.current ? undefined : 'This access token is not shown again. Copy it first.',
      ),
    [navigation],
  )

  async function handleCopy() {
    if (await copy(secret, 'Access token copied')) isSaved.current = true
  }

  function handleDone() {
    isSaved.current = true
    onDone()
  }

  return (
    <div role="group" aria-label="New access token" className={styles.secret}>
      <h3 ref={heading} tabIndex={-1} className={styles.name}>
        Copy “{title}” now
      </h3>
      <p className={styles.text}>
        It is not shown again. In a terminal, set it as TYPECASE_TOKEN; elsewhere, send it as a
        bearer token.
      </p>
      <TextField label="Access token" value={secret} isReadOnly isCode autoComplete="off" />
      <FormActions>
        <Button variant="primary" icon="copy" onPress={() => void handleCopy()}>
          Copy token
        </Button>
        <Button onPress={handleDone}>Done</Button>
      </FormActions>
    </div>
  )
}
