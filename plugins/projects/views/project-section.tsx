import { usePending } from '@typecase/plugin-sdk/react/pending'
import { openProjectTeam } from '@typecase/content/commands'
import { type FieldRule, firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import type { Project } from '@typecase/contract/projects'
import { teamPermissionsOf, whyNotInTeam } from '@typecase/contract/roles'
import { formatCount } from '@typecase/ui/count'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { QueryView } from '@typecase/content/react/query-view'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  archiveProject,
  deleteProject,
  describeProject,
  shiftProject,
  renameProject,
  unarchiveProject,
} from '../commands/projects.ts'
import { projectQuery } from '../queries.ts'
import { HiddenProject } from './hidden-project.tsx'
import { runAll, useTyped } from './use-typed.ts'

/** The title, description and position of a project, and actions on the whole project. */
export default function ProjectSection({ projectID }: { projectID: string }) {
  const query = useQuery(projectQuery(useServices(), projectID))
  const { error } = query
  if (isApiError(error, 'forbidden') || isMissing(error)) return <HiddenProject error={error} />
  return (
    <QueryView query={query} what="project" loading={<SkeletonForm count={2} />}>
      {({ project }) => <ProjectForm key={project.id} project={project} />}
    </QueryView>
  )
}

const titleRules: FieldRule[] = [notBlank, max(200)]

function ProjectForm({ project }: { project: Project }) {
  const commands = useService(Commands)
  const { values, change, settle } = useTyped({
    title: project.title,
    description: project.description,
  })
  const { title, description } = values
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const project_id = project.id
  const titleError = firstBroken('Title', title, titleRules)
  const descriptionError = firstBroken('Description', description, [max(2000)])
  const touched = isSent ? { isTouched: true } : {}
  const why = teamPermissionsOf[project.role].includes('settings:write')
    ? undefined
    : whyNotInTeam(project.role, 'settings:write', 'project')

  async function save() {
    setSent(true)
    if (isPending || titleError || descriptionError) return
    const changes = [
      ...(title.trim() === project.title
        ? []
        : [refTo(renameProject, { project_id, title: title.trim() })]),
      ...(description === project.description
        ? []
        : [refTo(describeProject, { project_id, description })]),
    ]
    if (await during(() => runAll(commands, changes))) settle()
  }

  return (
    <>
      <FormSection title="Project" description={why}>
        <Form aria-label="Project" onSubmit={() => void save()}>
          <TextField
            label="Title"
            value={title}
            onChange={(next) => change({ title: next })}
            errorMessage={titleError}
            {...touched}
            isRequired
            isReadOnly={why !== undefined}
          />
          <TextArea
            label="Description"
            value={description}
            onChange={(next) => change({ description: next })}
            errorMessage={descriptionError}
            {...touched}
            isReadOnly={why !== undefined}
          />
          <FormActions>
            <Button type="submit" variant="primary" isPending={isPending} disabledReason={why}>
              Save project
            </Button>
          </FormActions>
        </Form>
      </FormSection>
      <FormSection title="Place in your list" description="Only you see this order.">
        <FormActions>
          <CommandButton command={shiftProject} args={{ project_id, by: -1 }} isPlain>
            Move up
          </CommandButton>
          <CommandButton command={shiftProject} args={{ project_id, by: 1 }} isPlain>
            Move down
          </CommandButton>
        </FormActions>
      </FormSection>
      <FormSection title="Members" description={formatCount(project.total_users, 'person')}>
        <FormActions>
          <CommandButton command={openProjectTeam} args={{ project_id }} />
        </FormActions>
      </FormSection>
      <FormSection
        title="Archive"
        description="An archived project is not in the list. Sites can still read its buckets."
      >
        <FormActions>
          {project.archived ? (
            <CommandButton command={unarchiveProject} args={{ project_id }} />
          ) : (
            <CommandButton command={archiveProject} args={{ project_id }} />
          )}
        </FormActions>
      </FormSection>
      <FormSection
        title="Danger zone"
        description="All its buckets and their content are deleted, too. This cannot be undone."
      >
        <FormActions>
          <CommandButton command={deleteProject} args={{ project_id }} variant="danger" />
        </FormActions>
      </FormSection>
    </>
  )
}
