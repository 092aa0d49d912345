import { usePending } from '@typecase/plugin-sdk/react/pending'
import { max, notBlank, firstBroken } from '@typecase/contract/field-rules'
import { MAX_AI_PROMPT } from '@typecase/contract/projects'
import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { Select } from '@typecase/ui/select'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { DESCRIPTION_HELP, templates } from '../commands/buckets.ts'
import { createProject } from '../commands/projects.ts'

const RULES = [notBlank, max(200)]
const DESCRIPTION_RULES = [notBlank, max(MAX_AI_PROMPT)]

/** The option of the list of templates that asks for a description. */
const FROM_DESCRIPTION = 'described'

const templateOptions = [
  ...templates.map(({ value, label, help }) => ({ id: value, label, description: help })),
  { id: FROM_DESCRIPTION, label: 'From a description', description: 'Object types designed by AI' },
]

/** Asks for a new project and its first bucket. The values stay if the server refuses them. */
export function NewProjectDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="New project"
      description="A project starts with one bucket, which holds its content."
      size="small"
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <NewProjectForm />
    </Dialog>
  )
}

function NewProjectForm() {
  const commands = useService(Commands)
  const [project, setProject] = useState('')
  const [bucket, setBucket] = useState('')
  const [template, setTemplate] = useState<
    (typeof templates)[number]['value'] | typeof FROM_DESCRIPTION
  >('blog')
  const [description, setDescription] = useState('')
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const projectError = firstBroken('Project title', project, RULES)
  const bucketError = firstBroken('Bucket title', bucket, RULES)
  const isDescribed = template === FROM_DESCRIPTION
  const descriptionError = isDescribed
    ? firstBroken('Description', description, DESCRIPTION_RULES)
    : undefined
  const touched = isSent ? { isTouched: true } : {}

  async function handleSubmit() {
    setSent(true)
    if (projectError || bucketError || descriptionError) return
    await during(() =>
      commands.run(
        refTo(createProject, {
          project_title: project.trim(),
          bucket_title: bucket.trim(),
          ...(isDescribed ? { ai_prompt: description.trim() } : { template }),
        }),
      ),
    )
  }

  return (
    <Form aria-label="New project" onSubmit={() => void handleSubmit()}>
      <TextField
        label="Project title"
        value={project}
        onChange={setProject}
        errorMessage={projectError}
        autoFocus
        isRequired
        {...touched}
      />
      <TextField
        label="Bucket title"
        value={bucket}
        onChange={setBucket}
        errorMessage={bucketError}
        isRequired
        {...touched}
      />
      <Select
        label="Template"
        options={templateOptions}
        value={template}
        onChange={(id) =>
          setTemplate(templates.find(({ value }) => value === id)?.value ?? FROM_DESCRIPTION)
        }
      />
      {isDescribed ? (
        <TextArea
          label="Description"
          description={DESCRIPTION_HELP}
          value={description}
          onChange={setDescription}
          errorMessage={descriptionError}
          isRequired
          {...touched}
        />
      ) : null}
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          Create project
        </Button>
      </DialogFooter>
    </Form>
  )
}
