import { max, notBlank } from '@typecase/contract/field-rules'
import { listPasskeys } from '@typecase/contract/passkeys'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Queries, Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { FormFailure } from '../forms/form-parts.tsx'
import { useFields } from '../forms/use-fields.ts'
import { firstFieldOf } from '../open-profile-at.ts'
import { removePasskey, renamePasskey } from './commands.ts'
import { AccountList, RowText } from './account-list.tsx'
import { whyNoPasskeys } from './passkey-support.ts'
import { passkeysQuery } from './queries.ts'
import { useStepUp } from './step-up.tsx'

/** The passkeys of the account, and the form that adds one. */
export function Passkeys() {
  return (
    <FormSection
      title="Passkeys"
      description="Log in with a fingerprint, face or PIN instead of your password and one-time code."
    >
      <PasskeyList />
      <AddPasskey />
    </FormSection>
  )
}

export function PasskeyList() {
  const query = useQuery(passkeysQuery(useServices()))
  return (
    <AccountList
      label="Passkeys"
      query={query}
      rows={({ passkeys }) => passkeys}
      empty="You have no passkey yet."
    >
      {({ id, title, created_at, last_used_at }) => (
        <>
          <RowText title={title}>
            added <Time value={created_at} isDay /> ·{' '}
            {last_used_at === null ? (
              'never used'
            ) : (
              <>
                last used <Time value={last_used_at} />
              </>
            )}
          </RowText>
          <CommandButton command={renamePasskey} args={{ passkey_id: id }} isPlain>
            Rename
          </CommandButton>
          <CommandButton command={removePasskey} args={{ passkey_id: id }} isPlain>
            Remove
          </CommandButton>
        </>
      )}
    </AccountList>
  )
}

function AddPasskey() {
  const api = useService(Api)
  const toasts = useService(Toasts)
  const queries = useService(Queries)
  const { stepUp, passwordDialog } = useStepUp()
  const { field, values, failure, isPending, submit, reset } = useFields({
    title: { label: 'Name', rules: [notBlank, max(100)], initial: 'This device' },
  })
  const reason = whyNoPasskeys()

  async function send() {
    const { makePasskey } = await import('./use-passkey.ts')
    const newPasskey = await stepUp((password) => makePasskey(api, values.title.trim(), password))
    if (!newPasskey) return
    await queries.invalidateQueries({ queryKey: [listPasskeys.id] })
    toasts.show({ message: `Added the passkey “${newPasskey.passkey.title}”`, tone: 'success' })
    reset()
  }

  return (
    <>
      <Form aria-label="Add passkey" onSubmit={() => void submit(send)}>
        <TextField
          {...field('title')}
          id={firstFieldOf('passkey')}
          description="A name to recognize it by, such as the device it is on."
          autoComplete="off"
          isRequired
        />
        <FormFailure message={failure} />
        <FormActions>
          <Button type="submit" icon="key" isPending={isPending} disabledReason={reason}>
            Add passkey
          </Button>
        </FormActions>
      </Form>
      {passwordDialog}
    </>
  )
}
