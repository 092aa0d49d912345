import { staffUsers } from '@typecase/contract/staff'
import { formatCount } from '@typecase/ui/count'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Avatar } from '@typecase/ui/avatar'
import { Chip } from '@typecase/ui/chip'
import { TextField } from '@typecase/ui/text-field'
import { Time } from '@typecase/ui/time'
import { keepPreviousData } from '@tanstack/react-query'

import { startSupport } from '../commands.ts'
import { RowWords, SIZE, StaffList } from './staff-list.tsx'
import { useFind } from './use-find.ts'

/** All accounts. */
export default function Users() {
  const { text, setText, q, skip, setSkip } = useFind()
  const query = useApiQuery(
    staffUsers,
    { query: { limit: SIZE, skip, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
  return (
    <StaffList
      title="Users"
      description={query.data && formatCount(query.data.total, 'account')}
      query={query}
      rows={({ users }) => users}
      keyOf={({ id }) => id}
      empty="No accounts found"
      hint="Try another part of the name or of the address."
      skip={skip}
      onSkip={setSkip}
      filter={
        <TextField
          label="Find by name or e-mail"
          value={text}
          onChange={setText}
          prefix="search"
          autoComplete="off"
        />
      }
    >
      {(user) => {
        const name = `${user.first_name} ${user.last_name}`.trim()
        return (
          <>
            <Avatar name={name || user.email} src={user.avatar_url} isDecorative />
            <RowWords
              title={
                <>
                  {name || user.email}
                  {user.is_staff ? <Chip icon="shield">Staff</Chip> : null}
                  {user.status === 'active' ? null : (
                    <Chip>{user.status === 'unverified' ? 'Not confirmed' : 'Closed'}</Chip>
                  )}
                </>
              }
            >
              {name ? `${user.email} · ` : null}
              {formatCount(user.total_projects, 'project')} · two-step{' '}
              {user.two_factor ? 'on' : 'off'} · since <Time value={user.created_at} isDay />
              {user.last_seen_at ? (
                <>
                  {' '}
                  · last seen <Time value={user.last_seen_at} />
                </>
              ) : null}
            </RowWords>
            {user.status === 'active' && !user.is_staff ? (
              <CommandButton command={startSupport} args={{ user_id: user.id }} isPlain>
                See what they see…
              </CommandButton>
            ) : null}
          </>
        )
      }}
    </StaffList>
  )
}
