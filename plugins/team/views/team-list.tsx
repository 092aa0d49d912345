import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Invite } from '@typecase/contract/invites'
import type { TeamMember } from '@typecase/contract/teams'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { QueryView } from '@typecase/content/react/query-view'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { invitePeople } from '../commands/invites.ts'
import type { TeamScope } from '../team-scope.ts'
import { candidatesQuery, invitesQuery, teamQuery } from '../queries.ts'
import { nameOf } from '../words.ts'
import { CandidateRow } from './candidate-row.tsx'
import { InviteRow } from './invite-row.tsx'
import { MemberRow } from './member-row.tsx'
import { useBuckets } from './use-buckets.ts'
import styles from './team.module.css'

/** The members of a team, and the invitations that have not been accepted. */
export function TeamList({ scope, hasSearch = false }: { scope: TeamScope; hasSearch?: boolean }) {
  const query = useQuery(teamQuery(useServices(), scope))
  const { error } = query
  if (isApiError(error, 'forbidden') || isMissing(error)) {
    return (
      <NoPermissionState title="You cannot see this team">
        {isApiError(error, 'forbidden')
          ? error.message
          : `There is no such ${scope.resource}, or it belongs to someone else.`}
      </NoPermissionState>
    )
  }
  return (
    <QueryView query={query} what="team" loading={<SkeletonRows label="members" count={4} />}>
      {({ members }) => <People scope={scope} members={members} hasSearch={hasSearch} />}
    </QueryView>
  )
}

interface PeopleProps {
  scope: TeamScope
  members: readonly TeamMember[]
  hasSearch: boolean
}

function People({ scope, members, hasSearch }: PeopleProps) {
  const services = useServices()
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  // Users always see their own address; only those who may change the team see the addresses of others.
  const mayWrite = members.some(({ role, email, from_workspace }) => {
    return email !== null && (role !== 'user' || from_workspace)
  })
  const { data: open } = useQuery({ ...invitesQuery(services, scope), enabled: mayWrite })
  const { data: candidates } = useQuery({
    ...candidatesQuery(services, scope, words),
    enabled: mayWrite && words !== '',
  })
  const titles = new Map(useBuckets(scope).map(({ id, title }) => [id, title]))
  const holds = (line: string) => holdsWords(line, words)
  const visibleMembers = members.filter((one) => holds(`${nameOf(one)} ${one.email ?? ''}`))
  const invites = (open?.invites ?? []).filter(({ email }) => holds(email))
  const others = words === '' ? [] : (candidates?.members ?? []).filter((one) => !one.is_member)
  const { list, currentID, isTabStop } = useListKeys(
    [...visibleMembers, ...others]
      .map(({ user_id }) => user_id)
      .concat(invites.map(({ id }) => id)),
    { creates: invitePeople.id },
  )
  const row = (id: string) => ({ isCurrent: id === currentID, isTabStop: isTabStop(id) })
  return (
    <>
      {hasSearch ? (
        <TextField
          aria-label="Find people"
          placeholder="Find people by name or address"
          prefix="search"
          value={text}
          onChange={setText}
          autoComplete="off"
        />
      ) : null}
      <div {...list} className={styles.lists}>
        {visibleMembers.length > 0 ? (
          <RowList aria-label="Members">
            {visibleMembers.map((member) => (
              <MemberRow
                key={member.user_id}
                scope={scope}
                member={member}
                members={members}
                titleOf={(id) => titles.get(id)}
                {...row(member.user_id)}
              />
            ))}
          </RowList>
        ) : others.length === 0 && invites.length === 0 ? (
          <EmptyState title="No one by that name" icon="users">
            Others can be invited by e-mail.
          </EmptyState>
        ) : null}
        {others.length > 0 ? (
          <section>
            <h2 className={styles.heading}>
              {scope.resource === 'project' ? 'In the workspace' : 'In its projects'}, not in this
              team
            </h2>
            <RowList aria-label="People who can be added">
              {others.map((person) => (
                <CandidateRow
                  key={person.user_id}
                  scope={scope}
                  person={person}
                  {...row(person.user_id)}
                />
              ))}
            </RowList>
          </section>
        ) : null}
        {invites.length > 0 ? (
          <Invitations invites={invites}>
            {(invite) => (
              <InviteRow
                key={invite.id}
                scope={scope}
                invite={invite}
                titleOf={(id) => titles.get(id)}
                {...row(invite.id)}
              />
            )}
          </Invitations>
        ) : null}
      </div>
    </>
  )
}

function Invitations({
  invites,
  children,
}: {
  invites: readonly Invite[]
  children: (invite: Invite) => ReactNode
}) {
  return (
    <section>
      <h2 className={styles.heading}>
        Invitations, {formatNumber(invites.length)} not accepted yet
      </h2>
      <RowList aria-label="Invitations">{invites.map(children)}</RowList>
    </section>
  )
}
