import { objectsPath } from '@typecase/content/routes'
import type { Project } from '@typecase/contract/projects'
import { teamPermissionsOf, whyNotInTeam } from '@typecase/contract/roles'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { CountBadge } from '@typecase/ui/count-badge'
import { Link } from '@typecase/ui/link'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { Time } from '@typecase/ui/time'

import {
  archiveProject,
  deleteProject,
  renameProject,
  unarchiveProject,
} from '../commands/projects.ts'
import styles from './project-row.module.css'

/** A project with its buckets, their counts, and its actions. */
export function ProjectRow({ project }: { project: Project }) {
  return (
    <div className={styles.row}>
      <div className={styles.main}>
        <div className={styles.name}>
          <Link href={`/projects/${project.id}`} variant="quiet">
            {project.title}
          </Link>
          {project.archived ? <Chip>Archived</Chip> : null}
        </div>
        {project.description ? <p className={styles.text}>{project.description}</p> : null}
      </div>
      <ul className={styles.buckets} aria-label={`Buckets of ${project.title}`}>
        {project.buckets.map((bucket) => (
          <li key={bucket.id}>
            <Link href={objectsPath(bucket.slug)} variant="quiet">
              {bucket.title}
            </Link>{' '}
            {bucket.importing ? (
              <span className={styles.count}>importing…</span>
            ) : (
              <CountBadge value={bucket.total_objects} />
            )}
          </li>
        ))}
      </ul>
      <Time value={project.modified_at} isDay className={styles.count} />
      <ProjectMenu project={project} />
    </div>
  )
}

function ProjectMenu({ project }: { project: Project }) {
  const args = { project_id: project.id }
  const mayEdit = teamPermissionsOf[project.role].includes('settings:write')
  const disabledReason = mayEdit
    ? undefined
    : whyNotInTeam(project.role, 'settings:write', 'project')
  const item = { args, disabledReason }
  return (
    <MenuTrigger>
      <Button icon="ellipsis" variant="quiet" aria-label={`Actions of ${project.title}`} />
      <Menu aria-label={`Actions of ${project.title}`} placement="bottom end">
        <CommandMenuItem command={renameProject} {...item}>
          Rename…
        </CommandMenuItem>
        {project.archived ? (
          <CommandMenuItem command={unarchiveProject} {...item}>
            Unarchive
          </CommandMenuItem>
        ) : (
          <CommandMenuItem command={archiveProject} {...item}>
            Archive
          </CommandMenuItem>
        )}
        <CommandMenuItem command={deleteProject} {...item} isDestructive>
          Delete…
        </CommandMenuItem>
      </Menu>
    </MenuTrigger>
  )
}
