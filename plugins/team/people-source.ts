import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { refTo } from '@typecase/plugin-sdk/command'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { editMember, openProjectTeam, openWorkspaceTeam } from './commands/members.ts'
import { scopeOf } from './team-scope.ts'
import { teamQuery } from './queries.ts'
import { nameOf } from './words.ts'

/** How long results are fresh, in ms, since each key press repeats the search. */
const STALE_AFTER = 30_000

/** Searches the people of the team by name or address. */
export async function search(query: string, context: SearchContext): Promise<readonly Row[]> {
  const { services, facts, limit } = context
  const scope = scopeOf(facts)
  if (!scope) return []
  const { members } = await services
    .get(Queries)
    .fetchQuery({ ...teamQuery(services, scope), staleTime: STALE_AFTER })
  const openTeam =
    scope.resource === 'project'
      ? refTo(openProjectTeam, { project_id: scope.resource_id })
      : refTo(openWorkspaceTeam)
  return members
    .filter((member) => holdsWords(`${nameOf(member)} ${member.email ?? ''}`, query))
    .slice(0, limit)
    .map((member) => ({
      id: member.user_id,
      title: nameOf(member),
      subtitle: ['Member', member.role, member.email].filter(Boolean).join(' · '),
      icon: 'user',
      run: member.may_change ? refTo(editMember, { ...scope, user_id: member.user_id }) : openTeam,
    }))
}
