import { useServices } from '@typecase/plugin-sdk/react/services'
import { Disclosure } from '@typecase/ui/disclosure'
import { FailureState } from '@typecase/ui/failure-state'
import { useQuery } from '@tanstack/react-query'

import { archivedQuery } from '../queries.ts'
import styles from './project-list.module.css'
import { ProjectRow } from './project-row.tsx'

/** Projects that were put away, below the others; nothing while there are none. */
export function ArchivedProjects() {
  const { data, error, refetch, isFetching } = useQuery(archivedQuery(useServices()))
  if (error && !data) {
    return (
      <FailureState
        title="The archived projects could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  if (!data || data.projects.length === 0) return null
  return (
    <Disclosure title="Archived" detail={data.projects.length}>
      <ul className={styles.archived} aria-label="Archived projects">
        {data.projects.map((project) => (
          <li key={project.id}>
            <ProjectRow project={project} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
