import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Icon } from '@typecase/ui/icon'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import {
  addBranch,
  copyCloneAddress,
  deleteRepository,
  editRepository,
  openRepository,
} from '../commands.ts'
import { hostOf } from '../host.ts'
import { repositoriesQuery, repository as kind } from '../record.ts'
import { repositoriesRoute, repositoryRoute } from '../routes.ts'
import { BranchDialog, Branches } from './branches.tsx'
import styles from './repositories.module.css'
import { RepositoryDialog } from './repository-form.tsx'

/** A repository with its branches. */
export default function RepositoryPage() {
  const { bucketSlug, repositoryID } = useRouteParams(repositoryRoute)
  const { open } = useRouteSearch(repositoryRoute)
  const { go } = useService(Navigation)
  const query = useQuery(repositoriesQuery(useServices(), bucketSlug))
  const { data } = query
  const repository = data?.repositories.find(({ id }) => id === repositoryID)
  useProvideFacts({ [kind.fact]: repository?.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="repository" />
  if (!data) return <SkeletonRows label="branches" />
  if (!repository) {
    return (
      <EmptyState
        isPage
        title="There is no such repository"
        icon="git-branch"
        action={<Button onPress={() => void go(repositoriesRoute)}>Show all repositories</Button>}
      >
        It was deleted from this bucket. Nothing changed on its host.
      </EmptyState>
    )
  }
  const { title, url } = repository
  const host = hostOf(url)
  const dialog = {
    bucketSlug,
    repository,
    onClose: () =>
      void go(repositoryRoute, { params: { bucketSlug, repositoryID }, isReplace: true }),
  }
  return (
    // The key resets the focused row and the dialogs for another repository.
    <Page key={repositoryID}>
      <PageHeader title={title}>
        <CommandButton command={copyCloneAddress} variant="quiet" isIconOnly />
        <CommandButton command={editRepository} variant="quiet" isIconOnly />
        <CommandButton command={deleteRepository} variant="quiet" isIconOnly />
        <CommandButton command={openRepository}>Open repository</CommandButton>
        <CommandButton command={addBranch} variant="primary" />
      </PageHeader>
      <p className={styles.address}>
        <Icon name={host.icon} size={14} />
        {host.name} · {url.replace('https://', '')}
      </p>
      <Branches repository={repository} />
      <RepositoryDialog {...dialog} isOpen={open === 'edit'} />
      <BranchDialog {...dialog} isOpen={open === 'branch'} />
    </Page>
  )
}
