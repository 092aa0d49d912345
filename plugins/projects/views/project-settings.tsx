import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'

import { projectSectionRoute } from '../routes.ts'

/** The settings of a project: what plugins put into them. */
export default function ProjectSettings() {
  // On the page of the first section its name is not in the address.
  const { projectID, section }: { projectID: string; section?: string } =
    useRouteParams(projectSectionRoute)
  return (
    <SectionLayout
      title="Project settings"
      slot="projects.section"
      props={{ projectID }}
      current={section}
    />
  )
}
