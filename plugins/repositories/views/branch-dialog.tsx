import type { Repository } from '@typecase/contract/repositories'
import { branchName, siteAddress } from '@typecase/contract/repository-rules'
import { refTo } from '@typecase/plugin-sdk/command'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { createBranch } from '../commands/branches.ts'
import { useFormCommand } from './use-form-command.ts'

const labels = { name: 'Branch name', site_url: 'Site address' } as const
const empty = { name: '', site_url: '' }
type Fields = typeof empty

interface BranchDialogProps {
  repository: Repository
  isOpen: boolean
  onClose: () => void
}

/** Adds a branch. What was typed stays when the dialog is closed, and when the server refuses it. */
export function BranchDialog({ repository, isOpen, onClose }: BranchDialogProps) {
  const [fields, setFields] = useState(empty)
  return (
    <Dialog
      title="Add branch"
      description={`To the list of “${repository.title}”: nothing is made on its host.`}
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <BranchForm
        repositoryID={repository.id}
        fields={fields}
        onChange={setFields}
        onDone={() => {
          setFields(empty)
          onClose()
        }}
      />
    </Dialog>
  )
}

interface BranchFormProps {
  repositoryID: string
  fields: Fields
  onChange: (fields: Fields) => void
  onDone: () => void
}

function BranchForm({ repositoryID, fields, onChange, onDone }: BranchFormProps) {
  const form = useFormCommand(labels)
  const [isSent, setSent] = useState(false)
  const name = fields.name.trim()
  const site_url = fields.site_url.trim()
  const problems = {
    name: branchName(labels.name, name),
    site_url: siteAddress(labels.site_url, site_url),
  }

  function change(part: Partial<Fields>): void {
    onChange({ ...fields, ...part })
    form.clear()
  }

  async function send() {
    setSent(true)
    if (form.isPending || problems.name || problems.site_url) return
    const args = { repository_id: repositoryID, name, ...(site_url && { site_url }) }
    if (await form.send(refTo(createBranch, args))) onDone()
  }

  const fieldOf = (key: keyof Fields) => {
    const refused = form.problemAt(key)
    return {
      label: labels[key],
      value: fields[key],
      errorMessage: problems[key] ?? refused,
      ...((isSent || refused !== undefined) && { isTouched: true }),
      autoComplete: 'off',
      isCode: true,
    }
  }
  return (
    <Form aria-label="Add branch" onSubmit={() => void send()}>
      <TextField
        {...fieldOf('name')}
        onChange={(next) => change({ name: next })}
        placeholder="feature/new-header"
        autoFocus
        isRequired
      />
      <TextField
        {...fieldOf('site_url')}
        onChange={(next) => change({ site_url: next })}
        placeholder="https://"
        inputMode="url"
        description="Where the site that is built from it can be seen. Objects can be previewed there."
      />
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={form.isPending}>
          Add branch
        </Button>
      </DialogFooter>
    </Form>
  )
}
