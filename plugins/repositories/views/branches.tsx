import { notifySaved } from '@typecase/content/record/record-undo'
import { FormDialog } from '@typecase/content/react/record-form'
import { RecordRows } from '@typecase/content/react/record-rows'
import { useRecordForm } from '@typecase/content/react/use-record-form'
import type { Repository } from '@typecase/contract/repositories'
import { branchName, siteAddress } from '@typecase/contract/repository-rules'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { RowActions, RowButton, RowName } from '@typecase/ui/row-list'
import { TextField } from '@typecase/ui/text-field'

import { addBranch, deleteBranch, openBranch, openSite, setSite } from '../commands.ts'
import { formatSite, whyNoBranchPage } from '../host.ts'
import { branch as kind, branchesOf, branchIdOf, whyUndeletable } from '../record.ts'
import { branchChanges, createBranch } from '../runs.ts'
import styles from './repositories.module.css'

/** The branches of a repository. Enter opens the site of a branch, or its code if it has no site. */
export function Branches({ repository }: { repository: Repository }) {
  const commands = useService(Commands)
  const noPage = whyNoBranchPage(repository.url)
  return (
    <RecordRows
      record={kind}
      items={branchesOf(repository)}
      aria-label="Branches"
      creates={addBranch.id}
      className={styles.columns}
    >
      {(branch, { opener, button }) => {
        const { name, site_url } = branch
        const first = refTo(site_url === null ? openBranch : openSite, button.args)
        const noSite = site_url === null ? 'It has no site yet.' : undefined
        const noDelete = whyUndeletable(branch)
        return (
          <>
            <RowName>
              <RowButton {...opener} onPress={() => void commands.run(first, { source: 'button' })}>
                <code className={styles.branch}>{name}</code>
              </RowButton>
              {name === repository.default_branch ? <Chip>Default</Chip> : null}
            </RowName>
            <span className={styles.site}>
              {site_url === null ? 'No site' : formatSite(site_url)}
            </span>
            <RowActions>
              <CommandButton {...button} isIconOnly command={openSite} disabledReason={noSite} />
              <CommandButton {...button} isIconOnly command={openBranch} disabledReason={noPage} />
              <CommandButton {...button} isIconOnly command={setSite} />
              <CommandButton
                {...button}
                isIconOnly
                command={deleteBranch}
                disabledReason={noDelete}
              />
            </RowActions>
          </>
        )
      }}
    </RecordRows>
  )
}

const labels = { name: 'Branch name', site_url: 'Site address' }

interface BranchDialogProps {
  bucketSlug: string
  repository: Repository
  isOpen: boolean
  onClose: () => void
}

/** Adds a branch. The values stay when the dialog is closed, and when the server refuses them. */
export function BranchDialog({ bucketSlug, repository, isOpen, onClose }: BranchDialogProps) {
  const services = useServices()
  const { id, title } = repository
  const form = useRecordForm({
    saved: { name: '', site_url: '' },
    rev: undefined,
    labels,
    problemsOf: ({ name, site_url }) => ({
      name: branchName(labels.name, name.trim()),
      site_url: siteAddress(labels.site_url, site_url.trim()),
    }),
    async save({ name: typed, site_url }) {
      const name = typed.trim()
      const site = site_url.trim() || null
      await createBranch(services, bucketSlug, id, { name, site_url: site })
      const undo = branchChanges.undoOfAdd(bucketSlug, branchIdOf(id, name))
      notifySaved(services, bucketSlug, `“${title}” has a branch ${name} now.`, undo)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add branch"
      description={`To the list of “${title}”: nothing is created on its host.`}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      noun="branch"
      action="Add branch"
    >
      <TextField
        {...form.field('name')}
        placeholder="feature/new-header"
        autoComplete="off"
        isCode
        autoFocus
        isRequired
      />
      <TextField
        {...form.field('site_url')}
        placeholder="https://"
        inputMode="url"
        description="The address of the site built from this branch. Objects can be previewed there."
        autoComplete="off"
        isCode
      />
    </FormDialog>
  )
}
