import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Chip } from '@typecase/ui/chip'
import { FormActions, FormSection } from '@typecase/ui/form'
import { Time } from '@typecase/ui/time'
import { useQuery } from '@tanstack/react-query'

import { logOutOthers } from '../commands.ts'
import { endSession } from './commands.ts'
import { AccountList, RowText } from './account-list.tsx'
import { sessionsQuery } from './queries.ts'

/** The sessions of the account. */
export function Sessions() {
  const query = useQuery(sessionsQuery(useServices()))
  return (
    <FormSection
      title="Sessions"
      description="Browsers and programs logged in as you. Ending a session logs it out at once."
    >
      <AccountList
        label="Sessions"
        query={query}
        rows={({ sessions }) => sessions}
        empty="You are not logged in anywhere."
      >
        {({ id, device, place, is_current, created_at, last_seen_at }) => (
          <>
            <RowText
              title={
                <>
                  {device}
                  {is_current ? <Chip icon="check">This browser</Chip> : null}
                </>
              }
            >
              {place === null ? null : `${place} · `}
              logged in <Time value={created_at} isDay /> · last seen <Time value={last_seen_at} />
            </RowText>
            <CommandButton command={endSession} args={{ session_id: id }} isPlain>
              {is_current ? 'Log out' : 'End session'}
            </CommandButton>
          </>
        )}
      </AccountList>
      <FormActions>
        <CommandButton command={logOutOthers} />
      </FormActions>
    </FormSection>
  )
}
