import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'

import { projectSectionRoute } from '../routes.ts'

/** The settings of a project, whose sections come from plugins. */
export default function ProjectSettings() {
  // The address of the first section does not contain its name.
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
