import { usePending } from '@typecase/plugin-sdk/react/pending'
import { type ProviderId, providerTitles } from '@typecase/contract/sign-in-options'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { FormActions, FormSection } from '@typecase/ui/form'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { firstFieldOf } from '../open-profile-at.ts'
import { leaveToLink } from './begin.ts'
import { unlinkProvider } from './commands.ts'
import { AccountList, RowText } from './account-list.tsx'
import { signInOptionsQuery } from './other-ways.tsx'
import { linkedQuery } from './queries.ts'
import { useStepUp } from './step-up.tsx'

/** Accounts at Google and GitHub that can sign in to this account. Hidden if the server has no provider. */
export function LinkedAccounts() {
  const services = useServices()
  const options = useQuery(signInOptionsQuery(services))
  const query = useQuery(linkedQuery(services))
  const { stepUp, passwordDialog } = useStepUp()
  const linked = query.data?.linked ?? []
  const open = (options.data?.providers ?? []).filter(
    (id) => !linked.some(({ provider }) => provider === id),
  )

  return (
    <FormSection title="Google and GitHub" description="Accounts that can also log you in here.">
      <LinkedAccountList />
      {open.length > 0 ? (
        <FormActions>
          {open.map((id, index) => (
            <LinkButton
              key={id}
              provider={id}
              {...(index === 0 && { id: firstFieldOf('linked') })}
              stepUp={stepUp}
            />
          ))}
        </FormActions>
      ) : null}
      {passwordDialog}
    </FormSection>
  )
}

export function LinkedAccountList() {
  const services = useServices()
  const { data: options } = useQuery(signInOptionsQuery(services))
  const query = useQuery(linkedQuery(services))
  return (
    <AccountList
      label="Linked accounts"
      query={query}
      rows={({ linked: rows }) => rows.map((row) => ({ ...row, id: row.provider }))}
      empty={
        options?.providers.length === 0
          ? 'Off on this server: its operator can turn it on with GOOGLE_CLIENT_ID or GITHUB_CLIENT_ID.'
          : 'No account is linked yet.'
      }
    >
      {({ provider, email, created_at }) => (
        <>
          <RowText title={providerTitles[provider]}>
            {email} · linked <Time value={created_at} isDay />
          </RowText>
          <CommandButton command={unlinkProvider} args={{ provider }} isPlain>
            Unlink
          </CommandButton>
        </>
      )}
    </AccountList>
  )
}

interface LinkButtonProps {
  provider: ProviderId
  id?: string
  stepUp: ReturnType<typeof useStepUp>['stepUp']
}

function LinkButton({ provider, id, stepUp }: LinkButtonProps) {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const [isPending, during] = usePending()

  async function handlePress() {
    try {
      await during(() => stepUp((password) => leaveToLink(api, provider, password)))
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : ''
      toasts.show({ message, tone: 'error' })
    }
  }

  return (
    <Button
      icon="link"
      isPending={isPending}
      onPress={() => void handlePress()}
      {...(id !== undefined && { id })}
    >
      {`Link ${providerTitles[provider]}`}
    </Button>
  )
}
