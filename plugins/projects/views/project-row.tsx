import type { Project } from '@typecase/contract/projects'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { Link } from '@typecase/ui/link'
import { Menu, MenuItem, MenuTrigger } from '@typecase/ui/menu'
import { Time } from '@typecase/ui/time'

import {
  archiveProject,
  deleteProject,
  renameProject,
  unarchiveProject,
} from '../commands/projects.ts'
import styles from './project-row.module.css'

/** One project: its buckets with their counts, and what can be done with it. */
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
            <Link href={`/${bucket.slug}/objects`} variant="quiet">
              {bucket.title}
            </Link>{' '}
            <span className={styles.count}>
              {bucket.importing ? 'importing…' : bucket.total_objects.toLocaleString('en')}
            </span>
          </li>
        ))}
      </ul>
      <Time value={project.modified_at} isDay className={styles.count} />
      <ProjectMenu project={project} />
    </div>
  )
}

function ProjectMenu({ project }: { project: Project }) {
  const commands = useService(Commands)
  const project_id = project.id
  const run = (ref: Parameters<typeof commands.run>[0]) =>
    void commands.run(ref, { source: 'menu' })
  return (
    <MenuTrigger>
      <Button icon="ellipsis" variant="quiet" aria-label={`Actions of ${project.title}`} />
      <Menu aria-label={`Actions of ${project.title}`} placement="bottom end">
        <MenuItem icon="pencil" onAction={() => run(refTo(renameProject, { project_id }))}>
          Rename…
        </MenuItem>
        {project.archived ? (
          <MenuItem
            icon="archive-restore"
            onAction={() => run(refTo(unarchiveProject, { project_id }))}
          >
            Unarchive
          </MenuItem>
        ) : (
          <MenuItem icon="archive" onAction={() => run(refTo(archiveProject, { project_id }))}>
            Archive
          </MenuItem>
        )}
        <MenuItem
          icon="trash-2"
          isDestructive
          onAction={() => run(refTo(deleteProject, { project_id }))}
        >
          Delete…
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}
