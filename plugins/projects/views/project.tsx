import { countInWords } from '@typecase/content/noun'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { Link } from '@typecase/ui/link'
import { Card } from '@typecase/ui/card'
import { Chip } from '@typecase/ui/chip'
import { SkeletonCards } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { addBucket } from '../commands/buckets.ts'
import { unarchiveProject } from '../commands/projects.ts'
import { projectQuery } from '../queries.ts'
import { projectRoute, projectSettingsRoute } from '../routes.ts'
import styles from './project-list.module.css'

/** One project: its buckets. */
export default function ProjectPage() {
  const { projectID } = useRouteParams(projectRoute)
  const { href } = useService(Navigation)
  useProvideFacts({ 'list.creates': addBucket.id })
  const { data, error, refetch, isFetching } = useQuery(projectQuery(useServices(), projectID))
  if (error && !data) {
    return (
      <FailureState
        isPage
        title="The project could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  const project = data?.project
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{project?.title ?? 'Project'}</h1>
        {project?.archived ? <Chip>Archived</Chip> : null}
        <span className={styles.space} />
        {project?.archived ? (
          <CommandButton command={unarchiveProject} args={{ project_id: projectID }}>
            Unarchive
          </CommandButton>
        ) : null}
        <Link href={href(projectSettingsRoute, { params: { projectID } })}>Settings</Link>
        <CommandButton command="team.open-project" args={{ project_id: projectID }} isPlain>
          Team
        </CommandButton>
        <CommandButton command={addBucket} args={{ project_id: projectID }} variant="primary" />
      </header>
      {project?.description ? <p className={styles.text}>{project.description}</p> : null}
      {project === undefined ? (
        <SkeletonCards label="buckets" count={3} />
      ) : project.buckets.length === 0 ? (
        <EmptyState
          title="No buckets yet"
          icon="database"
          action={
            <CommandButton command={addBucket} args={{ project_id: projectID }} variant="primary" />
          }
        >
          A bucket holds object types, objects and media.
        </EmptyState>
      ) : (
        <div className={styles.cards}>
          {project.buckets.map((bucket) => (
            <Card
              key={bucket.id}
              title={<Link href={`/${bucket.slug}/objects`}>{bucket.title}</Link>}
              actions={bucket.default ? <Chip>Default</Chip> : null}
            >
              <p className={styles.text}>
                {bucket.importing ? 'Importing…' : countInWords(bucket.total_objects)}
              </p>
            </Card>
          ))}
        </div>
      )}
    </div>
  )
}
