import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import type { Project } from '@typecase/contract/projects'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '@typecase/ui/menu'
import { useQuery } from '@tanstack/react-query'

import { addBucket, switchBucket } from '../commands/buckets.ts'
import { openProject } from '../commands/projects.ts'
import { projectQuery, projectsQuery } from '../queries.ts'
import { projectsRoute } from '../routes.ts'

/** The project and the bucket on screen, before the page's title; each opens a menu of the others. */
export default function Path() {
  const services = useServices()
  const { data } = useQuery(projectsQuery(services, useCurrentWorkspace()))
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  const id = useFacts((facts) => facts['route.projectID'] ?? facts['bucket.projectID'])
  const projects = data?.projects ?? []
  // Its list is of one workspace; the project on screen may be in another, or archived.
  const { data: own } = useQuery({ ...projectQuery(services, id ?? ''), enabled: id !== undefined })
  const project = own?.project ?? projects.find((one) => one.id === id)
  const bucket = project?.buckets.find(({ slug }) => slug === bucketSlug)
  if (!project) return null
  return (
    <>
      <ProjectSwitch project={project} projects={projects} />
      {bucket ? <BucketSwitch project={project} title={bucket.title} /> : null}
    </>
  )
}

function ProjectSwitch({ project, projects }: { project: Project; projects: readonly Project[] }) {
  const commands = useService(Commands)
  const { go } = useService(Navigation)
  return (
    <MenuTrigger>
      <Button variant="quiet">{project.title}</Button>
      <Menu aria-label="Switch project">
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
      </Menu>
    </MenuTrigger>
  )
}

function BucketSwitch({ project, title }: { project: Project; title: string }) {
  const commands = useService(Commands)
  return (
    <MenuTrigger>
      <Button variant="quiet">{title}</Button>
      <Menu aria-label="Switch bucket">
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
      </Menu>
    </MenuTrigger>
  )
}
