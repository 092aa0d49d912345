import { notifySaved } from '@typecase/content/record/record-undo'
import { FormDialog } from '@typecase/content/react/record-form'
import { useRecordForm } from '@typecase/content/react/use-record-form'
import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import {
  DEFAULT_BRANCH,
  MAX_REPOSITORY_TITLE,
  type Repository,
} from '@typecase/contract/repositories'
import {
  branchName,
  nameInAddress,
  readRepositoryAddress,
  repositoryAddress,
} from '@typecase/contract/repository-rules'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { TextField } from '@typecase/ui/text-field'

import { repositoryRoute } from '../routes.ts'
import { createRepository, repositoryChanges } from '../runs.ts'

type Fields = Pick<Repository, 'url' | 'title' | 'default_branch'>

const labels: Fields = { url: 'Address', title: 'Title', default_branch: 'Default branch' }
const keys = ['url', 'title', 'default_branch'] as const
const empty: Fields = { url: '', title: '', default_branch: DEFAULT_BRANCH }

interface RepositoryDialogProps {
  bucketSlug: string
  /** The repository to edit; omitted for a new one. */
  repository?: Repository
  isOpen: boolean
  onClose: () => void
}

/** Adds or edits a repository. The values stay when the dialog is closed, and when the server refuses them. */
export function RepositoryDialog({
  bucketSlug,
  repository,
  isOpen,
  onClose,
}: RepositoryDialogProps) {
  const services = useServices()
  const { go } = useService(Navigation)
  const saved: Fields = repository ?? empty
  const form = useRecordForm({
    saved,
    rev: repository?.rev,
    labels,
    problemsOf: ({ url, title, default_branch }) => ({
      url: firstBroken(labels.url, url, [notBlank, repositoryAddress]),
      title: firstBroken(labels.title, title, [
        ...(repository ? [notBlank] : []),
        max(MAX_REPOSITORY_TITLE),
      ]),
      default_branch: branchName(labels.default_branch, default_branch),
    }),
    async save({ url, title, default_branch }, typed, rev) {
      if (!repository) {
        const data = { url, default_branch, ...(title.trim() && { title }) }
        const { id, title: name } = await createRepository(services, bucketSlug, data)
        await go(repositoryRoute, { params: { bucketSlug, repositoryID: id } })
        const undo = repositoryChanges.undoOfAdd(bucketSlug, id)
        return notifySaved(services, bucketSlug, `Added “${name}”.`, undo)
      }
      if (Object.keys(typed).length > 0) {
        const { id } = repository
        const { item, undo } = await repositoryChanges.update(services, bucketSlug, id, typed, rev)
        notifySaved(services, bucketSlug, `Saved “${item.title}”.`, undo)
      }
      onClose()
    },
  })
  const { values, field } = form
  const read = readRepositoryAddress(values.url)
  const theirs = keys
    .filter((key) => values[key] !== saved[key])
    .map((key) => `${labels[key]} is “${saved[key]}” now.`)
  return (
    <FormDialog
      title={repository ? 'Edit repository' : 'Add repository'}
      description={
        repository
          ? undefined
          : 'The code of a site that shows the content of this bucket. Typecase reads nothing from it.'
      }
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      noun="repository"
      action={repository ? 'Save repository' : 'Add repository'}
      theirs={theirs.join(' ')}
    >
      <TextField
        {...field('url')}
        placeholder="https://github.com/owner/name"
        description="Its web page, or an address to clone it from."
        autoComplete="off"
        isCode
        autoFocus
        isRequired
      />
      <TextField
        {...field('title')}
        placeholder={'url' in read ? nameInAddress(read.url) : 'owner/name'}
        autoComplete="off"
        isRequired={repository !== undefined}
      />
      <TextField {...field('default_branch')} autoComplete="off" isCode isRequired />
    </FormDialog>
  )
}
