import { usePending } from '@typecase/plugin-sdk/react/pending'
import { firstBroken, max, notBlank, url } from '@typecase/contract/field-rules'
import { refTo } from '@typecase/plugin-sdk/command'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import { createWorkspace } from '../commands/workspaces.ts'
import { newWorkspaceRoute } from '../routes.ts'
import styles from './workspaces.module.css'

/** Asks for a new workspace. The values stay if the server refuses them. */
export function NewWorkspaceDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="New workspace"
      description="You are its admin, and can invite people and move projects into it."
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <NewWorkspaceForm />
    </Dialog>
  )
}

function NewWorkspaceForm() {
  const commands = useService(Commands)
  const services = useServices()
  const { plan } = useRouteSearch(newWorkspaceRoute)
  const [title, setTitle] = useState('')
  const [logo, setLogo] = useState('')
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const [failure, setFailure] = useState<string>()
  const titleError = firstBroken('Title', title, [notBlank, max(200)])
  const logoError = firstBroken('Logo', logo, [max(500), url])
  const touched = isSent ? { isTouched: true } : {}

  async function upload(file: File | undefined) {
    if (!file) return
    setFailure(undefined)
    try {
      const { logoFrom } = await import('../commands/workspaces-runs.ts')
      setLogo(await logoFrom(services, file))
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'The image could not be uploaded.')
    }
  }

  async function handleSubmit() {
    setSent(true)
    if (titleError || logoError || isPending) return
    await during(() =>
      commands.run(
        refTo(createWorkspace, {
          title: title.trim(),
          ...(logo.trim() && { logo: logo.trim() }),
          ...(plan && { plan_id: plan.slice(0, 100) }),
        }),
        { source: 'button' },
      ),
    )
  }

  return (
    <Form aria-label="New workspace" onSubmit={() => void handleSubmit()}>
      <TextField
        label="Title"
        value={title}
        onChange={setTitle}
        errorMessage={titleError}
        autoFocus
        isRequired
        {...touched}
      />
      <TextField
        label="Logo"
        type="url"
        placeholder="https://"
        value={logo}
        onChange={setLogo}
        errorMessage={logoError}
        description="The address of an image, or upload one."
        {...touched}
      />
      <div className={styles.logo}>
        <Avatar name={title || 'New'} src={logo} size={28} isDecorative />
        <FileTrigger acceptedFileTypes={['image/*']} onSelect={(files) => void upload(files?.[0])}>
          <Button icon="upload">Upload logo</Button>
        </FileTrigger>
      </div>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : null}
      {plan ? <p className={styles.text}>Plan: {plan}</p> : null}
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          Create workspace
        </Button>
      </DialogFooter>
    </Form>
  )
}
