import { usePending } from '@typecase/plugin-sdk/react/pending'
import { openAuditLog, openBilling, openWorkspaceTeam } from '@typecase/content/commands'
import { QueryView } from '@typecase/content/react/query-view'
import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { workspacesQuery } from '@typecase/content/workspace'
import { firstBroken, max, notBlank, url } from '@typecase/contract/field-rules'
import { DEFAULT_WORKSPACE, type Workspace } from '@typecase/contract/workspaces'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Files } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Form, FormActions, FormSection } from '@typecase/ui/form'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { TextField } from '@typecase/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'

import {
  changeLogo,
  deleteWorkspace,
  newWorkspace,
  openWorkspaces,
  renameWorkspace,
  uploadLogo,
} from '../commands/workspaces.ts'
import { WorkspaceLogo } from './workspace-logo.tsx'
import styles from './workspaces.module.css'

/** The title and logo of the current workspace, and its deletion. */
export default function WorkspaceSettings() {
  const id = useCurrentWorkspace()
  const query = useQuery(workspacesQuery(useServices()))
  const { data } = query
  const workspace = data?.workspaces.find((one) => one.id === id)
  if (workspace && id !== DEFAULT_WORKSPACE) {
    return (
      <Page>
        <PageHeader title={workspace.title}>
          <CommandButton command={openWorkspaceTeam} />
          <CommandButton command={openAuditLog} />
          <CommandButton command={openBilling}>Billing</CommandButton>
        </PageHeader>
        <Settings key={`${id} ${workspace.rev}`} workspace={workspace} />
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader title="Workspace" />
      <QueryView query={query} what="workspace" loading={<SkeletonForm count={2} />}>
        {() => (
          <EmptyState
            title="No active workspace"
            icon="building-2"
            action={
              <>
                <CommandButton command={openWorkspaces} variant="primary">
                  Choose a workspace
                </CommandButton>
                <CommandButton command={newWorkspace} />
              </>
            }
          >
            You are in the built-in workspace, which has no settings and no team.
          </EmptyState>
        )}
      </QueryView>
    </Page>
  )
}

function Settings({ workspace }: { workspace: Workspace }) {
  const { id: workspace_id } = workspace
  const commands = useService(Commands)
  const files = useService(Files)
  const rename = useCommand(renameWorkspace)
  const [title, setTitle] = useState(workspace.title)
  const [logo, setLogo] = useState(workspace.logo ?? '')
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const titleError = firstBroken('Title', title, [notBlank, max(200)])
  const logoError = firstBroken('Logo', logo, [max(500), url])
  const touched = isSent ? { isTouched: true } : {}
  const disabledReason = rename.isEnabled ? undefined : rename.reason

  async function save() {
    setSent(true)
    if (isPending || titleError || logoError || disabledReason) return
    await during(sendChanges)
  }

  async function sendChanges() {
    const source = { source: 'button' } as const
    if (title.trim() !== workspace.title) {
      await commands.run(refTo(renameWorkspace, { workspace_id, title: title.trim() }), source)
    }
    if (logo.trim() !== (workspace.logo ?? '')) {
      await commands.run(refTo(changeLogo, { workspace_id, logo: logo.trim() }), source)
    }
  }

  function upload(file: File | undefined) {
    if (!file) return
    void commands.run(refTo(uploadLogo, { workspace_id, file: files.keep(file) }))
  }

  return (
    <div className={styles.form}>
      <FormSection title="General" description={disabledReason}>
        <div className={styles.logo}>
          <WorkspaceLogo workspace={workspace} size={40} />
          <FileTrigger
            acceptedFileTypes={['image/*']}
            onSelect={(fileList) => upload(fileList?.[0])}
          >
            <Button icon="upload" disabledReason={disabledReason}>
              Upload logo
            </Button>
          </FileTrigger>
        </div>
        <Form aria-label="General" onSubmit={() => void save()}>
          <TextField
            label="Title"
            value={title}
            onChange={setTitle}
            errorMessage={titleError}
            isRequired
            isReadOnly={disabledReason !== undefined}
            {...touched}
          />
          <TextField
            label="Logo"
            type="url"
            placeholder="https://"
            value={logo}
            onChange={setLogo}
            errorMessage={logoError}
            description="The address of an image. Without one, the initials are shown."
            isReadOnly={disabledReason !== undefined}
            {...touched}
          />
          <FormActions>
            <Button
              type="submit"
              variant="primary"
              isPending={isPending}
              disabledReason={disabledReason}
            >
              Save workspace
            </Button>
          </FormActions>
        </Form>
      </FormSection>
      <FormSection
        title="Danger zone"
        description="A workspace can be deleted once it holds no projects."
      >
        <FormActions>
          <CommandButton command={deleteWorkspace} args={{ workspace_id }} variant="danger" />
        </FormActions>
      </FormSection>
    </div>
  )
}
