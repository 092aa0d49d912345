import { staffProjects } from '@typecase/contract/staff'
import { formatCount } from '@typecase/ui/count'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Chip } from '@typecase/ui/chip'
import { TextField } from '@typecase/ui/text-field'
import { Time } from '@typecase/ui/time'
import { keepPreviousData } from '@tanstack/react-query'

import { RowWords, SIZE, StaffList } from './staff-list.tsx'
import { useFind } from './use-find.ts'

/** All projects. Their content is visible only to their members, and to support through the account of a member. */
export default function Projects() {
  const { text, setText, q, skip, setSkip } = useFind()
  const query = useApiQuery(
    staffProjects,
    { query: { limit: SIZE, skip, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
  return (
    <StaffList
      title="Projects"
      description={query.data && formatCount(query.data.total, 'project')}
      query={query}
      rows={({ projects }) => projects}
      keyOf={({ id }) => id}
      empty="No projects found"
      hint="Try another part of the title."
      skip={skip}
      onSkip={setSkip}
      filter={
        <TextField
          label="Find by title"
          value={text}
          onChange={setText}
          prefix="search"
          autoComplete="off"
        />
      }
    >
      {(project) => (
        <RowWords
          title={
            <>
              {project.title}
              {project.archived ? <Chip>Archived</Chip> : null}
            </>
          }
        >
          {project.workspace_title ? `${project.workspace_title} · ` : null}
          {formatCount(project.total_buckets, 'bucket')} ·{' '}
          {formatCount(project.total_users, 'person')} · since{' '}
          <Time value={project.created_at} isDay />
        </RowWords>
      )}
    </StaffList>
  )
}
