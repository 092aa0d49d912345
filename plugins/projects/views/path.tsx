import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import type { Project } from '@typecase/contract/projects'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '@typecase/ui/menu'
import { PathButton } from '@typecase/ui/path-button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { addBucket, switchBucket } from '../commands/buckets.ts'
import { openProject } from '../commands/projects.ts'
import { projectQuery, projectsQuery } from '../queries.ts'
import { projectsRoute } from '../routes.ts'

/** The project and the bucket of the page, before its title. Each opens a menu to switch to another. */
export default function Path() {
  const services = useServices()
  const { data } = useQuery(projectsQuery(services, useCurrentWorkspace()))
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  const id = useFacts((facts) => facts['route.projectID'] ?? facts['bucket.projectID'])
  const projects = data?.projects ?? []
  // The list contains one workspace. The open project may belong to another one, or be archived.
  const { data: currentProject } = useQuery({
    ...projectQuery(services, id ?? ''),
    enabled: id !== undefined,
  })
  const project = currentProject?.project ?? projects.find((one) => one.id === id)
  const bucket = project?.buckets.find(({ slug }) => slug === bucketSlug)
  if (!project) return null
  // If both have the same name, it is shown once, with both menus combined.
  if (bucket?.title === project.title) {
    return (
      <Switch title={bucket.title} label="Switch bucket or project">
        <BucketItems project={project} />
        <ProjectItems projects={projects} />
      </Switch>
    )
  }
  return (
    <>
      <Switch title={project.title} label="Switch project">
        <ProjectItems projects={projects} />
      </Switch>
      {bucket ? (
        <Switch title={bucket.title} label="Switch bucket">
          <BucketItems project={project} />
        </Switch>
      ) : null}
    </>
  )
}

function Switch(props: { title: string; label: string; children: ReactNode }) {
  return (
    <MenuTrigger>
      <PathButton>{props.title}</PathButton>
      <Menu aria-label={props.label}>{props.children}</Menu>
    </MenuTrigger>
  )
}

function ProjectItems({ projects }: { projects: readonly Project[] }) {
  const commands = useService(Commands)
  const { go } = useService(Navigation)
  return (
    <>
      <MenuSection title="Projects">
        {projects.map(({ id, title }) => (
          <MenuItem
            key={id}
            icon="folder-kanban"
            onAction={() => void commands.run(refTo(openProject, { project_id: id }))}
          >
            {title}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem icon="list" onAction={() => void go(projectsRoute)}>
        All projects
      </MenuItem>
    </>
  )
}

function BucketItems({ project }: { project: Project }) {
  const commands = useService(Commands)
  return (
    <>
      <MenuSection title={project.title}>
        {project.buckets.map((bucket) => (
          <MenuItem
            key={bucket.id}
            icon="database"
            onAction={() => void commands.run(refTo(switchBucket, { bucket: bucket.slug }))}
          >
            {bucket.title}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem
        icon="plus"
        onAction={() => void commands.run(refTo(addBucket, { project_id: project.id }))}
      >
        New bucket…
      </MenuItem>
    </>
  )
}
