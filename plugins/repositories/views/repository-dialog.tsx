import { firstBroken, max, required } from '@typecase/contract/field-rules'
import {
  DEFAULT_BRANCH,
  MOST_REPOSITORY_TITLE,
  type Repository,
} from '@typecase/contract/repositories'
import {
  branchName,
  nameInAddress,
  readRepositoryAddress,
  repositoryAddress,
} from '@typecase/contract/repository-rules'
import { refTo } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useRef, useState } from 'react'

import { createRepository, updateRepository } from '../commands/repositories.ts'
import styles from './repositories.module.css'
import { useFormCommand } from './use-form-command.ts'

type Fields = Pick<Repository, 'url' | 'title' | 'default_branch'>

const labels = { url: 'Address', title: 'Title', default_branch: 'Default branch' } as const
const empty: Fields = { url: '', title: '', default_branch: DEFAULT_BRANCH }

interface RepositoryDialogProps {
  /** The one that is edited; left out for a new one. */
  repository?: Repository
  isOpen: boolean
  onClose: () => void
}

/** What was typed, and the state of the repository that it began from. */
interface Typed {
  readonly fields: Partial<Fields>
  readonly rev: number | undefined
}

/** Adds or edits a repository. What was typed stays when the dialog is closed, and when the server refuses it. */
export function RepositoryDialog({ repository, isOpen, onClose }: RepositoryDialogProps) {
  const [typed, setTyped] = useState<Typed>()
  return (
    <Dialog
      title={repository ? 'Edit repository' : 'Add repository'}
      description={
        repository
          ? undefined
          : 'Where the code of a site is that shows the content of this bucket. Nothing is read from there.'
      }
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <RepositoryForm
        repository={repository}
        typed={typed}
        onType={setTyped}
        onDone={() => {
          setTyped(undefined)
          // The page of a new one is on screen by now.
          if (repository) onClose()
        }}
      />
    </Dialog>
  )
}

interface RepositoryFormProps {
  repository: Repository | undefined
  typed: Typed | undefined
  onType: (typed: Typed | undefined) => void
  onDone: () => void
}

function RepositoryForm({ repository, typed, onType, onDone }: RepositoryFormProps) {
  const form = useFormCommand({
    'data.url': labels.url,
    'data.title': labels.title,
    'data.default_branch': labels.default_branch,
  })
  const focus = useService(Focus)
  const firstField = useRef<HTMLInputElement>(null)
  const [isSent, setSent] = useState(false)
  // Fields that nobody typed in follow what others save.
  const saved = repository ?? empty
  const { url, title, default_branch } = { ...saved, ...typed?.fields }
  const problems: Readonly<Record<keyof Fields, string | undefined>> = {
    url: firstBroken(labels.url, url, [required, repositoryAddress]),
    title: firstBroken(labels.title, title, [
      ...(repository ? [required] : []),
      max(MOST_REPOSITORY_TITLE),
    ]),
    default_branch: branchName(labels.default_branch, default_branch),
  }

  function change(part: Partial<Fields>): void {
    onType({ fields: { ...typed?.fields, ...part }, rev: typed ? typed.rev : repository?.rev })
    if (!form.isStale) form.clear()
  }

  async function send() {
    setSent(true)
    if (
      form.isPending ||
      form.isStale ||
      Object.values(problems).some((problem) => problem !== undefined)
    )
      return
    const fields = typed?.fields ?? {}
    if (!repository) {
      const named = title.trim() === '' ? {} : { title }
      if (await form.send(refTo(createRepository, { url, default_branch, ...named }))) onDone()
      return
    }
    if (Object.keys(fields).length === 0) return onDone()
    const { rev = repository.rev } = typed ?? {}
    const args = { repository_id: repository.id, data: fields, rev }
    if (await form.send(refTo(updateRepository, args))) onDone()
  }

  /** Goes on with these fields, from what somebody else saved. */
  function settle(kept: Typed | undefined): void {
    onType(kept)
    form.clear()
    focus.moveTo(firstField.current)
  }

  const fieldOf = (key: keyof Fields) => {
    const refused = form.problemAt(`data.${key}`)
    return {
      label: labels[key],
      errorMessage: problems[key] ?? refused,
      ...((isSent || refused !== undefined) && { isTouched: true }),
      autoComplete: 'off',
    }
  }
  const read = readRepositoryAddress(url)
  return (
    <Form
      aria-label={repository ? 'Edit repository' : 'Add repository'}
      onSubmit={() => void send()}
    >
      {repository && form.isStale ? (
        <Theirs
          repository={repository}
          fields={typed?.fields ?? {}}
          onTake={() => settle(undefined)}
          onKeep={() => settle({ fields: typed?.fields ?? {}, rev: repository.rev })}
        />
      ) : null}
      <TextField
        {...fieldOf('url')}
        value={url}
        onChange={(next) => change({ url: next })}
        placeholder="https://github.com/owner/name"
        description="Its page on the web, or an address to clone it from."
        isCode
        inputRef={firstField}
        autoFocus
        isRequired
      />
      <TextField
        {...fieldOf('title')}
        value={title}
        onChange={(next) => change({ title: next })}
        placeholder={'url' in read ? nameInAddress(read.url) : 'owner/name'}
        isRequired={repository !== undefined}
      />
      <TextField
        {...fieldOf('default_branch')}
        value={default_branch}
        onChange={(next) => change({ default_branch: next })}
        isCode
        isRequired
      />
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          isPending={form.isPending}
          disabledReason={form.isStale ? 'Choose first which of the two stays.' : undefined}
        >
          {repository ? 'Save repository' : 'Add repository'}
        </Button>
      </DialogFooter>
    </Form>
  )
}

interface TheirsProps {
  repository: Repository
  fields: Partial<Fields>
  onTake: () => void
  onKeep: () => void
}

/** What somebody else saved meanwhile, of the fields that one typed in. */
function Theirs({ repository, fields, onTake, onKeep }: TheirsProps) {
  const focusOnMount = useFocusOnMount()
  const keys = (['url', 'title', 'default_branch'] as const).filter(
    (key) => fields[key] !== undefined && fields[key] !== repository[key],
  )
  const theirs = keys.map((key) => `${labels[key]} is “${repository[key]}” now`).join(', ')
  return (
    <div ref={focusOnMount} role="alert" tabIndex={-1} className={styles.stale}>
      <span>
        Somebody else saved this repository meanwhile. {theirs ? `${theirs}. ` : ''}What you typed
        is still here.
      </span>
      <span className={styles.choice}>
        <Button onPress={onTake}>Take theirs</Button>
        <Button onPress={onKeep}>Keep mine</Button>
      </span>
    </div>
  )
}
